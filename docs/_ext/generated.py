# Pages that the tool tells of itself: one per rule, the commands with their options, the settings.
# They are written before each build and are in no commit, so they cannot fall behind.
"""Writes docs/rules, docs/reference/commands.md, docs/reference/settings.md and docs/_site."""

import argparse
import contextlib
import io
import json
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from wirelint.cli import main
from wirelint.cli.arguments import command_line

DOCS = Path(__file__).parent.parent
CATEGORIES = {
    "syntax": "The text of one file: JSON as Kafka's generator reads it.",
    "schema": "One message schema.",
    "repository": "The schemas of one tree together.",
    "evolution": "A schema against what is released.",
    "gates": "Gate tables, alone and against what is released.",
    "gated-schemas": "Gate tables together with the schemas.",
    "rollout": "Across releases.",
    "run": "The run itself: suppressions, waivers, baselines.",
}


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", lambda _: write())
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write() -> None:
    """Write all generated pages; a page that stays the same keeps its time."""
    pages = dict(rule_pages())
    for old in (DOCS / "rules").glob("*.md"):
        if f"rules/{old.name}" not in pages:
            old.unlink()
    pages["reference/commands.md"] = commands()
    pages["reference/settings.md"] = settings()
    for name, text in pages.items():
        page = DOCS / name
        page.parent.mkdir(exist_ok=True)
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
    schemas()


