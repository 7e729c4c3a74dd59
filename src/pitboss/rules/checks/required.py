"""Whether everything is filed that the rule set asks for, and whether the records stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.rules.catalog import editions
from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.checks.shape import APPROVALS
from pitboss.rules.in_force import Rules
from pitboss.rules.option_values import Span
from pitboss.rules.ruleset import Requirement, Wager

_CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "operator": Code.OPERATOR_MISSING,
        "approvals.commission": Code.UNSIGNED,
        "layout.spots": Code.LAYOUT_MISSING,
        "options.blind": Code.PAYTABLE_MISSING,
        "options.trips": Code.PAYTABLE_MISSING,
        "options.meter.rate": Code.RATE_MISSING,
        "options.meter.seed": Code.SEED_MISSING,
        "options.meter.reserve": Code.RESERVE_MISSING,
        "options.progressive.simultaneous": Code.POLICY_MISSING,
        "options.fees": Code.FEE_OPTION,
        "options.pd.selection": Code.SELECTION_MISSING,
        "options.dealing": Code.DEALING_METHOD,
    }
)
_SPANS: Final[Mapping[str, Wager]] = MappingProxyType(
    {
        "options.limits.ante": Wager.ANTE,
        "options.limits.trips": Wager.TRIPS,
        "options.limits.six_card": Wager.SIX_CARD,
    }
)


def check_required(filing: Filing) -> Iterator[Problem]:
    """Tell of everything that the set asks for and the file does not have."""
    for asked in filing.rules.set.requirements:
        if filing.holds(asked.when) and not _filed(filing, asked.key):
            yield filing.problem(
                _code(asked),
                asked.key,
                _what(filing.rules, asked),
                f"file {asked.wants}",
                asked.cite,
            )


def _code(asked: Requirement) -> Code:
    if asked.key.startswith("options.limits."):
        return Code.LIMITS_MISSING
    plain = Code.APPROVAL_MISSING if asked.key.startswith(APPROVALS) else Code.MISSING
    return _CODES.get(asked.key, plain)


def _what(rules: Rules, asked: Requirement) -> str:
    why = f", and is asked for with {_SAID.get(asked.when, asked.when)}" if asked.when else ""
    if asked.key in _SPANS and rules.limits[_SPANS[asked.key]] != Span():
        return f"names only one end{why}"
    unsigned = ': the rules are "unsigned"' if _code(asked) == Code.UNSIGNED else ""
    return f"is not filed{why}{unsigned}"


_SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "progressive": "a Progressive",
        "six_card": "the Six Card Bonus",
        "shoe": "a shoe",
        "hand": "hand dealing",
        "continuous": "a continuous device",
        "tip_box_moved": "a moved tip box",
    }
)


def _filed(filing: Filing, key: str) -> bool:
    table, _, name = key.partition(".")
    if table != "options":
        return bool(filing.part(table).get(name)) if name else bool(filing.data.get(key))
    if key in _SPANS:
        span = filing.rules.limits[_SPANS[key]]
        return name in filing.given and None not in (span.least, span.most)
    return name in filing.given and filing.given[name] not in ("", "none", "unfiled")


def check_edition(filing: Filing) -> Iterator[Problem]:
    """A submission may name the edition of the rules it was written for."""
    edition, chosen = filing.data.get("edition"), filing.rules.set
    if edition is not None and edition != chosen.edition:
        there = ", ".join(map(str, editions(chosen.name)))
        what = f"was written for edition {edition} of {chosen.name}"
        yield filing.problem(Code.EDITION, "edition", what, f"the editions here are {there}")


def check_stop(filing: Filing) -> Iterator[Problem]:
    """A regulator's order to stop comes with its reason; while it stands, nothing is dealt."""
    cite, stop = filing.option("game.enabled"), filing.part("stop")
    if filing.rules.flag("game.enabled"):
        if stop:
            switch = "game.enabled" in filing.rules.set.options
            what = "gives a reason to stop, but the game is enabled"
            right = f"{'write options.game.enabled = false, or ' * switch}take [stop] out"
            yield filing.problem(Code.STOP_WITHOUT_SWITCH, "stop", what, right, cite)
        return
    key = "options.game.enabled"
    if not stop.get("reason"):
        right = 'write [stop] with reason = "…"'
        yield filing.problem(
            Code.STOP_REASON_MISSING, key, "is false without a reason", right, cite
        )
    yield filing.note(Code.GAME_STOPPED, key, "no new round is dealt", "until it is true", cite)


def check_excluded(filing: Filing) -> Iterator[Problem]:
    """Sections that do not apply to the game are recorded."""
    excluded, key = filing.rules.fact("table.excluded_rules"), "excluded_rules"
    filed = filing.data.get(key)
    if excluded is None and filed is not None:
        what, right = f"{filing.rules.set.name} excludes no other rules", "take it out"
        yield filing.problem(Code.EXCLUDED_RULES, key, what, right)
    elif excluded is not None and (filed is None or set(filed) != set(excluded)):
        cite, right = filing.cite("table.excluded_rules"), f"they are {', '.join(excluded)}"
        if filed is None:
            what = "the sections that do not apply to this game are not recorded"
            yield filing.note(Code.EXCLUDED_RULES, key, what, right, cite)
        else:
            what = "are not the sections that do not apply to this game"
            yield filing.problem(Code.EXCLUDED_RULES, key, what, right, cite)


def check_glossary(filing: Filing) -> Iterator[Problem]:
    """A glossary of the operator's own defines the words that the document takes from elsewhere."""
    text, terms = filing.given.get("glossary"), filing.rules.fact("table.glossary_terms")
    if not isinstance(text, str) or not text.strip() or not terms:
        return
    if missing := [term for term in terms if term not in text.casefold()]:
        what = f"does not define {', '.join(missing)}"
        right = "define them, or leave the glossary out: then the common meanings hold"
        cite = filing.cite("table.glossary_terms")
        yield filing.problem(Code.GLOSSARY, "options.glossary", what, right, cite)
