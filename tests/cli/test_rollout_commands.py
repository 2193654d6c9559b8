"""`negotiate`, `matrix` and `plan` as a user types them, on trees that mean no good too."""

from __future__ import annotations

import html.parser
import json

import pytest

from support.releases import KRABKA, ask, run
from wirelint.cli import main

EVIL = "</script><img src=x onerror=alert(1)>\x1b[31m\"'`|"


def schema(name: str, versions: str, key: int = 7, **more: object) -> str:
    return json.dumps(
        {
            "apiKey": key, "type": "request", "listeners": ["broker"], "name": name,
            "validVersions": versions, "flexibleVersions": "none", "fields": [], **more,
        }
    )  # fmt: skip


@pytest.fixture
def folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for release, versions in (("1.0.0", "0-1"), ("2.0.0", "1-3"), ("3.0.0", "2-4")):
        (tmp_path / release).mkdir()
        (tmp_path / release / "PingRequest.json").write_text(schema("PingRequest", versions))
    return tmp_path


def fails(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 2
    return capsys.readouterr().err


def test_folders_are_releases(folders, capsys):
    code, answer = ask(capsys, "negotiate", "--client", "1.0.0", "--broker", "2.0.0")
    assert code == 0
    assert answer["rpcs"] == [
        {
            "rpc": "Ping", "key": 7, "allowed": "0-1", "advertised": "1-3", "served": "1-3",
            "outcome": "ok", "version": 1, "reason": "the newest that the sender knows",
            "decided_by": {"path": "PingRequest.json", "line": 1, "revision": "1.0.0"},
            "headers": {"request": 1, "response": None},
        }
    ]  # fmt: skip
    assert ask(capsys, "negotiate", "--client", "1.0.0", "--broker", "3.0.0")[0] == 1


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
def test_every_format_says_the_outcome(folders, capsys, format):
    code, text = run(
        capsys, "negotiate", "--client", "1.0.0", "--broker", "3.0.0", "--format", format
    )
    assert code == 1
    assert "abort" in text
    code, text = run(capsys, "matrix", "--releases", "1.0.0,2.0.0,3.0.0", "--format", format)
    assert code == 1
    assert "abort" in text


def test_a_ledger_keeps_releases_too(folders, capsys):
    for release in ("1.0.0", "3.0.0"):
        assert main(["ledger", "record", release, "--from", release]) == 0
    code, answer = ask(
        capsys, "negotiate", "--client", "wirelint.lock#1.0.0", "--broker", "wirelint.lock#3.0.0"
    )
    assert (code, answer["rpcs"][0]["outcome"]) == (1, "abort")
    code, matrix = ask(capsys, "matrix", "--releases", "wirelint.lock")
    assert (code, matrix["releases"]) == (1, ["1.0.0", "3.0.0"])


def test_a_live_broker_is_asked_by_its_answer(folders, capsys):
    (folders / "answer.txt").write_text("x:1 (id: 1 rack: null) -> (\n\tPing(7): 0 to 2\n)\n")
    live = ("--broker-api-versions", "answer.txt")
    code, answer = ask(capsys, "negotiate", "--client", "3.0.0", *live)
    assert (code, answer["rpcs"][0]["version"]) == (0, 2)
    assert answer["notes"] == ["what the live broker lists is taken for what it serves"]
    code, answer = ask(capsys, "negotiate", "--client", "1.0.0", "--broker", "3.0.0", *live)
    assert (code, answer["rpcs"][0]["outcome"]) == (1, "close")  # it lists what it does not serve


def test_a_configuration_may_list_a_wider_range(folders, capsys):
    (folders / "wirelint.toml").write_text(
        '[[advertise]]\nmessage = "PingRequest"\nversions = "0-3"\nreason = "old clients"\n'
    )
    code, answer = ask(capsys, "negotiate", "--client", "1.0.0", "--broker", "3.0.0")
    choice = answer["rpcs"][0]
    assert (code, choice["outcome"], choice["advertised"]) == (1, "close", "0-4")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("negotiate", "--client", "1.0.0"), "who receives?"),
        (("negotiate", "--broker", "1.0.0"), "who sends?"),
        (("negotiate", "--client-range", "x", "--broker-range", "1"), "no range of versions"),
        (("negotiate", "--client-range", "1", "--broker", "1.0.0"), "needs --rpc NAME"),
        (("negotiate", "--client", "1.0.0", "--broker", "1.0.0", "--rpc", "Pin"), "mean `Ping`"),
        (("negotiate", "--client", "1.0.0", "--broker", "1.0.0", "--path", "up"), "no such path"),
        (
            ("negotiate", "--client", "1.0.0", "--broker", "1.0.0", "--finalized", "a=1"),
            "there is no gate table",
        ),
        (("plan", "--from", "1.0.0", "--to", "2.0.0"), "there is no gate table"),
        (("plan", "--from", "1.0.0", "--to", "2.0.0", "--gates", "none.gates"), "does not exist"),
        (("matrix", "--releases", " , "), "names no release"),
        (("matrix", "--releases", "1.0.0,4.0.0"), "4.0.0"),
    ],
)
def test_wrong_usage_says_what_to_do(folders, capsys, arguments, says):
    assert says in fails(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--order", "binaries,krabka.versio"), "is no step"),
        (("--order", "foreign"), "needs --foreign"),
        (
            ("--foreign", "kafak"),
            "--foreign kafak: no gate table speaks of it; did you mean `kafka`?",
        ),
        (("--foreign", "pulsar"), "they speak of kafka, krabka"),
        (("--finalized", "krabka.version=level-9"), "has no level"),
        (("--finalized", "kafka.version=1"), "there is no feature"),
    ],
)
def test_wrong_steps_and_levels_say_what_there_is(folders, capsys, arguments, says):
    plan = ("plan", "--from", "1.0.0", "--to", "2.0.0", "--gates", KRABKA)
    assert says in fails(capsys, *plan, *arguments)


