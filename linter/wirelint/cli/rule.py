"""`wirelint rule`."""

from __future__ import annotations

import argparse
import json
import os
import re

from wirelint.cli.output import say
from wirelint.cli.terminal import wants_color
from wirelint.diagnostics import Category
from wirelint.errors import UsageError
from wirelint.pages import examples, for_readers
from wirelint.rule import AnyRule
from wirelint.spelling import did_you_mean
from wirelint_rules import load_rules


def run(args: argparse.Namespace) -> int:
    """Explain one rule or list all."""
    rules = load_rules()
    if args.name is None:
        say(_listing(rules, args.format))
        return 0
    by_name = {name: rule for rule in rules for name in (rule.id, *rule.aliases)}
    rule = by_name.get(args.name)
    if rule is None:
        if args.name in {one.value for one in Category}:
            some = tuple(one for one in rules if one.category.value == args.name)
            say(_listing(some, args.format))
            return 0
        hint = did_you_mean(args.name, by_name) or "; `wirelint rule` lists all"
        raise UsageError(f"there is no rule `{args.name}`{hint}")
    if args.format == "json":
        say(json.dumps(data_of(rule), indent=1) + "\n")
        return 0
    page = f"# {rule.id}\n\n{_facts(rule)}\n\n{for_readers(rule.page)}\n{_waiving(rule)}"
    if args.format == "text" and wants_color(args.color):
        page = _painted(page)
    say(page)
    return 0


def _listing(rules: tuple[AnyRule, ...], format: str) -> str:
    if format == "json":
        return json.dumps([data_of(rule) for rule in rules], indent=1) + "\n"
    if format == "markdown":
        rows = [
            f"| `{rule.id}` | {rule.category.value} | {rule.severity.word} | {rule.summary} |\n"
            for rule in rules
        ]
        return (
            "| rule | category | severity | what it finds |\n| --- | --- | --- | --- |\n"
            + "".join(rows)
        )
    width = max(len(rule.id) for rule in rules)
    lines: list[str] = []
    category = None
    for rule in rules:
        if rule.category is not category:
            category = rule.category
            lines.append(f"{os.linesep if lines else ''}{category.value}")
        severity = rule.severity.word if rule.on else "off"
        lines.append(f"  {rule.id:<{width}}  {severity:<7}  {rule.summary}")
    return "\n".join(lines) + "\n"


def data_of(rule: AnyRule) -> dict[str, object]:
    """A rule as JSON."""
    return {
        "name": rule.id,
        "aliases": list(rule.aliases),
        "category": rule.category.value,
        "severity": rule.severity.word,
        "on": rule.on,
        "since": rule.since,
        "summary": rule.summary,
        "page": for_readers(rule.page),
    }


def _facts(rule: AnyRule) -> str:
    on = "" if rule.on else ", off unless selected"
    return f"{rule.category.value} · {rule.severity.word}{on} · since {rule.since}"


def _waiving(rule: AnyRule) -> str:
    pages = examples(rule.page)
    about_gates = any(not mark.file.endswith(".json") for one in pages for mark in one.marks())
    comment = f"`// wirelint: ignore[{rule.id}] reason`"
    where = 'message = "PingRequest"'
    if about_gates:
        comment = f"`# wirelint: ignore[{rule.id}] reason` (`//` in code)"
        where = 'path = "kafka.gates"'
    return f"""
## To let a finding stand

On its line or the line above: {comment}.
For a {"file" if about_gates else "message"} and until a release, in `wirelint.toml`:

```toml
[[waiver]]
rule = "{rule.id}"
{where}
reason = "..."
```

To turn the rule off or change how much it matters: `[severity]` with `{rule.id} = "off"`.
"""


def _painted(page: str) -> str:
    page = re.sub(r"^#+ .*$", lambda match: f"\x1b[1m{match[0]}\x1b[0m", page, flags=re.MULTILINE)
    page = re.sub(
        r"^([ \t]*(?://|#)[ \t]*)(\^+ [\w-]+)$",
        lambda match: f"{match[1]}\x1b[31m{match[2]}\x1b[0m",
        page,
        flags=re.MULTILINE,
    )
    return re.sub(r"`([^`\n]+)`", lambda match: f"\x1b[36m{match[0]}\x1b[0m", page)
