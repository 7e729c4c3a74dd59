"""Progressives: fixed part, meters, Envy, break-even and the long run, by plain sums and rounds."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.odds.paytable_file import read_paytable
from pitboss.odds.sidebets.envy import envy_odds
from pitboss.odds.sidebets.hand_counts import seven_cards
from pitboss.odds.sidebets.progressive import Progressive, progressive
from pitboss.odds.sidebets.side_bet import StakeError
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.rules import Chips, MeterShare, Rules, Wager, in_force, rule_set
from tests.round.jackpots import FLUSHES, shared

HANDS = 133_784_560
# Four of a kind, full house, flush, straight, three of a kind.
HITS = (224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
ROYALS, STRAIGHT_FLUSHES, BOARD_ROYALS = 4_324, 37_260, Fraction(4_324, 21)
# What the fixed lines hand over for a dollar; "to 1" has the stake in it where it comes back.
FIXED = {
    ("maryland", "A"): (301, 51, 41, 31, 10),
    ("maryland", "B"): (300, 50, 40, 30, 9),
    ("maryland", "C"): (0, 50, 40, 30, 10),
    ("maryland", "D"): (0, 50, 40, 30, 9),
    ("south-dakota", "PMG-01"): (300, 50, 40, 30, 9),
    ("south-dakota", "PMG-02"): (300, 50, 40, 30, 9),
    ("south-dakota", "UTHP-01"): (100, 10, 0, 0, 0),
    ("south-dakota", "UTHP-02"): (75, 10, 0, 0, 0),
}
# Beside those: board royals and straight flushes that have fixed lines.
UTHP = {"UTHP-01": (3_000, 250), "UTHP-02": (1_000, 250)}
# Hits by the part of the meter that they take.
SHARES: dict[tuple[str, str], dict[str, int | Fraction]] = {
    ("maryland", "A"): {"main": ROYALS + STRAIGHT_FLUSHES * Fraction(1, 10)},
    ("maryland", "B"): {"major": ROYALS, "minor": STRAIGHT_FLUSHES},
    ("maryland", "C"): {"mega": ROYALS, "major": STRAIGHT_FLUSHES, "minor": HITS[0]},
    ("maryland", "D"): {"mega": ROYALS, "major": STRAIGHT_FLUSHES, "minor": HITS[0]},
    ("south-dakota", "PMG-01"): {"main": ROYALS + STRAIGHT_FLUSHES * Fraction(1, 10)},
    ("south-dakota", "PMG-02"): {"main": ROYALS + STRAIGHT_FLUSHES * Fraction(1, 10)},
    ("south-dakota", "UTHP-01"): {"main": BOARD_ROYALS * (1 + 19 * Fraction(1, 20))},
    ("south-dakota", "UTHP-02"): {"main": ROYALS - BOARD_ROYALS},
}
SEVEN = {"progressive.cards": "seven"}
FLOP = {"progressive.cards": "hole-and-flop"}
SEEDED = {"meter.seed": 10_000}
BETTER = {"uthp01.community_precedence": "better"}


def rules_for(place: str, name: str, **options: Any) -> Rules:
    """Put a table in force; all seven cards count unless the options say otherwise."""
    return in_force(rule_set(place), {"progressive": name, **SEVEN, **options})


def with_own_table(text: str, **options: Any) -> Rules:
    """Put a table that a user has written beside those of South Dakota."""
    place = rule_set("south-dakota")
    table = read_paytable(text, wager="progressive", name="own")
    tables = {**place.paytables, (Wager.PROGRESSIVE, "own"): table}
    return in_force(replace(place, paytables=tables), {"progressive": "own", **SEVEN, **options})


def plain_fixed(place: str, name: str) -> Fraction:
    community, flush = UTHP.get(name, (0, 0))
    lines = sum(hits * pays for hits, pays in zip(HITS, FIXED[place, name], strict=True))
    return (lines + BOARD_ROYALS * community + STRAIGHT_FLUSHES * flush) / HANDS


@pytest.mark.parametrize(("place", "name"), FIXED)
def test_the_fixed_part_is_the_plain_sum_of_its_lines(place: str, name: str) -> None:
    bet = progressive(rules_for(place, name))

    assert bet.fixed == plain_fixed(place, name)


@pytest.mark.parametrize(("place", "name"), SHARES)
def test_a_dollar_on_a_meter_is_worth_the_hits_that_take_it(place: str, name: str) -> None:
    bet = progressive(rules_for(place, name))

    found = {meter.name: meter.per_dollar for meter in bet.meters}
    assert found == {meter: Fraction(hits) / HANDS for meter, hits in SHARES[place, name].items()}


@pytest.mark.parametrize(("place", "name"), SHARES)
def test_the_present_return_is_fixed_part_and_meters(place: str, name: str) -> None:
    meters = {meter: Fraction(100 * 7_777) for meter in SHARES[place, name]}

    bet = progressive(rules_for(place, name), meters=meters)

    worth = sum(hits * 7_777 for hits in SHARES[place, name].values()) / Fraction(HANDS)
    assert bet.present is not None
    assert bet.present.returned == bet.fixed + worth * 100 / bet.stake
    assert bet.returned == bet.present.returned
    assert bet.house_edge == 1 - bet.present.returned


def test_without_seed_and_meter_the_present_is_not_known() -> None:
    bet = progressive(rules_for("south-dakota", "PMG-01"))

    assert (bet.present, bet.long_run) == (None, None)
    assert (bet.returned, bet.house_edge) == (None, None)
    assert (bet.meters[0].seed, bet.meters[0].amount, bet.meters[0].mean) == (None, None, None)
    assert "meter.seed" in bet.notes[0]


def test_without_a_meter_the_figures_are_for_the_reset_amount() -> None:
    rules = rules_for("south-dakota", "UTHP-02", **SEEDED, **{"meter.reserve": 500})

    meter = progressive(rules).meters[0]

    assert (meter.seed, meter.reserve, meter.reset) == (1_000_000, 50_000, 1_050_000)
    assert meter.amount == 1_050_000


# -- break-even -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["UTHP-01", "UTHP-02"])
@pytest.mark.parametrize("options", [{}, BETTER, {"uthp.envy": "pmg"}, {"uthp.wager": 5}])
def test_at_break_even_the_wager_is_fair_to_the_last_digit(
    name: str, options: dict[str, Any]
) -> None:
    rules = rules_for("south-dakota", name, **options)

    points = progressive(rules).meters[0].break_even

    assert len(points) == 6
    for players, point in enumerate(points, start=1):
        assert point is not None
        edge = progressive(rules, meters={"main": point}, players=players).house_edge
        assert edge is not None
        assert edge == 0 or (edge < 0 and point == 0)  # Envy of a full table alone may do


def test_envy_lowers_the_break_even() -> None:
    points = progressive(rules_for("south-dakota", "UTHP-02", **{"uthp.envy": "pmg"})).meters[0]

    amounts = [amount for amount in points.break_even if amount is not None]
    assert amounts == sorted(amounts, reverse=True)
    assert len(set(amounts)) == 6


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_a_table_that_is_fair_without_its_meters_breaks_even_at_nothing(name: str) -> None:
    bet = progressive(rules_for("maryland", name))

    assert bet.fixed > 1
    assert [meter.break_even[0] for meter in bet.meters] == [0] * len(bet.meters)
    assert any("best five of all seven cards" in note for note in bet.notes)


def test_the_note_on_five_cards_is_their_plain_sum() -> None:
    bet = progressive(rules_for("maryland", "B"))

    pays = 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9
    assert any(f"would return {pays / 2_598_960:.4f}" in note for note in bet.notes)


def test_break_even_of_one_meter_takes_the_others_as_they_are() -> None:
    text = 'wager = "progressive"\n[pays]\nroyal-flush = "100% of mega"\n'
    text += 'straight-flush = "100% of minor"\nfour-of-a-kind = "50 for 1"\n'
    rules = with_own_table(text)

    alone = progressive(rules, meters={"mega": Fraction(1_000_000)})
    both = progressive(rules, meters={"mega": Fraction(1_000_000), "minor": Fraction(25_000)})

    mega, minor = both.meters
    assert alone.meters[0].break_even[0] is None  # the other one is not known
    assert alone.meters[1].break_even == minor.break_even
    assert minor.break_even[0] is not None
    assert mega.break_even[0] is not None
    fair = {"mega": mega.break_even[0], "minor": Fraction(25_000)}
    assert progressive(rules, meters=fair).house_edge == 0


# -- the better line ------------------------------------------------------------------------------


def test_a_board_royal_takes_the_meter_where_that_is_better() -> None:
    rules = rules_for("south-dakota", "UTHP-01", **BETTER)

    low = progressive(rules, meters={"main": Fraction(6_000_000)})  # 5 % is $3,000, as its own line
    high = progressive(rules, meters={"main": Fraction(8_000_000)})

    assert low.meters[0].per_dollar == SHARES["south-dakota", "UTHP-01"]["main"] / HANDS
    both = BOARD_ROYALS * Fraction(1, 20) / HANDS
    assert high.meters[0].per_dollar == low.meters[0].per_dollar + both
    assert high.long_run is None
    assert "changes with the meter" in high.notes[0] or "no seed" in high.notes[0]


def test_the_long_run_is_known_where_the_meter_is_always_the_better_line() -> None:
    always = progressive(rules_for("south-dakota", "UTHP-02", **BETTER, **SEEDED))
    open_ = progressive(rules_for("south-dakota", "UTHP-02", **BETTER, **{"meter.seed": 900}))
    never = progressive(rules_for("south-dakota", "UTHP-01", **BETTER, **SEEDED))

    assert always.long_run is not None
    assert always.long_run.seeds == Fraction(ROYALS * 10_000, HANDS)
    assert open_.long_run is never.long_run is None
    assert open_.meters[0].mean is None


# -- Envy -----------------------------------------------------------------------------------------

EACH = Fraction(ROYALS * 1_000 + STRAIGHT_FLUSHES * 300, HANDS)


@pytest.mark.parametrize(
    ("place", "name", "stake", "options"),
    [
        ("maryland", "A", 1, {}),
        ("maryland", "D", 5, {}),
        ("south-dakota", "PMG-01", 1, {}),
        ("south-dakota", "PMG-02", 5, {}),
        ("south-dakota", "PMG-01", 2, {"progressive.wagers": [2]}),
        ("south-dakota", "UTHP-01", 1, {"uthp.envy": "pmg"}),
    ],
)
def test_envy_is_the_same_part_of_the_stake_for_each_other_player(
    place: str, name: str, stake: int, options: dict[str, Any]
) -> None:
    found = envy_odds(rules_for(place, name, **options), Chips(100 * stake))

    assert [one.returned for one in found] == [EACH * others for others in range(6)]
    assert [one.value for one in found] == [EACH * others * stake * 100 for others in range(6)]


def test_a_table_without_an_envy_column_pays_none() -> None:
    assert {one.value for one in envy_odds(rules_for("south-dakota", "UTHP-01"), Chips(100))} == {0}


def test_a_cap_leaves_the_sum_unknown_where_it_may_bind() -> None:
    rules = rules_for("maryland", "A", **{"envy.cap": 2_000})

    found = envy_odds(rules, Chips(100))
    bet = progressive(rules, players=4)

    assert [one.returned is None for one in found] == [False, False, False, True, True, True]
    assert bet.returned is None
    assert bet.long_run is None


def test_a_cap_below_one_award_cuts_it() -> None:
    found = envy_odds(rules_for("maryland", "A", **{"envy.cap": 500}), Chips(100))

    assert found[1].returned == Fraction(ROYALS * 500 + STRAIGHT_FLUSHES * 300, HANDS)


def test_envy_of_a_settled_round_is_the_sum_over_the_other_players() -> None:
    hands = {1: "8h 9h", 2: "Qs Js", 3: "3h 4h", 5: "Ac 9d"}
    played = shared(
        "maryland", dict.fromkeys(hands, 1), {"progressive": "A", **FLOP}, {"main": 25_000},
        board=FLUSHES, hands=hands,
    )  # fmt: skip

    assert played.round.settlement is not None
    paid = Counter[int]()
    for movement in played.round.settlement.movements:
        if movement.wager == Wager.ENVY:  # one for each hand that earns it
            paid[movement.seat] += movement.paid
    assert paid == {1: 30_000, 2: 60_000, 3: 30_000, 5: 60_000}


def test_return_and_edge_count_envy_for_the_players_at_the_table() -> None:
    bet = progressive(rules_for("maryland", "A"), players=4)

    assert bet.present is not None
    assert bet.returned == bet.present.returned + 3 * EACH
    assert bet.house_edge == 1 - bet.present.returned - 3 * EACH


# -- the long run ---------------------------------------------------------------------------------

FILED = {"meter.seed": 10_000, "meter.reserve": 500, "meter.rate": 15}
WHOLE_HITS: dict[str, int | Fraction] = {
    "PMG-01": ROYALS,
    "UTHP-01": BOARD_ROYALS,
    "UTHP-02": ROYALS - BOARD_ROYALS,
}


@pytest.mark.parametrize("name", WHOLE_HITS)
def test_the_long_run_is_what_was_put_on_the_meter_and_the_fixed_part(name: str) -> None:
    run = progressive(rules_for("south-dakota", name, **FILED)).long_run

    resets = Fraction(WHOLE_HITS[name]) / HANDS
    assert run is not None
    assert run.fixed == plain_fixed("south-dakota", name)
    assert (run.contributed, run.envy) == (Fraction(15, 100), Fraction(0))
    assert (run.seeds, run.reserves) == (resets * 10_000, resets * 500)
    assert run.returned == run.fixed + Fraction(15, 100) + resets * 10_500
    assert run.house_edge == 1 - run.by_house - run.contributed


@pytest.mark.parametrize("name", [*WHOLE_HITS, "PMG-02"])
def test_the_mean_on_a_meter_balances_what_comes_and_goes(name: str) -> None:
    bet = progressive(rules_for("south-dakota", name, **FILED))

    meter, mean = bet.meters[0], bet.meters[0].mean
    resets = Fraction(WHOLE_HITS.get(name, ROYALS)) / HANDS
    assert mean is not None
    # After an award of its part the rest stays, or the reset amount comes; then the next wager.
    left = mean * (1 - meter.per_dollar) + resets * 1_050_000
    assert left + Fraction(15, 100) * bet.stake == mean


@pytest.mark.parametrize("name", [*WHOLE_HITS, "PMG-02"])
def test_at_its_mean_the_meter_pays_the_long_run_return(name: str) -> None:
    rules = rules_for("south-dakota", name, **FILED)
    mean = progressive(rules).meters[0].mean
    assert mean is not None

    at_mean = progressive(rules, meters={"main": mean})

    assert at_mean.long_run is not None
    assert at_mean.returned == at_mean.long_run.returned


@pytest.mark.parametrize(("place", "name"), [("maryland", "A"), ("maryland", "C")])
def test_each_meter_has_its_rate_and_seed(place: str, name: str) -> None:
    meters = SHARES[place, name]
    rates = dict.fromkeys(meters, 5)

    bet = progressive(rules_for(place, name, **{"meter.rate": rates}), players=2)

    least = {"main": 10_000, "mega": 10_000, "major": 1_000, "minor": 250}
    whole = {"main": ROYALS, "mega": ROYALS, "major": STRAIGHT_FLUSHES, "minor": HITS[0]}
    assert bet.long_run is not None
    assert bet.long_run.contributed == Fraction(5 * len(meters), 100)
    seeds = sum(Fraction(whole[meter] * least[meter], HANDS) for meter in meters)
    assert bet.long_run.seeds == seeds
    assert bet.long_run.envy == EACH


@pytest.mark.parametrize("name", ["PMG-01", "UTHP-01", "UTHP-02"])
def test_whatever_is_won_a_meter_pays_what_was_put_on_it(name: str) -> None:
    """The settlement's own meters, over a run of wagers with far too many jackpots."""
    rules = rules_for("south-dakota", name, **FILED)
    shares = [x.pays for x in rules.tables[Wager.PROGRESSIVE].lines]
    awards = [share for share in shares if isinstance(share, MeterShare)]
    chance = random.Random(name)
    meters = SettlementMeters.at({"main": Fraction(1_050_000)}, rules)
    paid = contributed = Fraction(0)

    for _ in range(2_000):
        fed = rules.meters["main"].rate * 100
        meters.amounts["main"] = (meters.amounts["main"] or 0) + fed
        contributed += fed
        if chance.random() < 0.2:
            paid += meters.award(chance.choice(awards), 1)

    resets = sum(reset.chips for reset in meters.resets)
    assert meters.amounts["main"] is not None
    assert paid == 1_050_000 + contributed + resets - meters.amounts["main"]


