# A process that runs the tests takes seconds to start, so none is started: one process collects and
# runs the tests once, with the package's modules noting which stretches of code each test runs. It
# then forks for every mutant; the child puts the mutant's code into the functions that are there and
# runs the tests of that stretch, narrow ones first, up to the first that fails. What a test module or
# a cache has made of the unchanged code would hide a mutant, and so would its being at module level:
# those, and all that survive, are tried again in a fork that has imported nothing of ours yet.
#
# Nothing is written but the results: mutants live in memory.
"""Are the tests able to fail? Changes the code of a package, one small thing at a time, and tries.

python tests/mutation/run.py wire --sample 400 --seed 1
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase
from operators import Mutant, blocks, instrument, mutants

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = {
    "wire": ("wire", "evolution", "gated_schemas", "rules"),
    "evolution": ("evolution", "wire", "gated_schemas", "rules", "upstream"),
    "gates": ("gates", "gates_rules", "gated_schemas", "rules"),
}
MARK: Final = "_mutation_hit"
NO_TESTS: Final = 5
EXAMPLES: Final = 25  # of a property
MEMORY: Final = 6 * 2**30
LARGE_GRAMMARS: Final = ("wirelint.gates.language.parse", "wirelint.gates.readers.grammar")


@dataclass
class Source:
    """A module of the package and what can be changed in it."""

    name: str
    path: Path
    text: str
    tree: ast.Module = field(init=False)
    mutants: list[Mutant] = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)
        blocks(self.tree)
        self.mutants = list(mutants(self.tree))

    def code(self) -> CodeType:
        return compile(self.tree, str(self.path), "exec", dont_inherit=True)

    def instrumented(self) -> CodeType:
        tree = ast.parse(self.text)
        blocks(tree)
        instrument(tree, MARK)
        return compile(tree, str(self.path), "exec", dont_inherit=True)


class Hook(importlib.abc.MetaPathFinder):
    """Imports the named modules from code of ours."""

    def __init__(self, sources: dict[str, Source], code: Callable[[Source], CodeType]) -> None:
        self.sources, self.code = sources, code
        self.made: dict[str, CodeType] = {}
        self.mark: Callable[[Source], Callable[[int], None]] | None = None

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name not in self.sources:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        spec.loader = Loader(name, str(self.sources[name].path), self)
        return spec


class Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, hook: Hook) -> None:
        super().__init__(name, path)
        self.hook = hook

    def exec_module(self, module: ModuleType) -> None:
        name, hook = module.__name__, self.hook
        if hook.mark is not None:
            vars(module)[MARK] = hook.mark(hook.sources[name])
        hook.made[name] = hook.code(hook.sources[name])
        exec(hook.made[name], vars(module))


@dataclass(frozen=True)
class Target:
    """A mutant to try, by its module and its place among the module's mutants."""

    module: str
    index: int


