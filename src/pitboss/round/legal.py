"""What each seat and the dealer may do now, with amounts; `decide` asks the same checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from pitboss.round import command as ask
from pitboss.round.bets import customer_fault, wager_step
from pitboss.round.refusal import Reason, Refusal, refuse
from pitboss.round.state import Phase, Round, Spot, Step, TableFacts
from pitboss.rules import NOTHING, Chips, Rules, Span, Street, Wager

BY_HAND: Final = ("manual", "pre-shuffled")  # shuffles that need no device at the table
_DEALABLE: Final = (Phase.LOCKED, Phase.DEALING)
_AFTER_STREET: Final = {
    Street.DEAL: Step.FLOP,
    Street.FLOP: Step.RIVER,
    Street.RIVER: Step.RIVER,
}
_AFTER_PHASE: Final = {Phase.REVEALING: Step.REVEAL, Phase.SETTLING: Step.SETTLE}


@dataclass(frozen=True, slots=True)
class LegalAction:
    """One thing a seat may do now: the command's word and what it costs."""

    seat: int
    word: Literal["check", "play", "fold"]
    times: int = 0
    chips: Chips = NOTHING

    def command(self) -> ask.Check | ask.Play | ask.Fold:
        """Give the command that makes this choice."""
        if self.word == "play":
            return ask.Play(self.seat, self.times)
        return ask.Check(self.seat) if self.word == "check" else ask.Fold(self.seat)


@dataclass(frozen=True, slots=True)
class BetOffer:
    """One opening wager that the table takes: bounds, step, what must lie beside it."""

    wager: Wager
    span: Span
    increment: Chips
    amounts: tuple[Chips, ...]
    needs: tuple[Wager, ...]


def choices(round_: Round, rules: Rules) -> tuple[LegalAction, ...]:
    """List what the seat whose turn it is may choose; empty when no seat is asked."""
    spot = turn(round_, rules)
    if spot is None:
        return ()
    street = rules.street(round_.street)
    ante = spot.on(Wager.ANTE)
    wanted = [
        LegalAction(spot.seat, "play", n, Chips(n * ante))
        for n in sorted(street.play, reverse=True)
    ]
    if street.check:
        wanted.append(LegalAction(spot.seat, "check"))
    if street.fold:
        wanted.append(LegalAction(spot.seat, "fold"))
    return tuple(c for c in wanted if decision_fault(round_, c.command(), rules) is None)


def bet_offers(round_: Round, rules: Rules) -> tuple[BetOffer, ...]:
    """List the opening wagers that may be put down now."""
    if round_.phase != Phase.BETTING:
        return ()
    return tuple(
        BetOffer(
            wager,
            rules.limits[wager],
            wager_step(wager, rules),
            rules.progressive_wagers if wager == Wager.PROGRESSIVE else (),
            rules.set.wagers[wager].needs,
        )
        for wager in rules.offered()
    )


def turn(round_: Round, rules: Rules) -> Spot | None:
    """Return which seat is asked now."""
    if round_.phase != Phase.DECIDING or round_.void is not None:
        return None
    spots = round_.spots if rules.ask_order == "clockwise" else reversed(round_.spots)
    return next((spot for spot in spots if spot.seat not in round_.acted and spot.asked), None)


def due_step(round_: Round) -> Step | None:
    """Return which step of the dealer is due now, if any."""
    if round_.phase == Phase.TURNING:
        return _AFTER_STREET[round_.street]
    return _AFTER_PHASE.get(round_.phase)


def decision_fault(
    round_: Round, command: ask.Check | ask.Play | ask.Fold, rules: Rules
) -> Refusal | None:
    """Return why a seat may not check, play or fold now."""
    spot = turn(round_, rules)
    street = rules.street(round_.street)
    if spot is None or spot.seat != command.seat:
        whose = f"it is seat {spot.seat}'s turn" if spot else "no seat has to act now"
        cite = rules.set.cite("asking.order")
        turn_seat = spot.seat if spot else None
        return refuse(Reason.NOT_YOUR_TURN, f"seat {command.seat}: {whose}", cite, turn=turn_seat)
    if isinstance(command, ask.Play):
        return _play_fault(spot, command, round_.street, rules)
    if isinstance(command, ask.Check) and not street.check:
        text = f"you cannot check {_allowed(round_.street, rules)}"
        return refuse(Reason.CHECK_NOT_ALLOWED, text, street.check_cite)
    if isinstance(command, ask.Fold) and not street.fold:
        text = f"you cannot fold {_allowed(round_.street, rules)}"
        return refuse(Reason.FOLD_NOT_ALLOWED, text, street.fold_cite)
    return None