def test_winners_who_split_a_meter_cause_one_reset() -> None:
    split = {"progressive.simultaneous": "split", **FILED}

    alone = progressive(rules_for("south-dakota", "PMG-01", **split)).long_run
    four = progressive(rules_for("south-dakota", "PMG-01", **split), players=4).long_run
    board = progressive(rules_for("south-dakota", "UTHP-02", **split), players=4).long_run

    assert alone is not None
    assert four is not None
    assert board is not None
    assert alone.seeds == Fraction(ROYALS * 10_000, HANDS)
    assert alone.seeds - four.seeds == BOARD_ROYALS * Fraction(3, 4) * 10_000 / HANDS
    assert board.seeds == (ROYALS - BOARD_ROYALS) * 10_000 / HANDS  # the board has its own line


def test_winners_who_split_are_not_counted_where_other_hands_may_come_together() -> None:
    text = 'wager = "progressive"\n[pays]\nroyal-flush = "100% of main"\n'
    text += 'straight-flush = "100% of main"\n'
    split = {"progressive.simultaneous": "split", **FILED}

    rules = with_own_table(text, **split)

    assert progressive(rules).long_run is not None
    assert progressive(rules, players=2).long_run is None


# -- stakes ---------------------------------------------------------------------------------------


def test_a_stake_that_the_device_does_not_take_is_refused() -> None:
    with pytest.raises(StakeError, match=r"\$1.00 or \$5.00, not \$2.00"):
        progressive(rules_for("maryland", "A"), stake=Chips(200))