def printed(*arguments: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main([*arguments])
    if code:
        sys.exit(f"wirelint {' '.join(arguments)} exited {code}")
    return out.getvalue()


# --- rules


def rule_pages() -> Iterator[tuple[str, str]]:
    rules = json.loads(printed("rule", "--format", "json"))
    yield "rules/index.md", rule_index(rules)
    for rule in rules:
        yield (
            f"rules/{rule['name']}.md",
            # Not in the tree of contents: two hundred entries in the margin of each page cost a
            # minute a build, and nobody finds a rule there.
            "---\norphan: true\n---\n\n" + printed("rule", rule["name"], "--format", "markdown"),
        )


def rule_index(rules: list[dict[str, Any]]) -> str:
    lines = [
        "# Rules",
        "",
        f"There are {len(rules)} rules. Each has a page: what it finds, which peer breaks and why, a",
        "bad and a good example, and how to let a finding stand. `wirelint rule NAME` prints the same",
        "page. Names and categories work in `--select`, `--ignore`, `--severity` and in",
        "suppression comments.",
        "",
        "Severities: an *error* breaks peers or data, or Kafka's generator refuses it. A *warning* is",
        "probably wrong; a person must look. An *info* is worth knowing. *Off* runs when selected.",
    ]
    for category, members in groupby(rules, key=lambda rule: rule["category"]):
        lines += ["", f"## {category}", "", CATEGORIES[category], ""]
        lines += ["| rule | severity | what it finds |", "| --- | --- | --- |"]
        for rule in members:
            severity = rule["severity"] if rule["on"] else "off"
            name = rule["name"]
            lines.append(f"| [`{name}`]({name}.md) | {severity} | {cell(rule['summary'])} |")
    return "\n".join([*lines, ""])


# --- commands


def commands() -> str:
    parser = command_line()
    lines = [
        "# Commands",
        "",
        "Generated from the parser of the command line; `wirelint COMMAND --help` prints the same.",
        "",
        "Exit codes of every command:",
        "",
        "| code | meaning |",
        "| --- | --- |",
        "| 0 | nothing at or above `--fail-on` (error by default); the answer is yes |",
        "| 1 | such findings; the answer is no |",
        "| 2 | wrong usage, an unreadable configuration or baseline, nothing found to check |",
        "| 3 | a fault of wirelint itself; the message says what to report |",
    ]
    lines += described(parser, 1)
    return "\n".join(lines) + "\n"


def described(parser: argparse.ArgumentParser, depth: int) -> Iterator[str]:
    """A section for each command below `parser`, and below those."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            continue
        for name, command in action.choices.items():
            yield from ("", f"{'#' * (depth + 1)} {command.prog}", "")
            helps = {one.dest: one.help for one in action._choices_actions}  # noqa: SLF001
            yield command.description or f"{(helps.get(name) or '').capitalize()}."
            yield from ("", "```text", usage(command), "```", "")
            rows = [
                one
                for one in command._actions  # noqa: SLF001
                if not isinstance(one, argparse._SubParsersAction | argparse._HelpAction)  # noqa: SLF001
                and one.help is not argparse.SUPPRESS
            ]
            if rows:
                yield from ("| argument | meaning |", "| --- | --- |")
                yield from (f"| {names(one)} | {explained(one)} |" for one in rows)
            yield from described(command, depth + 1)


def usage(parser: argparse.ArgumentParser) -> str:
    return parser.format_usage().removeprefix("usage: ").replace("\n       ", "\n").rstrip()


def names(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else ""
    if not action.option_strings:
        return f"`{value or action.dest.upper()}`"
    if action.nargs == 0:
        value = ""
    elif not value and not action.choices:
        value = action.dest.upper()
    if action.nargs == "?" and value:
        value = f"[{value}]"
    text = f"{', '.join(action.option_strings)} {value}".rstrip()
    return f"`{text}`"


def explained(action: argparse.Action) -> str:
    parts = [cell(action.help)] if action.help else []
    if action.choices and action.nargs != 0:
        parts.append(", ".join(f"`{choice}`" for choice in action.choices))
    return ": ".join(parts)


# --- settings


def settings() -> str:
    text = (files("wirelint.config") / "wirelint.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    lines = [
        "# Settings",
        "",
        "Generated from the JSON Schema of `wirelint.toml`. [Configuration](configuration.md) says how",
        "the file is found and shows the settings at work.",
    ]
    plain: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name, value in schema["properties"].items():
        (tables if fields(value) else plain)[name] = value
    lines += ["", "## At the top", "", *table(plain, set())]
    for name, value in tables.items():
        title = f"[[{name}]]" if value["type"] == "array" else f"[{name}]"
        inner = value.get("items", value)
        lines += ["", f"## `{title}`", "", sentence(value["description"])]
        if value["type"] == "array":
            lines[-1] += " Repeat the table for each."
        lines += ["", *table(fields(value), set(inner.get("required", ())))]
    return "\n".join(lines) + "\n"


def fields(value: dict[str, Any]) -> dict[str, Any]:
    inner = value.get("items", value)
    found: dict[str, Any] = inner.get("properties", {})
    return found


def table(properties: dict[str, Any], required: set[str]) -> Iterator[str]:
    yield from ("| setting | value | meaning |", "| --- | --- | --- |")
    for name, value in properties.items():
        must = " (required)" if name in required else ""
        yield f"| `{name}`{must} | {kind(value)} | {cell(sentence(value['description']))} |"


def kind(value: dict[str, Any]) -> str:
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    types = value["type"] if isinstance(value["type"], list) else [value["type"]]
    words = []
    for one in types:
        if one == "array":
            words.append("list of " + plural(kind(value["items"])))
        elif one == "object":
            words.append(f"table of {plural(kind(value['additionalProperties']))}")
        else:
            words.append({"string": "text", "integer": "number", "boolean": "yes or no"}[one])
    return " or ".join(words)


def plural(text: str) -> str:
    return {"text": "texts", "number": "numbers"}.get(text, text.replace("list", "lists", 1))


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("%%", "%")


# --- schemas


def schemas() -> None:
    """The JSON Schemas, to be fetched from the site as they are."""
    target = DOCS / "_site" / "schemas"
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(DOCS / "reference" / "report.schema.json", target / "report.schema.json")
    for package, name in (
        ("wirelint.schema", "message.schema.json"),
        ("wirelint.config", "wirelint.schema.json"),
    ):
        text = (files(package) / name).read_text(encoding="utf-8")
        (target / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
