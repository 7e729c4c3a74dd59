"""Whether dealing, decks, devices, cut and seats are as the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import Cite
from pitboss.rules.ruleset import DealingMethod, Target, Wager

_PACKET_MODES: Final = ("dealer-first", "dealer-retained")


def _script(filing: Filing) -> DealingMethod:
    """The method as the set has it: with the packets of every mode."""
    return filing.rules.set.methods[filing.rules.method.name]


def check_shuffler(filing: Filing) -> Iterator[Problem]:
    """A shuffler is at the table wherever the method, the decks or the shuffle call for one."""
    if filing.part("devices").get("shuffler") is True:
        return
    method, shuffle = _script(filing), filing.rules.choice("shuffle")
    needs: list[tuple[str, Cite]] = []
    if method.needs_shuffler:
        needs.append((f"dealing = {method.name!r}", method.needs_cite))
    if filing.rules.whole("decks") == 2 and filing.rules.fact("cards.second_deck_needs"):
        needs.append(("a second deck", filing.cite("cards.second_deck_needs")))
    if shuffle in ("device", "continuous"):
        needs.append((f"shuffle = {shuffle!r}", filing.option("shuffle")))
    for what, cite in needs:
        right = "write shuffler = true in [devices], or choose otherwise"
        what = f"is not filed as true, but {what} needs a shuffler"
        yield filing.problem(Code.SHUFFLER_MISSING, "devices.shuffler", what, right, cite)


def check_shuffle(filing: Filing) -> Iterator[Problem]:
    """The cards are shuffled in a way that the rules and the dealing method know."""
    shuffle, allowed = filing.rules.choice("shuffle"), filing.rules.fact("cards.shuffles")
    key, method = "options.shuffle", _script(filing)
    if shuffle not in allowed:
        what, right = f"{shuffle!r} is not among the shuffles", f"there is {', '.join(allowed)}"
        cite = filing.cite("cards.shuffles")
        yield filing.problem(Code.SHUFFLE_NOT_ALLOWED, key, what, right, cite)
    elif method.needs_shuffler and _by_hand(filing):
        what = f"is {shuffle!r}, but dealing = {method.name!r} wants an automated shuffler"
        right = "write shuffle = 'device'"
        yield filing.problem(Code.SHUFFLE_NOT_ALLOWED, key, what, right, method.needs_cite)


def check_devices(filing: Filing) -> Iterator[Problem]:
    """What [devices] says agrees with the options, and a continuous device counts."""
    devices = filing.part("devices")
    continuous, counts = filing.holds("continuous"), filing.rules.flag("device.counts_cards")
    if devices.get("continuous", continuous) != continuous:
        yield _contradiction(filing, "continuous", "shuffle")
    if devices.get("counts_cards", counts) != counts and "device.counts_cards" in filing.given:
        yield _contradiction(filing, "counts_cards", "device.counts_cards")
    if continuous and not (counts and devices.get("counts_cards", counts)):
        what = "is 'continuous', but the device does not count the cards"
        right = "only a device that reshuffles and counts may take the place of cut and count"
        cite = filing.cite("cards.shuffles")
        yield filing.problem(Code.CONTINUOUS_MUST_COUNT, "options.shuffle", what, right, cite)
    if devices.get("feeds_shoe") is True:
        yield from _feeds(filing)


def _contradiction(filing: Filing, device: str, option: str) -> Problem:
    what, right = f"contradicts options.{option}", "both say the same, or one is left out"
    key, cite = f"devices.{device}", filing.option(option)
    return filing.problem(Code.DEVICE_CONTRADICTION, key, what, right, cite)


def _feeds(filing: Filing) -> Iterator[Problem]:
    key, cite = "devices.feeds_shoe", filing.cite("cards.device_may_feed_shoe")
    if filing.rules.method.name != "shoe" or filing.part("devices").get("shuffler") is not True:
        what = "is true, but there is no shuffler or the cards are not dealt from a shoe"
        right = "a shuffler feeds a shoe only where both are used"
        yield filing.problem(Code.FEEDS_SHOE, key, what, right, cite)
    elif not filing.rules.fact("cards.device_may_feed_shoe"):
        what = f"{filing.rules.set.name} does not speak of a device that feeds the shoe"
        yield filing.note(Code.FEEDS_SHOE, key, what, "nothing forbids it either", cite)


def check_decks(filing: Filing) -> Iterator[Problem]:
    """As many decks as the rules and the dealing method allow."""
    decks, allowed = filing.rules.whole("decks"), filing.rules.fact("cards.decks")
    key, method = "options.decks", filing.rules.method.name
    if "decks" not in filing.rules.set.options or not decks:
        return
    if decks not in allowed:
        what, right = f"{decks} is not allowed", f"write {' or '.join(map(str, allowed))}"
        yield filing.problem(Code.DECKS, key, what, right, filing.cite("cards.decks"))
    elif decks > 1 and method in (filing.rules.fact("cards.one_deck_methods") or ()):
        what, right = f"{decks} decks, but dealing = {method!r}", "one deck only"
        yield filing.problem(Code.DECKS, key, what, right, filing.cite("cards.one_deck_methods"))
    elif decks > 1 and filing.rules.fact("cards.second_deck_needs") and _by_hand(filing):
        shuffle = filing.rules.choice("shuffle")
        what = f"{decks} decks, but shuffle = {shuffle!r}"
        right = "one deck, or an automated shuffler: shuffle = 'device'"
        yield filing.problem(Code.DECKS, key, what, right, filing.cite("cards.second_deck_needs"))


def _by_hand(filing: Filing) -> bool:
    """Tell whether people shuffle, in a way that the rules know at all."""
    allowed = filing.rules.fact("cards.shuffles")
    return filing.rules.choice("shuffle") in {"manual", "pre-shuffled"} & set(allowed)


def check_six_card(filing: Filing) -> Iterator[Problem]:
    """The Six Card Bonus wants a method that deals its box."""
    if Wager.SIX_CARD not in filing.rules.tables:
        return
    if all(packet.to != Target.BOX for packet in _script(filing).deal):
        method = filing.rules.method.name
        dealing = [
            name
            for name, script in filing.rules.set.methods.items()
            if any(packet.to == Target.BOX for packet in script.deal)
        ]
        what = f"is offered, but dealing = {method!r} never deals the four-card box"
        right = f"write dealing = {' or '.join(map(repr, dealing))}"
        cite = filing.option("six_card.allowed_methods")
        yield filing.problem(Code.SIX_CARD_METHOD, "options.six_card", what, right, cite)


def check_packet(filing: Filing) -> Iterator[Problem]:
    """Where the dealer's packet comes is chosen only for a device that deals packets."""
    chosen = "auto.dealer_packet" in filing.given
    modes = {packet.when for packet in _script(filing).deal}
    if (
        chosen
        and not modes & set(_PACKET_MODES)
        and "auto.dealer_packet" in filing.rules.set.options
    ):
        what = f"is filed, but dealing = {filing.rules.method.name!r} knows no such packet"
        right = "take it out, or deal from the device"
        cite = filing.option("auto.dealer_packet")
        yield filing.problem(Code.DEALER_PACKET, "options.auto.dealer_packet", what, right, cite)