def test_the_meter_counts_less_for_a_larger_stake() -> None:
    one: Progressive = progressive(rules_for("maryland", "B"), stake=Chips(100))
    five: Progressive = progressive(rules_for("maryland", "B"), stake=Chips(500))

    assert one.present is not None
    assert five.present is not None
    assert one.present.returned - one.fixed == 5 * (five.present.returned - five.fixed)
    assert one.fixed == five.fixed


def test_royals_are_told_apart_whatever_the_table() -> None:
    royals = progressive(rules_for("maryland", "A")).royals

    assert sum(royals.values()) == Fraction(seven_cards().hits("royal-flush"), HANDS)


# -- two cards and the flop -----------------------------------------------------------------------

FIVE_HANDS = 2_598_960
FIVE_HITS = (624, 3_744, 5_108, 10_200, 54_912)
FIVE_EACH = Fraction(4 * 1_000 + 36 * 300, FIVE_HANDS)
BY_FLOP = [named for named in FIXED if not named[1].startswith("UTHP")]


def by_flop(place: str, name: str, **options: Any) -> Rules:
    return rules_for(place, name, **{**options, **FLOP})


@pytest.mark.parametrize(("place", "name"), BY_FLOP)
def test_by_the_flop_the_fixed_part_is_the_plain_sum_over_five_cards(place: str, name: str) -> None:
    bet = progressive(by_flop(place, name))

    pays = sum(hits * pay for hits, pay in zip(FIVE_HITS, FIXED[place, name], strict=True))
    assert bet.fixed == Fraction(pays, FIVE_HANDS)
    assert bet.fixed < Fraction(3, 5)
    assert not any("best five of all seven" in note for note in bet.notes)


