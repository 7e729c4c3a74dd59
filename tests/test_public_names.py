"""What each package offers to others: these names, no more and no fewer."""

from __future__ import annotations

import importlib

import pytest

PACKAGES = {
    "pitboss.cards": "CATEGORY_SLUGS DECK Card CardError Category Rank Strength Suit best_five "
    "card_of card_symbol card_text cards_symbols cards_text category_of first_duplicate hand_name "
    "parse_card parse_cards rank_of ranks_of strength suit_of",
    "pitboss.journal": "POINTS AlreadyDone BrokenChain CannotOpen Conflict Damaged Draft Entry "
    "Extent Head Journal JournalError Listening Snapshot StoredTally Tally Turn Unavailable "
    "Uncertain Unfit Write checked genesis link open_journal",
    "pitboss.odds": "Decision DecisionError Exposure Game GameError Outcomes PaytableError Played "
    "Progressive Shared SideBet Sight SightError Simulation Solution StartingHand Strategy "
    "StrategyCost StrategyError WholeBet decision evaluate executor_for exposure game_of "
    "parse_sight play_out policy_of progressive read_paytable read_strategy share side_bet "
    "simulate solve solved standard_game strategy_named whole_bet",
    "pitboss.ledger": "Books Purse PurseEvent Transfer evolve_purse post posted purse_transfers "
    "transfers",
    "pitboss.round": "Broken Decision Reason Refusal Round decide evolve",
    "pitboss.table": "Command Decision Event House Order Person Role Table TableReason decide "
    "evolve house_of rules_of",
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
