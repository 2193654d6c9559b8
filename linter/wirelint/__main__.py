"""`python -m wirelint`."""

from __future__ import annotations

import sys

from wirelint.cli import main

sys.exit(main())