@pytest.mark.parametrize("place", ["maryland", "south-dakota"])
def test_the_flop_decides_unless_the_house_files_seven_cards(place: str) -> None:
    name = "A" if place == "maryland" else "PMG-01"

    assert in_force(rule_set(place), {"progressive": name}).by_flop
    assert not rules_for(place, name).by_flop


@pytest.mark.parametrize("name", ["UTHP-01", "UTHP-02"])
def test_a_table_that_names_its_cards_keeps_them(name: str) -> None:
    rules = in_force(rule_set("south-dakota"), {"progressive": name})

    assert not rules.by_flop
    assert progressive(rules).fixed == plain_fixed("south-dakota", name)


@pytest.mark.parametrize(
    ("name", "stake", "edge"),
    [
        ("A", 1, 1 - Fraction(1_453_516 + 4 * 10_000 + 36 * 1_000, FIVE_HANDS)),
        ("A", 5, 1 - Fraction(1_453_516 + 4 * 2_000 + 36 * 200, FIVE_HANDS)),
        ("B", 1, 1 - Fraction(1_378_928 + 4 * 1_000 + 36 * 250, FIVE_HANDS)),
        ("C", 1, 1 - Fraction(1_246_640 + 4 * 10_000 + 36 * 1_000 + 624 * 250, FIVE_HANDS)),
        ("D", 1, 1 - Fraction(1_191_728 + 4 * 10_000 + 36 * 1_000 + 624 * 250, FIVE_HANDS)),
    ],
)
def test_by_the_flop_the_house_has_the_edge(name: str, stake: int, edge: Fraction) -> None:
    """Meters as reset: 10,000, or 1,000 and 250, or 10,000, 1,000 and 250."""
    bet = progressive(by_flop("maryland", name), stake=Chips(100 * stake))

    assert bet.house_edge == edge
    assert edge > Fraction(2, 5)


def test_by_the_flop_envy_counts_five_cards() -> None:
    found = envy_odds(by_flop("maryland", "A"), Chips(100))

    assert [one.returned for one in found] == [FIVE_EACH * others for others in range(6)]


@pytest.mark.parametrize("name", ["PMG-01", "PMG-02"])
def test_by_the_flop_a_meter_breaks_even_and_runs_on(name: str) -> None:
    rules = by_flop("south-dakota", name, **FILED)

    bet = progressive(rules)

    point, run = bet.meters[0].break_even[0], bet.long_run
    assert point is not None
    assert point > 0
    assert run is not None
    assert progressive(rules, meters={"main": point}).house_edge == 0
    assert run.seeds == Fraction(4 * 10_000 * 100, FIVE_HANDS * bet.stake)


def test_a_flop_makes_one_royal_at_most_so_that_nobody_splits() -> None:
    split = by_flop("south-dakota", "PMG-01", **{"progressive.simultaneous": "split"}, **FILED)

    alone, four = progressive(split).long_run, progressive(split, players=4).long_run

    assert alone is not None
    assert four is not None
    assert alone.seeds == four.seeds
