"""Which rules run and how much they matter: decided once, before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wirelint.diagnostics import Category, Diagnostic, Finding, Severity
from wirelint.lazy_dataclass import dataclass, field
from wirelint.rule import AnyRule


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The user's say over rules.

    `select`, `ignore` and the keys of `severities` are names of rules or categories; an empty
    `select` means all. `generation` is the dialect's: what an older generator let pass is a
    warning there. A name beats a category, the later of two settings of one kind beats the earlier.
    """

    select: Collection[str] = ()
    extend_select: Collection[str] = ()
    ignore: Collection[str] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    generation: str | None = None

    def runs(self, rule: AnyRule) -> bool:
        """Whether the rule is on.

        Naming a rule in `select` or `extend_select` beats everything but naming it in `ignore`.
        """
        if self._named(rule, self.ignore):
            return False
        if self._named(rule, self.select) or self._named(rule, self.extend_select):
            return True
        category = rule.category.value
        if category in self.ignore or self.severity(rule) is Severity.OFF:
            return False
        if not rule.on and not self._named(rule, self.severities):
            return False
        return not self.select or category in self.select or category in self.extend_select

    def runs_category(self, category: Category) -> bool:
        """Whether any rule of the category may be on; cheap, before its rules are imported."""
        if not self.select and not self.extend_select:
            return category.value not in self.ignore
        names = {*self.select, *self.extend_select}
        known = {one.value for one in Category}
        return category.value in names or bool(names - known)

    def severity(self, rule: AnyRule, finding: Finding | None = None) -> Severity:
        """The setting for the rule, else for its category, else what the finding or rule says."""
        own = finding.severity if finding is not None else None
        severity = rule.severity if own is None else own
        for name in (rule.id, *rule.aliases, rule.family, rule.category.value):
            if name is not None and name in self.severities:
                set_to = self.severities[name]
                # Off, and yet run: it was selected by name.
                return severity if set_to is Severity.OFF and finding is not None else set_to
        if severity is Severity.ERROR and rule.generation is not None and self.generation == "2.x":
            return Severity.WARNING
        return severity

    def _named(self, rule: AnyRule, names: Collection[str]) -> bool:
        return bool(names) and any(one in names for one in (rule.id, *rule.aliases, rule.family))


class Dispatch:
    """The rules that are on, found by what they look at."""

    def __init__(self, policy: Policy, rules: Iterable[AnyRule]) -> None:
        self._policy = policy
        self.rules = tuple(rule for rule in rules if policy.runs(rule))
        self._always: dict[type, list[AnyRule]] = {}
        self._by_key: dict[type, dict[str, list[AnyRule]]] = {}
        # Most subjects of a kind have one of a few sets of keys.
        self._chosen: dict[tuple[type, tuple[str, ...]], tuple[AnyRule, ...]] = {}
        for rule in self.rules:
            if rule.keys:
                table = self._by_key.setdefault(rule.subject, {})
                for key in rule.keys:
                    table.setdefault(key, []).append(rule)
            else:
                self._always.setdefault(rule.subject, []).append(rule)

    def wants(self, subject: type) -> bool:
        return subject in self._always or subject in self._by_key

    def run(self, subject: Any, message_name: str | None = None) -> Iterator[Diagnostic]:
        """Apply the rules that look at this subject."""
        for rule in self._rules_for(subject):
            check: Callable[[Any], Iterable[Finding]] = rule.check
            for finding in check(subject):
                yield Diagnostic(
                    rule=rule.id,
                    category=rule.category,
                    severity=self._policy.severity(rule, finding),
                    finding=finding,
                    message_name=message_name,
                    family=rule.family,
                )

    def _rules_for(self, subject: Any) -> Sequence[AnyRule]:
        """Those for every subject of its kind, then those for the keys it has, each once."""
        kind = type(subject)
        always = self._always.get(kind, ())
        table = self._by_key.get(kind)
        if table is None:
            return always
        keys = tuple(key for key in subject.origin.json if key in table)
        chosen = self._chosen.get((kind, keys))
        if chosen is None:
            keyed = (rule for key in keys for rule in table.get(key, ()))
            chosen = (*always, *{id(rule): rule for rule in keyed}.values())
            self._chosen[kind, keys] = chosen
        return chosen
