# Each class is made twice, by the standard's decorator and by ours, from one text.
"""The decorator of classes behaves as the standard's."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelint import lazy_dataclass

HEAD = "from __future__ import annotations\nfrom functools import cached_property\n"
CLASSES = """
@dataclass({options})
class Point:
    x: int
    y: int = 2
    tail: list = field(default_factory=list, compare=False, repr=False)

    def sum(self):
        return self.x + self.y

@dataclass({options})
class Named(Point):
    name: str = "n"
    y: int = 5

@dataclass({options})
class Empty:
    pass
"""
OPTIONS = [
    ", ".join(filter(None, picks))
    for picks in product(("", "frozen=True"), ("", "slots=True"), ("", "kw_only=True"))
]
OURS = SimpleNamespace(dataclass=lazy_dataclass.dataclass, field=lazy_dataclass.field)


def made(by: Any, text: str) -> dict[str, Any]:
    module = ModuleType(f"made_by_{'us' if by is OURS else 'the_standard'}")
    sys.modules[module.__name__] = module
    vars(module).update(dataclass=by.dataclass, field=by.field)
    exec(HEAD + text, vars(module))
    return vars(module)


def both(options: str) -> tuple[dict[str, Any], dict[str, Any]]:
    text = CLASSES.format(options=options)
    return made(OURS, text), made(dataclasses, text)


def outcome(act: Callable[[], Any]) -> Any:
    """What a call gives; the standard's errors for one fault differ among its options."""
    try:
        return act()
    except (AttributeError, TypeError):
        return "refused"


values = st.integers(-1, 2)
arguments = st.lists(values, max_size=4)
named = st.dictionaries(st.sampled_from(["x", "y", "tail", "name", "other"]), values)


@pytest.mark.parametrize("options", OPTIONS)
def test_instances_are_made_shown_and_compared_alike(options: str) -> None:
    ours, theirs = both(options)

    @given(st.sampled_from(["Point", "Named", "Empty"]), arguments, named, arguments)
    def alike(name: str, given_: list[int], by_name: dict[str, int], others: list[int]) -> None:
        def told(classes: dict[str, Any]) -> list[Any]:
            def make() -> Any:
                return classes[name](*given_, **by_name)

            def other() -> Any:
                return classes[name](*others, **by_name)

            return [
                outcome(lambda: repr(make())),
                outcome(lambda: make() == other()),
                outcome(lambda: make() == make()),
                outcome(lambda: hash(make()) == hash(make())),
                outcome(lambda: make().sum()),
                outcome(lambda: make().tail),
                outcome(lambda: setattr(make(), "x", 1)),
                outcome(lambda: setattr(make(), "unknown", 1)),
                outcome(lambda: delattr(make(), "x")),
            ]

        assert told(ours) == told(theirs)

    alike()


@pytest.mark.parametrize("options", ["", "frozen=True", "slots=True", "frozen=True, slots=True"])
def test_instances_are_copied_pickled_replaced_and_matched(options: str) -> None:
    ours, _ = both(options)
    one = ours["Named"](1, name="n", tail=[3])
    for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (twin, twin.tail) == (one, [3])
    changed = lazy_dataclass.replace(one, name="m")
    assert (changed.x, changed.y, changed.tail, changed.name) == (1, 5, [3], "m")
    assert dataclasses.replace(one, name="m") == changed
    assert [field.name for field in lazy_dataclass.fields(one)] == ["x", "y", "tail", "name"]
    assert dataclasses.asdict(one) == {"x": 1, "y": 5, "tail": [3], "name": "n"}
    assert one.__match_args__ == ("x", "y", "tail", "name")
    with pytest.raises(TypeError):
        lazy_dataclass.replace(one, unknown=1)


def test_orders_hashes_and_methods_of_a_class_itself_are_kept() -> None:
    text = """
@dataclass(frozen=True, order=True)
class Ordered:
    a: int
    b: str = field(default="", compare=False)

@dataclass(frozen=True, eq=False)
class Itself:
    a: int

    @cached_property
    def twice(self):
        return self.a * 2

@dataclass(frozen=True)
class Own:
    a: int

    def __eq__(self, other):
        return True

    def __repr__(self):
        return "own"
"""
    for classes in (made(OURS, text), made(dataclasses, text)):
        ordered, itself, own = classes["Ordered"], classes["Itself"], classes["Own"]
        assert ordered(1, "z") < ordered(2) <= ordered(2, "a") >= ordered(1)
        assert ordered(2) > ordered(1)
        with pytest.raises(TypeError):
            assert ordered(1) < 1
        assert itself(1) != itself(1)
        assert len({itself(1), itself(1)}) == 2
        assert itself(2).twice == 4
        assert own(1) == own(2)
        assert repr(own(1)) == "own"
        assert hash(own(1)) != hash(own(2))


def test_importing_a_class_does_not_import_the_standard_module() -> None:
    code = (
        "import sys\n"
        "from wirelint.lazy_dataclass import dataclass\n"
        "from wirelint.text import SourceText\n"
        "SourceText('a', 'b')\n"
        "sys.exit('dataclasses' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
