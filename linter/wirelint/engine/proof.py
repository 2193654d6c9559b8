"""`--witness`: bytes that prove a change of a released layout."""

from __future__ import annotations

from collections.abc import Iterable

from wirelint.config.model import Settings
from wirelint.diagnostics import Category, Diagnostic
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.compare import trees_of
from wirelint.engine.load import Schema
from wirelint.engine.report import JsonObject
from wirelint.evolution.pairing import MessagePair, pair_trees
from wirelint.profiles import Profile
from wirelint.schema.dialect import Dialect
from wirelint.wire.annotate import line_json
from wirelint.wire.witness import Outcome, Witness, render, witness


def prove(
    found: Iterable[Diagnostic],
    baselines: Iterable[BaselineInput],
    schemas: Iterable[Schema],
    *,
    settings: Settings,
    profile: Profile,
    dialect: Dialect,
) -> dict[int, JsonObject]:
    """A witness for the findings of category evolution, by the `id()` of the diagnostic.

    One for each message and version, with the first finding that concerns it; none where no value
    shows a difference.
    """
    pairs: dict[str, MessagePair] = {}
    known = tuple(schemas)
    for baseline in sorted(baselines, key=lambda one: not one.softer):
        for pair in pair_trees(trees_of(baseline, known, settings, profile, dialect)):
            pairs[pair.path] = pair
    tried: set[tuple[str, int]] = set()
    proofs: dict[int, JsonObject] = {}
    for one in found:
        path, versions = one.finding.at.source.path, one.finding.versions
        if one.category is not Category.EVOLUTION or not versions or path not in pairs:
            continue
        pair = pairs[path]
        shared = versions & pair.shared
        if not shared or (path, shared.low) in tried:
            continue
        tried.add((path, shared.low))
        assert pair.before is not None
        assert pair.after is not None
        proof = witness(pair.before, pair.after, shared.low)
        if proof is not None and proof.outcome is not Outcome.SAME:
            proofs[id(one)] = _json(proof)
    return proofs


def _json(proof: Witness) -> JsonObject:
    return {
        "message": proof.message,
        "version": proof.version,
        "writer": proof.writer.value,
        "outcome": proof.outcome.value,
        "hex": proof.data.hex(),
        "offset": proof.offset,
        "field": proof.path,
        "reason": proof.reason,
        "written": [line_json(line) for line in proof.written],
        "read": [line_json(line) for line in proof.read],
        "text": render(proof),
    }
