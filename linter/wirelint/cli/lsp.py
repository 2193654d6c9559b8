"""`wirelint lsp`."""

from __future__ import annotations

import argparse
from importlib import import_module

from wirelint.errors import UsageError


def run(args: argparse.Namespace) -> int:
    """Serve one client until it leaves."""
    server = import_module("wirelint_lsp.server")  # a sibling layer: known by name only
    if args.tcp is not None and not 0 <= args.tcp <= 65535:
        raise UsageError(f"--tcp {args.tcp}: a port is a number from 0 to 65535")
    code: int = (
        server.serve_stdio(verbose=args.verbose)
        if args.tcp is None
        else server.serve_tcp(args.tcp, verbose=args.verbose)
    )
    return code