def check_cut(filing: Filing) -> Iterator[Problem]:
    """The cut leaves enough cards above the cover card, and its bounds are in order."""
    least, most = filing.rules.whole("cut.min"), filing.rules.whole("cut.max")
    printed = filing.rules.fact("cards.cut_least")
    cite = filing.cite("cards.cut_least") + filing.option("cut.min")
    if printed is not None and least < printed:
        what, right = f"{least} is too shallow", f"at least {printed} cards above the cover card"
        yield filing.problem(Code.CUT_BOUNDS, "options.cut.min", what, right, cite)
    if most < least:
        what, right = f"{most} is below cut.min, {least}", "the maximum is not below the minimum"
        yield filing.problem(Code.CUT_BOUNDS, "options.cut.max", what, right, cite)


def check_deck_change(filing: Filing) -> Iterator[Problem]:
    """Decks dealt by hand are changed sooner; left out, the printed interval holds."""
    most, by_hand = "cards.deck_change_hours", "cards.deck_change_hours_by_hand"
    key = by_hand if filing.rules.method.name == "hand" else most
    printed, hours = filing.rules.fact(key), filing.rules.whole("deck.change_hours")
    if printed is not None and "deck.change_hours" in filing.given and hours > printed:
        what = f"{hours} hours is too long with dealing = {filing.rules.method.name!r}"
        right = f"at most {printed} hours"
        where = "options.deck.change_hours"
        yield filing.problem(Code.DECK_CHANGE, where, what, right, filing.cite(key))


def check_seats(filing: Filing) -> Iterator[Problem]:
    """As many places as the document can be read to have."""
    allowed = filing.rules.fact("table.seats_choice")
    if allowed and filing.rules.seats not in allowed:
        what, right = f"{filing.rules.seats} places", f"write {' or '.join(map(str, allowed))}"
        cite = filing.cite("table.seats_choice")
        yield filing.problem(Code.SEATS, "options.seats", what, right, cite)
