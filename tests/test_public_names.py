"""Public names: what each package offers to others, and that no name has two meanings."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

SOURCE = Path(pitboss.__file__).parent

PACKAGES = {
    "pitboss.cards": "CATEGORY_SLUGS DECK Card CardError Category Rank Strength Suit best_five "
    "card_of card_symbol card_text cards_symbols cards_text category_of first_duplicate hand_name "
    "parse_card parse_cards rank_of ranks_of strength suit_of",
    "pitboss.journal": "POINTS AlreadyDone BrokenChain CannotOpen Conflict Damaged Draft Entry "
    "Extent Head Journal JournalError Listening Snapshot StoredTally Tally Turn Unavailable "
    "Uncertain Unfit Write checked genesis link open_journal",
    "pitboss.odds": "DealerHands DecisionError DrawnSpot DrawnSpots Explanation Exposure Game "
    "GameError HandDecision Out Outcomes PaytableError PlayedStrategy Progressive SeatGame "
    "SharingValue SideBet Sight SightError Simulation Solution SpotError SpotFilter StartingHand "
    "Strategy StrategyCost StrategyError WagerValues WholeBet affordable_game decision draw_spots "
    "evaluate executor_for explain exposure game_of parse_sight pattern_of play_out policy_of "
    "progressive read_paytable read_strategy seat_decision seat_game share side_bet simulate solve "
    "solved standard_game strategy_named whole_bet",
    "pitboss.ledger": "Books Purse PurseEvent Transfer evolve_purse post posted purse_transfers "
    "transfers",
    "pitboss.round": "Broken Decision Reason Refusal Round decide evolve",
    "pitboss.table": "Command Event Order Person Role RulesChoice Table TableReason "
    "choice_of decide evolve rules_of",
}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_offers_exactly_its_public_names(package: str) -> None:
    module = importlib.import_module(package)

    assert sorted(module.__all__) == sorted(PACKAGES[package].split())


@pytest.mark.parametrize("package", [*PACKAGES, "pitboss.rules"])
def test_every_public_name_exists_and_the_list_is_sorted(package: str) -> None:
    module = importlib.import_module(package)

    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)


# A table's commands, events and decisions are a round's and its own: the same words one level up.
DOUBLES_LEFT = "Command Decision Event"


def public_types(path: Path) -> Iterator[tuple[str, str]]:
    """List the public classes and type aliases of a module, each with where it is declared.

    A message of `server/wire` may have the name of the command or state that it carries, so all
    of that package counts as one place beside the others.
    """
    module = path.relative_to(SOURCE).as_posix()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, "a message" if module.startswith("server/wire/") else module
        for target in targets(node):
            if isinstance(target, ast.Name) and not target.id.isupper():
                yield target.id, module


def targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    return node.targets if isinstance(node, ast.Assign) else []


def doubles() -> dict[str, list[str]]:
    """Map each name with two meanings to the modules that declare it.

    Each verb of the command line declares its own `Options`.
    """
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name, place in public_types(path):
            if name[0].isupper() and not (name == "Options" and place.startswith("cli/")):
                places[name].append(place)
    return {name: found for name, found in places.items() if is_double(found)}


def is_double(places: list[str]) -> bool:
    messages = places.count("a message")
    return messages > 1 or len(places) - messages > 1


def test_no_two_public_types_have_the_same_name() -> None:
    found = doubles()

    assert {name: found[name] for name in found.keys() - set(DOUBLES_LEFT.split())} == {}
