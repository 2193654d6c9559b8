"""Laws of layouts, codec and witnesses, on generated schemas."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from support.wire import mutated, random_value, schemas
from wirelint.schema.defaults import check_default
from wirelint.schema.model import Message, sites
from wirelint.wire.codec import CodecError, bound_at
from wirelint.wire.example import Style, example
from wirelint.wire.layout import Bound, bind, layout_at, layouts
from wirelint.wire.reading import read, try_read
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown, render_text, to_json
from wirelint.wire.witness import Outcome, witness
from wirelint.wire.writing import write

SEEDS = st.integers(0, 2**32)
BROKEN = {Outcome.FAILS, Outcome.MISREADS, Outcome.LEAVES_BYTES, Outcome.DEFAULTS, Outcome.LOSES}


@given(schemas())
def test_generated_schemas_have_sound_defaults(message: Message) -> None:
    assert not any(check_default(site.field) for site in sites(message))


@given(schemas())
def test_classes_are_the_runs_of_equal_layouts(message: Message) -> None:
    classes = layouts(message)
    assert [v for one in classes for v in one.versions] == list(message.valid_versions)
    assert all(one.layout is not other.layout for one, other in pairwise(classes))
    for one in classes:
        for version in one.versions:
            bound = bind(message, version)
            assert bound is not None
            assert bound.layout is one.layout is layout_at(message, version)
            assert tuple(slot.slot for slot in bound.slots) == one.layout.slots
            assert tuple((tag.tag, tag.slot) for tag in bound.tags) == (one.layout.tags or ())


@given(schemas(), SEEDS)
def test_what_is_written_is_read_back(message: Message, seed: int) -> None:
    random = Random(seed)
    for version in message.valid_versions:
        bound = bound_at(message, version)
        data = write(bound, random_value(bound, random))
        attempt = try_read(bound, data)
        if isinstance(attempt.result, CodecError):
            # A reader takes an array for hostile that has more elements than bytes are left, as
            # those of structs without fields have.
            assert "element" in attempt.result.reason
            continue
        assert attempt.rest == 0
        assert write(bound, attempt.result) == data
        assert sum(part.length for part in attempt.parts) == len(data)
        assert [part.offset for part in attempt.parts] == sorted(p.offset for p in attempt.parts)


@given(schemas(), st.binary(max_size=60), SEEDS)
def test_no_bytes_break_the_reader(message: Message, noise: bytes, seed: int) -> None:
    random = Random(seed)
    for version in message.valid_versions:
        bound = bound_at(message, version)
        data = bytearray(write(bound, random_value(bound, random)))
        for _ in range(3):
            if data:
                data[random.randrange(len(data))] = random.choice((0, 1, 127, 128, 255))
        for tried in (noise, bytes(data), bytes(data[: random.randint(0, len(data))])):
            attempt = try_read(bound, tried)
            if not isinstance(attempt.result, CodecError):
                assert sum(part.length for part in attempt.parts) == len(tried)
                again = write(bound, attempt.result)  # NaN is not equal to itself, its bytes are
                assert write(bound, read(bound, again).value) == again


@given(schemas())
def test_examples_are_written_and_read_back(message: Message) -> None:
    for version in message.valid_versions:
        bound = bound_at(message, version)
        for style in Style:
            assert example(bound, style) == example(bound, style)
            write(bound, example(bound, style))


@given(schemas(), SEEDS)
def test_a_witness_tells_layouts_apart(before: Message, seed: int) -> None:
    after = mutated(before, Random(seed))
    for version in before.valid_versions:
        found = witness(before, after, version)
        assert found is not None
        if layout_at(before, version) is layout_at(after, version):
            assert found.outcome not in {Outcome.FAILS, Outcome.LEAVES_BYTES, Outcome.LOSES}
        elif not any(has_idle_tag(bound_at(one, version)) for one in (before, after)):
            assert found.outcome in BROKEN, found.reason


def has_idle_tag(bound: Bound) -> bool:
    """Whether a tag holds a struct without fields: never written, so never seen to differ."""
    for member in (*bound.members, *bound.tagged):
        inner = member.inner
        if inner is not None:
            idle = not (inner.members or inner.tagged)
            if (idle and member.tag is not None) or has_idle_tag(inner):
                return True
    return False


@given(schemas())
def test_a_schema_has_no_witness_against_itself(message: Message) -> None:
    for version in message.valid_versions:
        found = witness(message, message, version)
        assert found is not None
        assert found.outcome is Outcome.SAME


@given(schemas(), st.integers(0, 3))
def test_whatever_is_laid_out_can_be_shown(message: Message, version: int) -> None:
    for data in (show(message), show(message, version, example=True)):
        text = render_text(data)
        assert render_markdown(data)
        assert to_json(data)
        for site in sites(message):
            if data.detail is None and site.owner is message and site.versions:
                assert site.field.name in text
