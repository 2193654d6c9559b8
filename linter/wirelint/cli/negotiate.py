"""`wirelint negotiate`."""

from __future__ import annotations

import argparse
import sys

from wirelint.cli.levels import read_levels
from wirelint.cli.output import write_output
from wirelint.cli.releases import Releases
from wirelint.errors import UsageError
from wirelint.gates.model import Entry, Path, Said, Selection, SelectionKind, rpc_name
from wirelint.lazy_dataclass import replace
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.negotiation import FORMATS
from wirelint.rollout.live import read_ranges
from wirelint.rollout.negotiation import negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.paths import find_path, paths_of
from wirelint.rollout.releases import Release, with_common_names
from wirelint.rollout.views import fresh_levels
from wirelint.sources.tree import Unreadable
from wirelint.spelling import did_you_mean
from wirelint.syntax.decoding import decode
from wirelint.versions import VersionRange

_BY_HAND = "request"  # an RPC that nobody named


def run(args: argparse.Namespace) -> int:
    """Print what two releases speak; 0 where every request gets through."""
    releases = Releases(args)
    rpc = None if args.rpc is None else rpc_name(args.rpc)
    receiver = _receiver(args, releases, rpc)
    sender = _sender(args, releases, rpc, receiver)
    receiver = _served_by_hand(args, receiver, sender, rpc)
    sender, receiver = with_common_names((sender, receiver))
    path = _path(args, sender, receiver)
    members = [receiver] if path.source.value == "client" else [sender, receiver]
    views = [one.view for one in members]
    said = read_levels(args.finalized, views)
    levels = fresh_levels(views, said)
    wanted = rpc or (_BY_HAND if _BY_HAND in sender.apis else None)
    if wanted is not None:
        _must_be_known(wanted, sender, receiver, path)
    negotiation = negotiate(
        Node(release=sender, levels={} if path.source.value == "client" else levels),
        Node(release=receiver, levels=levels),
        path,
        wanted,
    )
    answer = Answer(
        levels={name: (level, views[-1].label(name, level)) for name, level in levels.items()},
        said=frozenset(said),
        notes=tuple(releases.notes),
    )
    write_output(args, FORMATS[args.format](negotiation, answer))
    return int(not negotiation.is_fine)


def _receiver(args: argparse.Namespace, releases: Releases, rpc: str | None) -> Release:
    broker = None if args.broker is None else releases.open(args.broker)
    if args.broker_api_versions is not None:
        return _live(args.broker_api_versions, broker, args, releases)
    if args.broker_range is not None:
        name = "the receiver" if broker is None else broker.name
        listed = {rpc or _BY_HAND: _range("--broker-range", args.broker_range)}
        return releases.by_hand(name, listed, broker)
    if broker is None:
        raise UsageError(
            "who receives? name --broker BASELINE, --broker-range RANGE or --broker-api-versions FILE"
        )
    return broker


def _sender(
    args: argparse.Namespace, releases: Releases, rpc: str | None, receiver: Release
) -> Release:
    client = None if args.client is None else releases.open(args.client)
    if args.client_range is not None:
        by_hand = rpc is None and _BY_HAND not in receiver.apis
        if by_hand:
            raise UsageError("--client-range needs --rpc NAME beside a release")
        ranges = {rpc or _BY_HAND: _range("--client-range", args.client_range)}
        name = "the sender" if client is None else client.name
        return releases.by_hand(name, ranges, client or receiver)
    if client is None:
        raise UsageError("who sends? name --client BASELINE or --client-range RANGE")
    if _BY_HAND in receiver.apis:
        raise UsageError("--broker-range needs --rpc NAME beside a release")
    return client


def _served_by_hand(
    args: argparse.Namespace, receiver: Release, sender: Release, rpc: str | None
) -> Release:
    """Make what is listed and what is served differ, and take keys from the other side."""
    if args.broker_range is None:
        return receiver
    name = rpc or _BY_HAND
    api = receiver.apis[name]
    known = sender.api(name)
    if api.key is None and known is not None:
        api = replace(known, schema=api.schema, stable=api.stable)
    listed = dict(receiver.listed)
    if args.served_range is not None:
        listed[name] = api.schema
        served = _range("--served-range", args.served_range)
        api = replace(api, schema=served, stable=served)
    return replace(receiver, apis={**receiver.apis, name: api}, listed=listed)


def _live(
    file: str, broker: Release | None, args: argparse.Namespace, releases: Releases
) -> Release:
    if file == "-":
        text = sys.stdin.read()
    else:
        content = releases.tree.read(file)
        if isinstance(content, Unreadable):
            raise UsageError(f"--broker-api-versions {file}: `{file}` {content.message}")
        text = decode(content)[0]
    named = broker
    if named is None and args.client is not None:
        named = releases.open(args.client)  # only for the names of keys
    apis = () if named is None else named.apis.values()
    ranges = read_ranges(text, apis, file)
    if broker is None:
        live = releases.by_hand("the live broker", ranges, named)
        releases.note("what the live broker lists is taken for what it serves")
        return live
    return replace(broker, name=f"{broker.name} (live)", listed=ranges, lists_all=True)


def _path(args: argparse.Namespace, sender: Release, receiver: Release) -> Path:
    gates = sender.view.gates if sender.view.gates.paths else receiver.view.gates
    by_hand = args.client_range is not None
    if by_hand and not any(one.name == args.path for one in paths_of(gates)):
        # Nobody has to write down the paths of Kafka to ask what happens without asking.
        return Path(
            name=args.path,
            source=Said("broker"),
            target=Said("broker"),
            discovers=Said(args.path not in ("replica", "private", "blind")),
            entries=(Entry(rpc=Said("*"), selection=Selection(kind=SelectionKind.ANY)),),
        )
    path = find_path(paths_of(gates), args.path)
    if not by_hand:
        return path
    any_version = Selection(kind=SelectionKind.ANY)
    return replace(path, entries=(Entry(rpc=Said("*"), selection=any_version),))


def _must_be_known(rpc: str, sender: Release, receiver: Release, path: Path) -> None:
    known = {*sender.apis, *receiver.apis}
    if rpc not in known:
        raise UsageError(f"--rpc {rpc}: neither side has it{did_you_mean(rpc, known)}")
    if not path.entries_of(rpc):
        names = ", ".join(f"`{one.rpc.value}`" for one in path.entries)
        raise UsageError(f"--rpc {rpc}: is not sent on the path `{path.name}`, which has {names}")


def _range(option: str, text: str) -> VersionRange:
    versions = VersionRange.parse(text)
    if not versions:
        raise UsageError(f"{option} {text}: is no range of versions; write `0-13` or `3`")
    return versions