class Recorder:
    """Runs all tests once and then the covering ones for each mutant, in forks."""

    def __init__(
        self, sources: dict[str, Source], targets: list[Target], out: Path, budget: float
    ) -> None:
        self.budget = budget
        self.sources, self.targets, self.out = sources, targets, out
        self.hits: set[tuple[str, int]] = set()
        self.hook = Hook(sources, Source.instrumented)
        self.hook.mark = lambda source: lambda block: self.hits.add((source.name, block))
        self.breadth: dict[str, int] = {}
        self.by_fixture: dict[int, set[tuple[str, int]]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        before, self.hits = self.hits, set()
        yield
        self.by_fixture[id(fixturedef)] = self.hits
        self.hits = before | self.hits

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for name in self.sources:
            importlib.import_module(name)
        caches = _caches()
        taken, covering = self.record(session.items, caches)
        self.hook.mark = None
        live = _live_functions(self.hook.made)
        items = {one.nodeid: one for one in session.items}
        gc.collect()
        gc.freeze()
        started = time.monotonic()
        with self.out.open("a", encoding="utf-8") as out:
            for count, target in enumerate(self.targets, 1):
                source = self.sources[target.module]
                mutant = source.mutants[target.index]
                names = covering[target.module, mutant.block] if mutant.in_function else set()
                chosen = _within_budget(
                    names or _of_module(covering, target.module), taken, self.breadth, self.budget
                )
                status = "module"
                if mutant.in_function:
                    status = "uncovered"
                if mutant.in_function and names:
                    tests = [items[one] for one in chosen]
                    work = partial(self.attempt, source, mutant, tests, taken, live, caches)
                    status = _forked(work, session.config)
                limits = {one: taken[one] for one in chosen}
                print(
                    json.dumps([target.module, target.index, status, limits]), file=out, flush=True
                )
                if count % 50 == 0:
                    _say(f"{count} of {len(self.targets)} in {time.monotonic() - started:.0f} s")
        return True

    def record(
        self, items: list[pytest.Item], caches: list[Any]
    ) -> tuple[dict[str, float], dict[tuple[str, int], set[str]]]:
        taken: dict[str, float] = {}
        covering: dict[tuple[str, int], set[str]] = defaultdict(set)
        for item, following in zip(items, [*items[1:], None], strict=True):
            _few_examples(item)
            for cache in caches:
                cache.cache_clear()
            self.hits = set()
            start = time.process_time()
            reports = runtestprotocol(item, nextitem=following, log=False)
            if any(one.failed for one in reports):
                _say(f"fails unchanged: {item.nodeid}\n{reports[-2].longreprtext[-1500:]}")
                continue
            if any(one.skipped for one in reports):
                continue
            taken[item.nodeid] = time.process_time() - start
            hit = set(self.hits)
            for definitions in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                for one in definitions:
                    hit |= self.by_fixture.get(id(one), set())
            self.breadth[item.nodeid] = len(hit)
            for block in hit:
                covering[block].add(item.nodeid)
        _say(f"{len(taken)} tests took {sum(taken.values()):.0f} s")
        return taken, covering

    def attempt(
        self,
        source: Source,
        mutant: Mutant,
        items: list[pytest.Item],
        taken: dict[str, float],
        live: dict[str, dict[tuple[int, ...], list[FunctionType]]],
        caches: list[Any],
    ) -> str:
        same = _by_path(source.code())
        mutant.apply()
        try:
            changed = _by_path(source.code())
        except SyntaxError:
            return "invalid"
        if [one.co_code for one in same.values()] == [one.co_code for one in changed.values()] and [
            _constants(one) for one in same.values()
        ] == [_constants(one) for one in changed.values()]:
            return "same"
        for path, functions in live[source.name].items():
            for function in functions:
                code = changed.get(path)
                if code is None or code.co_qualname != function.__code__.co_qualname:
                    return "module"
                try:
                    function.__code__ = code
                except ValueError:  # another closure
                    return "module"
        for cache in caches:
            cache.cache_clear()
        for item, following in zip(items, [*items[1:], None], strict=True):
            if _fails(item, following, taken[item.nodeid]):
                return "killed"
        return "survived"


class Fresh:
    """Runs chosen tests up to the first that fails."""

    def __init__(self, taken: dict[str, float]) -> None:
        self.taken, self.failed = taken, False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {name: number for number, name in enumerate(self.taken)}
        items[:] = sorted(
            (one for one in items if one.nodeid in order), key=lambda one: order[one.nodeid]
        )

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        for item, following in zip(items, [*items[1:], None], strict=True):
            if _fails(item, following, self.taken[item.nodeid]):
                self.failed = True
                break
        return True


def fresh(
    sources: dict[str, Source], target: Target, taken: dict[str, float], *, changed: bool = True
) -> str:
    source = sources[target.module]
    if changed:
        source.mutants[target.index].apply()
    hook = Hook({target.module: source}, Source.code)
    sys.meta_path.insert(0, hook)
    plugin = Fresh(taken)
    files = sorted({one.split("::")[0] for one in taken})
    code = _pytest(files, plugin)
    return "killed" if plugin.failed or code not in {0, NO_TESTS} else "survived"


def _pytest(arguments: Sequence[str], plugin: object) -> int:
    os.chdir(ROOT)
    quiet = ["-s", "-q", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    for one in ("cacheprovider", "xdist"):
        quiet += ["-p", f"no:{one}"]
    return int(pytest.main([*quiet, *arguments], plugins=[plugin]))


def _fails(item: pytest.Item, following: pytest.Item | None, taken: float) -> bool:
    _few_examples(item)
    signal.setitimer(signal.ITIMER_PROF, 4 * taken + 3)  # its signal ends the process
    return any(one.failed for one in runtestprotocol(item, nextitem=following, log=False))


def _few_examples(item: pytest.Item) -> None:
    function = getattr(item, "obj", None)
    function = getattr(function, "__func__", function)
    given = getattr(function, "_hypothesis_internal_use_settings", None)
    if function is not None and given is not None:
        function._hypothesis_internal_use_settings = hypothesis.settings(
            given,
            max_examples=min(given.max_examples, EXAMPLES),
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
        )


def _forked(work: Callable[[], str], config: pytest.Config | None = None) -> str:
    """Do it in a fork that may go wrong in any way; return what it says."""
    words = ("killed", "survived", "same", "invalid", "module")
    folder = tempfile.mkdtemp(dir="/dev/shm")
    child = os.fork()
    if child == 0:
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for one in (0, 1, 2):
                os.dup2(nothing, one)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            if config is not None:
                config._tmp_path_factory._basetemp = Path(folder)  # type: ignore[attr-defined]
            status = words.index(work())
        except BaseException:  # noqa: BLE001 - a mutant may raise anything
            status = 0
        os._exit(status)
    end = time.monotonic() + 400
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            status = signal.SIGKILL
            break
        time.sleep(0.003)
    shutil.rmtree(folder, ignore_errors=True)
    if os.WIFSIGNALED(status) or not os.WIFEXITED(status):
        return "timeout"
    code = os.WEXITSTATUS(status)
    return words[code] if code < len(words) else "killed"


def _within_budget(
    names: set[str], taken: dict[str, float], breadth: dict[str, int], budget: float
) -> list[str]:
    """Tests that run little first: they are about what they run."""
    chosen: list[str] = []
    total = 0.0
    for name in sorted(names, key=lambda one: (breadth[one], one)):
        total += taken[name]
        if chosen and total > budget:
            break
        chosen.append(name)
    return chosen


def _of_module(covering: dict[tuple[str, int], set[str]], module: str) -> set[str]:
    """The tests that run anything of a module, or else of its package."""
    found: set[str] = set()
    package = module.rpartition(".")[0]
    for wanted in (module, package):
        for (name, _), tests in covering.items():
            if name == wanted or (wanted == package and name.startswith(package)):
                found |= tests
        if found:
            break
    return found


def _caches() -> list[Any]:
    found = []
    for name, module in list(sys.modules.items()):
        if (
            name.split(".")[0] in {"wirelint", "wirelint_rules", "support"}
            and name not in LARGE_GRAMMARS
        ):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    found.append(value)
    return found


def _by_path(code: CodeType) -> dict[tuple[int, ...], CodeType]:
    """The code in a code: of functions, classes and what they hold."""
    found: dict[tuple[int, ...], CodeType] = {}

    def walk(one: CodeType, path: tuple[int, ...]) -> None:
        found[path] = one
        inner = [value for value in one.co_consts if isinstance(value, CodeType)]
        for number, value in enumerate(inner):
            walk(value, (*path, number))

    walk(code, ())
    return found


def _constants(code: CodeType) -> list[tuple[type, object]]:
    known = [(type(one), one) for one in code.co_consts if not isinstance(one, CodeType)]
    return [*known, (tuple, code.co_names)]


def _live_functions(
    made: dict[str, CodeType],
) -> dict[str, dict[tuple[int, ...], list[FunctionType]]]:
    where = {
        id(code): (name, path)
        for name, whole in made.items()
        for path, code in _by_path(whole).items()
    }
    found: dict[str, dict[tuple[int, ...], list[FunctionType]]] = {name: {} for name in made}
    for one in gc.get_objects():
        if type(one) is FunctionType and id(one.__code__) in where:
            name, path = where[id(one.__code__)]
            found[name].setdefault(path, []).append(one)
    return found


def _say(text: str) -> None:
    os.write(2, f"{text}\n".encode())


def _sources(package: str) -> dict[str, Source]:
    base = ROOT / "linter" / "wirelint" / package
    found = {}
    for path in sorted(base.rglob("*.py")):
        parts = path.relative_to(ROOT / "linter").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Source(name, path, path.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Try mutants of a package and list what survives."""
    given = _arguments()
    sources = _sources(given.package)
    targets = _targets(given, sources)
    _say(f"{len(targets)} mutants of {given.package}")
    rough = given.results.with_suffix(".rough")
    rough.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        recorder = Recorder(sources, targets, rough, given.budget)
        sys.meta_path.insert(0, recorder.hook)
        folders = [f"tests/{one}" for one in given.tests or TESTS[given.package]]
        os._exit(_pytest([*folders, "-k", given.select], recorder))
    if os.waitpid(child, 0)[1] not in {0, NO_TESTS << 8}:  # pytest itself ran none of them
        _say("the first run failed")
        return 2
    results = [json.loads(line) for line in rough.read_text(encoding="utf-8").splitlines()]
    return _report(given, sources, _again(given, sources, results))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", choices=TESTS)
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, not all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants of modules with this in their name")
    parser.add_argument("--again", type=Path, help="the survivors of these results")
    parser.add_argument(
        "--results", type=Path, default=Path(tempfile.gettempdir()) / "mutants.jsonl"
    )
    parser.add_argument(
        "--budget", type=float, default=20, help="seconds of tests per mutant, dearer ones left out"
    )
    parser.add_argument("--quick", action="store_true", help="believe what survives at first")
    parser.add_argument("--select", default="", help="tests as of pytest's -k")
    parser.add_argument("--tests", nargs="*", help="folders of tests")
    return parser.parse_args()


def _targets(given: argparse.Namespace, sources: dict[str, Source]) -> list[Target]:
    targets = [
        Target(name, index)
        for name, one in sources.items()
        for index in range(len(one.mutants))
        if given.only in name
    ]
    if given.again:
        lines = given.again.read_text(encoding="utf-8").splitlines()
        wanted = {tuple(json.loads(line)["key"]) for line in lines}
        targets = [one for one in targets if _key(sources, one) in wanted]
    if not 0 < given.sample < len(targets):
        return targets
    return sorted(
        random.Random(given.seed).sample(targets, given.sample),
        key=lambda one: (one.module, one.index),
    )


def _again(
    given: argparse.Namespace, sources: dict[str, Source], results: list[Any]
) -> Iterator[tuple[Target, str, int]]:
    """What came of each mutant in the end, and by how many tests."""
    in_doubt = {"module"} if given.quick else {"module", "survived"}
    is_sound = False
    for module, index, status, taken in results:
        target = Target(module, index)
        if taken and status in in_doubt:
            if not is_sound:
                unchanged = _forked(partial(fresh, sources, target, taken, changed=False))
                if unchanged != "survived":
                    raise SystemExit(f"a fork without a mutant is {unchanged}")
                is_sound = True
            yield target, _forked(partial(fresh, sources, target, taken)), len(taken)
        else:
            yield target, status, len(taken)


def _report(
    given: argparse.Namespace,
    sources: dict[str, Source],
    results: Iterator[tuple[Target, str, int]],
) -> int:
    counts: dict[str, int] = defaultdict(int)
    by_module: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    with given.results.open("w", encoding="utf-8") as out:
        for target, status, tests in results:
            counts[status] += 1
            by_module[target.module][0] += status not in {"same", "invalid"}
            if status in {"survived", "uncovered", "module"}:
                by_module[target.module][1] += 1
                source = sources[target.module]
                mutant = source.mutants[target.index]
                path = source.path.relative_to(ROOT)
                print(f"{path}:{mutant.line}: {status}: {mutant.text}", flush=True)
                line = {"key": _key(sources, target), "tests": tests}
                print(json.dumps(line), file=out, flush=True)
    for module, (tried, left) in sorted(by_module.items()):
        print(f"{module:48} {tried:5} {left:5}")
    killed = counts["killed"] + counts["timeout"]
    total = sum(counts.values()) - counts["same"] - counts["invalid"]
    share = f"{killed / max(total, 1):.1%}"
    print(f"{given.package}: {dict(counts)}: {killed} of {total} killed, {share}")
    return 0


def _key(sources: dict[str, Source], target: Target) -> tuple[str, str, str]:
    """What names a mutant when lines move: module, change, text of the line."""
    source = sources[target.module]
    mutant = source.mutants[target.index]
    return target.module, mutant.text, source.text.splitlines()[mutant.line - 1].strip()


if __name__ == "__main__":
    sys.exit(main())
