# Runs the wirelint that lies beside this file, in `libs`, and nothing that is installed. The extension
# starts it with `python -I -S`, so neither the open folder nor site-packages is on the path.
import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an old Python reads
    sys.exit("wirelint needs Python 3.11 or newer, this is " + sys.version.split(None, 1)[0])

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "libs"))

from wirelint.cli import main  # noqa: E402 - the path comes first

sys.exit(main())
