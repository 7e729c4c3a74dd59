"""What an event was, in words; of cards only those that the viewer saw then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from pitboss.cards import Card, cards_symbols, hand_name
from pitboss.history.viewer import Viewpoint
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.rack import stub_in_rack
from pitboss.round.refusal import Reason
from pitboss.round.state import Parcel
from pitboss.rules import NO_CITE, Cite, Rules, Target, Wager, money
from pitboss.rules.words import DEALT_FROM, WAGERS, no_hand_words, reason_words
from pitboss.table import Table
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep

STEP_VERBS: Final = {
    ChecklistStep.INSPECT: "inspects",
    ChecklistStep.VERIFY: "verifies",
    ChecklistStep.SPREAD: "spreads",
    ChecklistStep.TURN_DOWN: "turns down",
    ChecklistStep.WASH: "washes",
    ChecklistStep.STACK: "stacks",
}
NUMBERS: Final = ("no card", "a card", "two cards", "three cards", "four cards", "five cards")


def said(moment: Moment, rules: Rules, viewpoint: Viewpoint) -> str:
    """Say what happened."""
    event = moment.event
    if isinstance(event, past.TableEvent):
        return _of_table(event, moment.before) or _plain_name(type(event))
    return _of_round(event, moment, rules, viewpoint) or _plain_name(type(event))


def source_of(event: past.Event) -> Cite:
    """Give the clauses that an event itself names."""
    match event:
        case round_past.IrregularityDeclared(incident):
            return incident.cite
        case round_past.RoundVoided(void):
            return void.cite + void.settle_cite
        case round_past.BetsClosed(fees):
            return fees[0].cite if fees else NO_CITE
        case _:
            return getattr(event, "cite", NO_CITE)


def _plain_name(kind: type[past.Event]) -> str:
    return EVENT_NAMES[kind].partition("/")[0].replace("-", " ")


def who(table: Table, seat: int) -> str:
    """Name a seat, and the player where somebody sits there."""
    there = table.seats.get(seat)
    if there is None:
        return f"seat {seat}"
    return f"seat {seat}, {_marked(there.player, bot=there.bot)},"


def _marked(player: str, *, bot: bool) -> str:
    """Name a player; a bot is said to be one, where its name does not say so itself."""
    return f"{player}, a bot" if bot and "(bot" not in player else player


# -- events of the table --------------------------------------------------------------------------


def _of_table(event: past.TableEvent, table: Table) -> str:
    match event:
        case past.RoundBegun(number, deck, commitment):
            sealed = f"; commitment {commitment.hex()}" if commitment else ""
            return f"round {number} begins with the {deck} deck{sealed}"
        case past.SeedAdded(seat):
            return f"{who(table, seat)} adds randomness to the shuffle"
        case past.BankOffered(seat):
            return f"the bank is offered to {who(table, seat)}"
        case past.BankDeclined(seat):
            return f"{who(table, seat)} declines the bank"
        case past.TimedOut(seat, street, act):
            return f"{who(table, seat)} runs out of time at the {street} and {act}s"
        case past.WinnerKeyed(seat):
            return f"{who(table, seat)} is keyed as a Progressive winner"
        case past.WinnerUnkeyed(seat):
            return f"the key of {who(table, seat)} is taken back"
        case past.RoundCalledOff(_, reason, by, second):
            return f"{by} and {second} call the round off: {reason_words(reason)}"
        case past.RoundCancelled(_, why, reason):
            if why == past.NoHand.NO_WAGER and _is_unbanked(table):
                why = past.NoHand.NOBODY_BANKS
            return f"no hand is dealt: {no_hand_words(why, reason)}"
        case past.SecretRevealed(_, secret):
            return f"the secret is revealed: {secret.hex()}"
        case past.RoundEnded(number):
            return f"round {number} is over"
        case _:
            return _of_people(event, table)


def _is_unbanked(table: Table) -> bool:
    """Tell whether all have declined the bank: then nobody could bet."""
    return bool(table.bank.declined) and table.round is not None and table.round.bank is None


def _of_people(event: past.TableEvent, table: Table) -> str:
    match event:
        case past.PlayerSat(seat, player, bot):
            return f"{_marked(player, bot=bot)} sits down at seat {seat}"
        case past.PurseNamed(seat):
            return f"{who(table, seat)} plays with chips of their purse"
        case past.LeaveAsked(seat):
            return f"{who(table, seat)} leaves after this round"
        case past.LeaveOrdered(seat):
            return f"{who(table, seat)} is asked to leave after this round"
        case past.LeaveCancelled(seat):
            return f"{who(table, seat)} stays"
        case past.PlayerLeft(seat, player, chips):
            return f"{player} leaves seat {seat} with {money(chips)}"
        case past.ChipsBought(seat, chips):
            return f"{who(table, seat)} buys in for {money(chips)}"
        case past.ChipsCashed(seat, chips):
            return f"{who(table, seat)} cashes out {money(chips)}"
        case past.DeckTakenAway(colour, reason):
            return f"the {colour} deck is taken away: {reason}"
        case past.DecksBrought(decks):
            return f"a deck is brought: {', '.join(deck.colour for deck in decks)}"
        case past.StepDone(colour, step, by):
            return f"{by} {STEP_VERBS[step]} the {colour} deck"
        case past.ShuffleOrdered(by):
            return f"{by} orders a shuffle"
        case past.RecutOrdered(by, depth):
            return f"{by} orders the deck cut again, {depth} cards deep"
        case past.DealingChanged(method, shuffle, _, broken):
            why = f", because the {broken} is out of order" if broken else " again, as filed"
            return f"from now on cards come {DEALT_FROM[method]}, {shuffle} shuffle{why}"
        case past.DeviceRepaired(by):
            return f"{by} has the device working again"
        case past.TablePaused(by, reason) | past.ClosingAsked(by, reason):
            return f"{by} stops new rounds: {reason_words(reason)}"
        case past.TableHeld(_, by):
            return f"{by} stops the table"
        case past.TableReleased(_, by):
            return f"{by} lets the round go on"
        case past.TableResumed(by):
            return f"{by} lets the table go on"
        case past.Announced(by, text):
            return f"{by} says: {text}"
        case past.SupervisorTold(seat, reason, facts):
            return f"the supervisor is told: {told_words(seat, reason, facts)}"
        case _:
            return ""


def told_words(seat: int, reason: str, facts: Mapping[str, int]) -> str:
    """Say what was refused and the supervisor is told of."""
    match reason:
        case Reason.ANTE_BLIND_UNEQUAL:
            put = f"{money(facts.get('ante', 0))} on Ante and {money(facts.get('blind', 0))}"
            return f"seat {seat} tried to bet {put} on Blind; the bet was refused"
        case Reason.BETS_CLOSED:
            return f"seat {seat} tried to change a bet after betting had closed; it was refused"
        case Reason.PROGRESSIVE_COUNT:
            counted, accepted = facts.get("counted", 0), facts.get("accepted", 0)
            return f"{counted} Progressive chips were counted, and {accepted} lights are lit"
        case _:
            return f"{reason} at seat {seat}"


# -- events of the round --------------------------------------------------------------------------


def _of_round(event: round_past.Event, moment: Moment, rules: Rules, viewpoint: Viewpoint) -> str:
    table = moment.before
    match event:
        case round_past.RoundOpened(name, edition, _, meters):
            place = rules.set.title if name == rules.set.name else name
            return f"betting is open under the rules of {place}, edition {edition}{_meters(meters)}"
        case round_past.BankTaken(seat, stake):
            return f"{who(table, seat)} banks with {money(stake)}"
        case round_past.BankReturned(seat):
            return f"{who(table, seat)} gives the bank back"
        case round_past.BetsPlaced(seat, wagers, tips):
            return f"{who(table, seat)} bets {_wagers(wagers)}{_tips(tips)}"
        case round_past.BetsCleared(seat):
            return f"{who(table, seat)} takes the bets back"
        case round_past.BetsClosed(fees, fed):
            paid = f"; fees of {money(sum(fee.chips for fee in fees))}" if fees else ""
            return f"no more bets{paid}{_fed(fed)}"
        case round_past.Checked(seat):
            return f"{who(table, seat)} checks"
        case round_past.PlayPlaced(seat, times, chips, tip):
            tipped = f", and {money(tip)} for the dealer" if tip else ""
            return f"{who(table, seat)} plays {times}x, {money(chips)}{tipped}"
        case round_past.Folded(seat):
            return f"{who(table, seat)} folds"
        case round_past.MetersRead(meters):
            return f"the link is read{_meters(meters)}"
        case round_past.JackpotValidated(seat, by):
            return f"{by} validates the Progressive win of {who(table, seat)}"
        case round_past.RoundSettled(settlement):
            return _settled(settlement, moment.after.round)
        case _:
            return _of_cards(event, moment, rules, viewpoint) or _of_trouble(event, table)


def _of_cards(event: round_past.Event, moment: Moment, rules: Rules, viewpoint: Viewpoint) -> str:
    match event:
        case round_past.DeckLoaded(cards, shuffled):
            order = f": {cards_symbols(cards)}" if viewpoint.full else ""
            return f"the deck is shuffled ({shuffled}){order}"
        case round_past.DeckCut(depth):
            return f"the deck is cut, {depth} cards deep"
        case round_past.PacketsDealt(parcels):
            return f"dealt: {_parcels(parcels, viewpoint)}{stub_words(moment, rules)}"
        case round_past.StreetTurned(street, parcels, turned):
            before = moment.before.round.turned if moment.before.round else 0
            board = moment.after.round.board if moment.after.round else ()
            burned = [p for p in parcels if p.to == Target.BURN]
            burn = f" ({_parcels(burned, viewpoint)})" if burned else ""
            stub = stub_words(moment, rules)
            return f"the {street}: {cards_symbols(board[before:turned])}{burn}{stub}"
        case round_past.DealerRevealed(cards):
            whose = "dealer" if rules.house_banks else "player-dealer"
            return f"the {whose} shows {cards_symbols(cards)}"
        case round_past.CardsSetAside(cards):
            return f"set aside: {cards_symbols(cards)}"
        case _:
            return ""


def stub_words(moment: Moment, rules: Rules) -> str:
    """Say that the undealt cards go to the rack, where this is their moment."""
    before, after = moment.before.round, moment.after.round
    if before is None or after is None or stub_in_rack(before, rules):
        return ""
    cards = stub_in_rack(after, rules)
    return f"; the other {cards} cards go to the rack unseen" if cards else ""


def _of_trouble(event: round_past.Event, table: Table) -> str:
    match event:
        case round_past.IrregularityDeclared(incident):
            kind, done = incident.kind.replace("-", " "), incident.action.replace("-", " ")
            known = incident.case and incident.case != "any"
            case = f" ({incident.case.replace('_', ' ')})" if known else ""
            at = f" at {who(table, incident.seat).rstrip(',')}" if incident.seat else ""
            return f"irregularity: {kind}{case}{at}; remedy: {done}"
        case round_past.HandKilled(seat, _, forfeited):
            return f"the hand of {who(table, seat)} is {'given up' if forfeited else 'dead'}"
        case round_past.WagerVoided(wager):
            return f"every {WAGERS[wager]} wager is void"
        case round_past.RoundVoided(void):
            kept = " and ".join(WAGERS[wager] for wager in void.settles)
            return f"the round is void{f'; {kept} still settled' if kept else ''}"
        case _:
            return ""


def _wagers(wagers: Mapping[Wager, int]) -> str:
    return ", ".join(f"{WAGERS[w]} {money(chips)}" for w, chips in wagers.items())


def _tips(tips: Mapping[Wager, int]) -> str:
    given = {w: chips for w, chips in tips.items() if chips}
    return f"; for the dealer {_wagers(given)}" if given else ""


def _meters(meters: Mapping[str, Fraction | None]) -> str:
    shown = [f"{n} {money(int(a)) if a is not None else 'not known'}" for n, a in meters.items()]
    return f"; meters: {', '.join(shown)}" if shown else ""


def _fed(fed: Mapping[str, Fraction]) -> str:
    parts = [f"{name} {part} cents" for name, part in fed.items() if part]
    return f"; to the meters: {', '.join(parts)}" if parts else ""


def _parcels(parcels: Iterable[Parcel], viewpoint: Viewpoint) -> str:
    return ", ".join(f"{_where(p)} {_how_many(p.cards, viewpoint)}" for p in parcels)


def _where(parcel: Parcel) -> str:
    return f"seat {parcel.seat}" if parcel.to == Target.SEATS else parcel.to.value


def _how_many(cards: tuple[Card, ...], viewpoint: Viewpoint) -> str:
    if viewpoint.full:
        return cards_symbols(cards)
    return NUMBERS[len(cards)] if len(cards) < len(NUMBERS) else f"{len(cards)} cards"


def _settled(settlement: Settlement, round_: Round | None) -> str:
    spots = round_.spots if round_ else ()
    nets = [f"seat {spot.seat} {_signed(settlement.net(spot.seat))}" for spot in spots]
    hand = ""
    if settlement.dealer is not None:
        word = "qualifies" if settlement.qualifies else "does not qualify"
        hand = f"; {hand_name(settlement.dealer)}, the dealer {word}"
    return f"settled{' as void' if settlement.void else ''}: {', '.join(nets)}{hand}"


def _signed(chips: int) -> str:
    return f"+{money(chips)}" if chips > 0 else money(chips)