def test_a_release_that_nobody_knows_is_an_error_and_no_safe_plan(folders, capsys):
    plan = ("plan", "--from", "1.0.0", "--to", "9.9.9", "--gates", KRABKA)
    assert "9.9.9" in fails(capsys, *plan)


class _Page(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.scripts = 0

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.scripts += tag == "script"


def parsed(page: str) -> _Page:
    parser = _Page()
    parser.feed(page)
    return parser


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_names_of_a_stranger_stay_names(tmp_path, monkeypatch, capsys, format):
    monkeypatch.chdir(tmp_path)
    for release, versions in (("1.0.0", "0"), ("2.0.0", "1")):
        (tmp_path / release).mkdir()
        (tmp_path / release / "x.json").write_text(schema(f"{EVIL}Request", versions))
    (tmp_path / "x.gates").write_text(
        "gates 1\nreleases 1.0.0 2.0.0\nfeature own.version {\n  carrier record\n"
        "  supports 0 to 2\n  level 0 in 1.0.0\n"
        "  level 1 `</script><img src=x onerror=alert(1)>` in 1.0.0\n"
        '  level 2 in 2.0.0 barrier "<b onclick=alert(1)>|` no way back"\n}\n'
    )
    pages = [
        run(capsys, "negotiate", "--client", "1.0.0", "--broker", "2.0.0", "--format", format),
        run(capsys, "matrix", "--releases", "1.0.0,2.0.0", "--format", format),
        run(
            capsys, "plan", "--from", "1.0.0", "--to", "2.0.0", "--gates", "x.gates",
            "--current", "own.version=1", "--format", format,
        ),
    ]  # fmt: skip
    for _, text in pages:
        assert "\x1b" not in text
        if format == "html":
            page = parsed(text)
            assert "img" not in page.tags
            assert "b" not in page.tags
            assert not any(name.startswith("on") for name in page.attributes)
            assert page.scripts in {0, 2}
        elif format == "markdown":
            assert "<img" not in text
            assert "<b " not in text
        elif format == "json":
            json.loads(text)
    assert all(EVIL[:10] in text or format != "text" for _, text in pages[:2])


def test_output_goes_to_a_file(folders, capsys):
    code, printed = run(
        capsys, "matrix", "--releases", "1.0.0,2.0.0", "--format", "html", "--output", "m.html"
    )
    assert (code, printed) == (0, "")
    assert (folders / "m.html").read_text().startswith("<!doctype html>")
