"""Whether a wager that plays for its paytable alone gives back more than is staked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.money import money
from pitboss.rules.returns import WagerReturn, wager_returns
from pitboss.rules.ruleset import Wager
from pitboss.rules.words import wager_words

EXPRESSLY: Final = "return.above_stake"


def check_returns(filing: Filing) -> Iterator[Problem]:
    """No wager returns more than 100 % in the long run, unless that is filed expressly."""
    most: dict[Wager, WagerReturn] = {}
    for one in wager_returns(filing.rules):
        if one.whole > max(1, most[one.wager].whole if one.wager in most else 1):
            most[one.wager] = one
    for wager, one in most.items():
        what = (
            f"{wager_words(wager)} {one.table} returns {float(one.whole):.1%} of a wager of "
            f"{money(one.stake)}"
        )
        tell = filing.note if filing.rules.flag(EXPRESSLY) else filing.problem
        right = "filed expressly" if filing.rules.flag(EXPRESSLY) else _right(filing)
        cite = filing.rules.tables[wager].cite + filing.option(EXPRESSLY)
        yield tell(Code.RETURN_ABOVE_STAKE, f"options.{wager}", what, right, cite)


def _right(filing: Filing) -> str:
    expressly = f", or file {EXPRESSLY} = true" if EXPRESSLY in filing.rules.set.options else ""
    return f"at most 100%: other odds, cards, seeds or rates{expressly}"
