"""`wirelint matrix`."""

from __future__ import annotations

import argparse

from wirelint.cli.levels import read_levels
from wirelint.cli.output import write_output
from wirelint.cli.releases import Releases
from wirelint.errors import UsageError
from wirelint.gates.model import rpc_name
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.matrix import FORMATS
from wirelint.rollout.matrix import build_matrix
from wirelint.rollout.paths import find_path, paths_of
from wirelint.rollout.releases import with_common_names


def run(args: argparse.Namespace) -> int:
    """Print who can talk to whom; 0 where every pair can."""
    releases = Releases(args)
    found = with_common_names(releases.open_many(args.releases))
    newest = found[-1]
    path = find_path(paths_of(newest.view.gates), args.path)
    views = [one.view for one in found]
    said = read_levels(args.finalized, views)
    rpc = None if args.rpc is None else rpc_name(args.rpc)
    if rpc is not None and not any(rpc in one.apis for one in found):
        raise UsageError(f"--rpc {rpc}: no release has it")
    matrix = build_matrix(found, path, said, rpc)
    answer = Answer(
        levels={name: (level, newest.view.label(name, level)) for name, level in said.items()},
        said=frozenset(said),
        notes=tuple(releases.notes),
    )
    write_output(args, FORMATS[args.format](matrix, answer))
    return int(not matrix.is_fine)