def _play_fault(spot: Spot, play: ask.Play, street: Street, rules: Rules) -> Refusal | None:
    rule = rules.street(street)
    if play.times not in rule.play:
        text = f"you cannot play {play.times}x {_allowed(street, rules)}"
        return refuse(Reason.PLAY_MULTIPLE, text, rule.play_cite, allowed=rule.play)
    return _tip_play_fault(spot, play.times, rules) if play.tip else None


def _allowed(street: Street, rules: Rules) -> str:
    """Say where the round is, and what a seat may do there."""
    rule = rules.street(street)
    words = [f"play {n}x" for n in rule.play] + ["check"] * rule.check + ["fold"] * rule.fold
    allowed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    where = {
        Street.DEAL: "before the flop",
        Street.FLOP: "on the flop",
        Street.RIVER: "on the river",
    }
    return f"{where[street]}; you may {allowed}"


def _tip_play_fault(spot: Spot, times: int, rules: Rules) -> Refusal | None:
    cite = rules.set.cite("tips.play")
    if rules.fact("tips.play") != "optional" or not spot.tips.get(Wager.ANTE):
        return refuse(Reason.TIP_NEEDS_WAGER, "a Play tip needs a tip on the Ante", cite)
    play = Chips(times * spot.on(Wager.ANTE))
    tips = {**spot.tips, Wager.PLAY: Chips(times * spot.tips[Wager.ANTE])}
    return customer_fault(spot.wagers, tips, rules, play)


def open_fault(round_: Round, facts: TableFacts, rules: Rules) -> Refusal | None:
    """Return why a round may not start, from what the table knows of earlier ones."""
    if round_.phase != Phase.NEW:
        return refuse(Reason.NOT_NOW, "the round is already open")
    if not rules.flag("game.enabled"):
        cite = rules.set.options["game.enabled"].cite
        return refuse(Reason.GAME_STOPPED, "the operator has stopped this game", cite)
    return _count_fault(facts, rules) or _deck_fault(facts, rules)


def _count_fault(facts: TableFacts, rules: Rules) -> Refusal | None:
    most = rules.fact("cards.stub_count_rounds")
    if (
        most is not None
        and facts.rounds_since_count >= most
        and not rules.flag("device.counts_cards")
    ):
        text = f"the stub was not counted for {facts.rounds_since_count} rounds; count it first"
        cite = rules.set.irregularities["stub-count"][f"{rules.method.name}.right"].cite
        return refuse(Reason.COUNT_OVERDUE, text, cite, most=most)
    if facts.dealer_changed and rules.fact("cards.count_at_tap_in") == rules.method.name:
        text = "a new dealer has tapped in: count the deck before the next hand"
        return refuse(Reason.COUNT_OVERDUE, text, rules.set.cite("cards.count_at_tap_in"))
    return None


def _deck_fault(facts: TableFacts, rules: Rules) -> Refusal | None:
    by_hand = rules.fact("cards.deck_change_hours_by_hand")
    if by_hand is not None:
        hand = rules.method.name == "hand"
        most = cast("int", by_hand) if hand else rules.whole("deck.change_hours")
        if facts.deck_hours >= most:
            key = "cards.deck_change_hours_by_hand" if hand else "cards.deck_change_hours"
            text = f"the deck has been in use for {facts.deck_hours} hours; the most is {most}"
            return refuse(Reason.DECK_OVERDUE, text, rules.set.cite(key), most=most)
    if (
        rules.method.name in (rules.fact("cards.one_deck_methods") or ())
        and decks_in_use(rules) == 2
    ):
        text = f"dealing by {rules.method.name} allows only one deck on the table, not two"
        return refuse(Reason.ONE_DECK_ONLY, text, rules.set.cite("cards.one_deck_methods"))
    if facts.deck and facts.deck == facts.last_deck and decks_in_use(rules) == 2:
        text = f"the {facts.deck} deck was used in the last round; the two decks alternate"
        return refuse(Reason.DECK_NOT_ALTERNATED, text, rules.set.cite("cards.alternate_decks"))
    return None


