"""The options of `negotiate`, `matrix` and `plan`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

FORMATS = ("text", "json", "markdown", "html")

_NEGOTIATE = """\
examples:
  wirelint negotiate --client 2.4.0 --broker 4.1.0
  wirelint negotiate --client 4.1.0 --broker 3.9.0 --path replica --gates kafka.gates
  wirelint negotiate --client-range 0-13 --broker-range 0-10

a live broker, as Kafka's own tool or kafka-python (3.0 and later) tells what it lists:
  bin/kafka-broker-api-versions.sh --bootstrap-server BROKER:9092 > answer.txt
  python -c 'import json, kafka; a = kafka.KafkaAdminClient(bootstrap_servers="BROKER:9092"); \
print(json.dumps({key.value: range for key, range in a.api_versions().items()}))' > answer.txt
  wirelint negotiate --client 4.1.0 --broker-api-versions answer.txt
"""
_MATRIX = """\
examples:
  wirelint matrix --releases 2.2.0..4.2.0
  wirelint matrix --releases 3.9.0,4.0.0,4.1.0 --path replica --gates kafka.gates
  wirelint matrix --releases git:../kafka#2.2.0..4.2.0 --format html --output matrix.html
"""
_PLAN = """\
examples:
  wirelint plan --from 3.9.1 --to 4.1.0 --gates kafka.gates
  wirelint plan --from 3.9.1 --to 4.1.0 --gates kafka.gates --order binaries
  wirelint plan --from 1.0.0 --to 1.1.3 --gates krabka.gates --foreign kafka
  wirelint plan --from 0.9.0 --to 0.10.0 --gates kip31.gates \\
    --order binaries+inter.broker.protocol.version,clients,message.format.version
"""


def negotiate(parser: argparse.ArgumentParser) -> None:
    _examples(parser, _NEGOTIATE)
    add = parser.add_argument
    add("--client", metavar="BASELINE", help="who sends: a tag, folder, archive or ledger#release")
    add("--broker", metavar="BASELINE", help="who receives")
    add("--client-range", metavar="RANGE", help="what the sender can send, by hand (`0-13`)")
    add("--broker-range", metavar="RANGE", help="what the receiver lists and serves, by hand")
    add(
        "--served-range",
        metavar="RANGE",
        help="with --broker-range: what it serves, where that differs from what it lists",
    )
    add(
        "--broker-api-versions",
        metavar="FILE",
        help="what a live broker lists: the output of kafka-broker-api-versions.sh, or JSON such as "
        '{"Fetch": "4-18"} or kafka-python\'s {"1": [4, 18]}; `-` reads standard input',
    )
    add("--rpc", metavar="NAME", help="only this RPC (`Fetch`)")
    _path(add)
    _levels(add)
    _output(add)


def matrix(parser: argparse.ArgumentParser) -> None:
    _examples(parser, _MATRIX)
    add = parser.add_argument
    add(
        "--releases",
        required=True,
        metavar="RELEASES",
        help="`2.2.0..4.2.0` (the release tags between), a list with commas, a ledger, "
        "`git:DIR#2.2.0..4.2.0`",
    )
    add("--rpc", metavar="NAME", help="only this RPC (`Fetch`)")
    _path(add)
    _levels(add)
    _output(add)


def plan(parser: argparse.ArgumentParser) -> None:
    _examples(parser, _PLAN)
    add = parser.add_argument
    add("--from", dest="source", required=True, metavar="BASELINE", help="what runs today")
    add("--to", dest="target", required=True, metavar="BASELINE", help="what shall run")
    add(
        "--current",
        action="append",
        default=[],
        metavar="FEATURE=LEVEL",
        help="a level of today (default: what a new cluster of the old release has)",
    )
    add(
        "--finalized",
        action="append",
        default=[],
        metavar="FEATURE=LEVEL",
        help="a level to end at (default: the newest that the new release supports)",
    )
    add(
        "--switch",
        dest="finalized",
        action="append",
        default=[],
        metavar="SWITCH=LEVEL",
        help="the same, for a switch in the nodes' configuration",
    )
    add(
        "--order",
        metavar="STEPS",
        help="the steps with commas, `+` for what happens in one: `binaries`, `clients`, `foreign`, "
        "FEATURE or FEATURE=LEVEL (default: the order that is safe)",
    )
    add(
        "--clients",
        metavar="RELEASES",
        help="client releases that must keep working (default: the old and the new release)",
    )
    add(
        "--foreign",
        action="append",
        default=[],
        metavar="PRODUCT",
        help="nodes of another product share the cluster (`foreign` in the gate table)",
    )
    _output(add)


def _examples(parser: argparse.ArgumentParser, text: str) -> None:
    parser.epilog = text
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def _path(add: Callable[..., Any]) -> None:
    add(
        "--path",
        default="client",
        metavar="NAME",
        help="the kind of connection: client (default), replica, control, metadata-log, "
        "txn-markers, private, or one of a gate table",
    )


def _levels(add: Callable[..., Any]) -> None:
    add(
        "--finalized",
        action="append",
        default=[],
        metavar="FEATURE=LEVEL",
        help="a finalized level, by number or name (default: what a new cluster has)",
    )


def _output(add: Callable[..., Any]) -> None:
    add(
        "--gates",
        action="append",
        default=[],
        metavar="FILE",
        help="the gate table, instead of those in the releases; RELEASE=FILE is for one of them",
    )
    add("--unstable", action="store_true", help="nodes enable unstable versions and levels")
    add("--format", choices=FORMATS, default="text", help="how to print (default: text)")
    add("--output", metavar="FILE", help="write there instead of to standard output")