def decks_in_use(rules: Rules) -> int:
    """Return how many decks the table alternates."""
    chosen = rules.whole("decks")
    if chosen:
        return chosen
    printed: tuple[int, ...] = rules.fact("cards.decks")
    return max(printed) if rules.method.needs_shuffler else min(printed)


def shuffle_fault(shuffled: str, rules: Rules) -> Refusal | None:
    """Return why a deck that was shuffled in this way may not be dealt from."""
    if shuffled not in rules.fact("cards.shuffles"):
        text = f"a {shuffled[:20]} shuffle is not one of {', '.join(rules.fact('cards.shuffles'))}"
        return refuse(Reason.SHUFFLE_NOT_ALLOWED, text, rules.set.cite("cards.shuffles"))
    if rules.method.needs_shuffler and shuffled in ("manual", "pre-shuffled"):
        text = f"dealing by {rules.method.name} needs a deck that the device has shuffled"
        return refuse(Reason.SHUFFLE_NOT_ALLOWED, text, rules.method.cite)
    return None


def uses_shuffler(rules: Rules) -> bool:
    """Return whether a device shuffles the cards."""
    return rules.method.needs_shuffler or rules.choice("shuffle") not in BY_HAND


def uses_shoe(rules: Rules) -> bool:
    """Return whether the cards come from a shoe, or from a device that is one."""
    return rules.method.name in (rules.fact("dealing.shoes") or ())


def cut_fault(round_: Round, depth: int, rules: Rules, *, recut: bool) -> Refusal | None:
    """Return why the deck may not be cut now, or not so deep."""
    cite = rules.set.cite("cards.cut_after")
    if round_.phase != Phase.LOCKED or not round_.stub:
        text = "cut the deck after the shuffle and before the first card"
        return refuse(Reason.NOT_NOW, text, cite)
    if not is_cut(round_.shuffled, rules):
        return refuse(
            Reason.CUT_NOT_DUE, f"there is no cut after a {round_.shuffled} shuffle", cite
        )
    if round_.cut and not recut:
        return refuse(
            Reason.CUT_NOT_DUE, "the deck is cut already; only the floor can order a recut", cite
        )
    return depth_fault(depth, rules)


def is_cut(shuffled: str, rules: Rules) -> bool:
    """Return whether a deck that was shuffled in this way is cut."""
    return shuffled in rules.fact("cards.cut_after")


def depth_fault(depth: int, rules: Rules) -> Refusal | None:
    """Return why the deck may not be cut so deep."""
    least, most = rules.whole("cut.min"), rules.whole("cut.max")
    if least <= depth <= most:
        return None
    text = f"the cut has {depth} cards above the cover card; {least} to {most} are allowed"
    cite = rules.set.options["cut.min"].cite
    return refuse(Reason.CUT_DEPTH, text, cite, least=least, most=most)


def deal_fault(round_: Round, packets: int | None, rules: Rules) -> Refusal | None:
    """Return why no card may be dealt now."""
    if round_.phase not in _DEALABLE:
        text = "deal once, after betting has closed"
        return refuse(Reason.NOT_NOW, text, rules.set.cite("betting.closes"), phase=round_.phase)
    if packets is not None and packets < 1:
        return refuse(Reason.NOT_NOW, f"deal at least one packet, not {packets}")
    if not round_.stub:
        return refuse(Reason.NO_DECK, "no deck has been brought in", rules.set.cite("cards.deck"))
    if is_cut(round_.shuffled, rules) and not round_.cut:
        cite = rules.set.cite("cards.cut_after")
        return refuse(
            Reason.CUT_DUE,
            f"cut the deck before the deal, as after every {round_.shuffled} shuffle",
            cite,
        )
    return None
