"""Parameters of questions about odds, read strictly: cards, rule book, paytable, Ante and chips."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from litestar import Request
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from pitboss.cards import DECK, Card, CardError, card_text, parse_cards
from pitboss.cards.notation import TEXT_LENGTH_MAX
from pitboss.coach.situation import PERFECT
from pitboss.odds import Game, affordable_game, game_of
from pitboss.odds.game import FOLD
from pitboss.rules import Rules, RuleSet, UnknownRuleSetError, Wager
from pitboss.rules.catalog import named_rule_set
from pitboss.rules.suggest import did_you_mean
from pitboss.server.http.problems import Turned
from pitboss.server.wire.ask import CENTS_MAX, PLAIN
from pitboss.server.wire.odds import StrategyTitle
from pitboss.table import RulesChoice, rules_of

HOLE: Final = 2
BOARDS: Final = (0, 3, 5)
DEALER_MAX: Final = 2
DEAD_MAX: Final = len(DECK) - HOLE - BOARDS[-1] - DEALER_MAX  # then a deal still remains
GAMES_KEPT: Final = 64  # worked out of the rules; there are few
STRATEGIES_AT: Final = ("strategies", "shipped")  # in the package `odds`
_CENTS: Final = re.compile(r"[1-9]\d{0,12}", re.ASCII)
# Names of the parameters that a spot is asked with.
SPOT_NAMES: Final = ("hole", "board", "dead", "dealer", "rules", "blind", "ante", "chips")
OddsRequest = Request[Any, Any, Any]  # Any: the framework's own type parameters


def _examples(value: object, summary: str) -> list[Example]:
    return [Example(summary=summary, value=value)]


def _text(about: str, value: str, summary: str, length_max: int = 40) -> QueryParameter:
    """Declare a parameter of one line in the query, with an example."""
    return QueryParameter(
        max_length=length_max,
        pattern=PLAIN,
        description=about,
        examples=_examples(value, summary),
    )


def _card_text(about: str, value: str, summary: str) -> QueryParameter:
    """Declare a parameter of cards in the query."""
    return _text(about, value, summary, TEXT_LENGTH_MAX)


def _cents(about: str, value: int, summary: str, least: int) -> QueryParameter:
    """Declare a parameter of cents in the query."""
    return QueryParameter(
        ge=least, le=CENTS_MAX, description=about, examples=_examples(value, summary)
    )


RulesInQuery = Annotated[
    str,
    _text(
        "A rule book, by its name or with its edition.",
        "maryland",
        "the newest edition; maryland@1 names one",
    ),
]
BlindName = Annotated[
    str,
    _text(
        "A Blind paytable of the rule book; left out: the one played by default.",
        "A",
        "Maryland's Blind paytable A",
    ),
]
HoleCards = Annotated[
    str, _card_text("Your two cards.", "As Kd", "ace of spades, king of diamonds")
]
BoardCards = Annotated[
    str,
    _card_text(
        "The cards on the board: none, three on the flop, five on the river.",
        "2c 7d 9s",
        "a flop",
    ),
]
DeadCards = Annotated[
    str,
    _card_text(
        f"Cards that you have seen elsewhere and that cannot come; at most {DEAD_MAX}.",
        "Kh",
        "one dead king",
    ),
]
DealerCards = Annotated[
    str,
    _card_text(
        "Cards known to be the dealer's; at most two.",
        "Qs",
        "one card of the dealer was exposed",
    ),
]
AnteCents = Annotated[
    int | None,
    _cents("Your Ante in cents: values then come in cents too.", 1_000, "ten dollars", 1),
]
UsualAnteCents = Annotated[int, _cents("Your Ante in cents.", 1_000, "ten dollars", 1)]
ChipsCents = Annotated[
    int | None,
    _cents(
        "Cents in front of you after your bets: only what they pay for is valued.",
        3_000,
        "enough for 3x of an Ante of ten dollars",
        0,
    ),
]
SideWagers = Annotated[
    str,
    _text(
        "Side wagers that you made, in cents; none changes what a choice is worth.",
        "trips:500",
        "five dollars on Trips",
        80,
    ),
]
StrategyInQuery = Annotated[
    str,
    _text(
        "A strategy to be graded against; left out: perfect play.",
        "simple",
        "three short lists to keep in mind",
    ),
]
StrategyName = Annotated[
    str,
    PathParameter(
        max_length=40,
        pattern=PLAIN,
        description="A strategy that comes with pitboss.",
        examples=_examples("simple", "three short lists to keep in mind"),
    ),
]


def check_names(request: OddsRequest, *known: str) -> None:
    """Reject a parameter that there is not, or one given twice: a typing error would be ignored."""
    for name, values in request.query_params.dict().items():
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise Turned(400, "not-valid", f"{name[:40]!r} is no parameter; {hint}")
        if len(values) > 1:
            raise Turned(400, "not-valid", f"{name} is given twice; give it once")


def read_places(hole: str, board: str, dead: str, dealer: str) -> dict[str, tuple[Card, ...]]:
    """Read the cards of each place; raises `Turned` for cards that no dealer could have dealt."""
    texts = {"hole": hole, "board": board, "dead": dead, "dealer": dealer}
    places = {name: _cards(name, text) for name, text in texts.items()}
    counts = {name: len(cards) for name, cards in places.items()}
    if counts["hole"] != HOLE:
        raise _wrong(f"hole has {_cards_of(counts['hole'])}; a player has two, as in hole=As Kd")
    if counts["board"] not in BOARDS:
        right = "give none before the flop, three on it, five on the river"
        raise _wrong(f"board has {_cards_of(counts['board'])}; {right}")
    if counts["dealer"] > DEALER_MAX:
        raise _wrong(f"dealer has {_cards_of(counts['dealer'])}; the dealer has two at most")
    if counts["dead"] > DEAD_MAX:
        left = f"at most {DEAD_MAX} leave a board and a dealer's hand"
        raise _wrong(f"dead has {_cards_of(counts['dead'])}; {left}")
    found: dict[Card, str] = {}
    for name, cards in places.items():
        for card in cards:
            if card in found:
                where = f"{card_text(card)} is in {found[card]} and in {name}"
                raise _wrong(f"{where}; each card may appear once")
            found[card] = name
    return places


def read_rules(rules: str, blind: str) -> RulesChoice:
    """Read a rule book and a Blind paytable of its own; raises `Turned`."""
    try:
        place = named_rule_set(rules.casefold())
    except UnknownRuleSetError as error:
        raise Turned(400, "no-such-rules", f"rules: {error}") from None
    options = {"blind": _blind(place, blind)} if blind else {}
    if Wager.BLIND not in place.options:  # the place has one table, and nothing to choose
        options = {}
    written = msgspec.json.encode(options).decode()
    return RulesChoice(place.name, place.edition, written)


def read_wagers(text: str, choice: RulesChoice) -> dict[str, int]:
    """Read side wagers as "trips:500", in cents; raises `Turned` for one that is not taken.

    One that a fold would forfeit changes what a fold is worth, and that is not valued here.
    """
    rules = rules_of(choice)
    sides = {str(one): one for one in rules.offered() if one not in (Wager.ANTE, Wager.BLIND)}
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, cents = part.partition(":")
        if name not in sides:
            there = f"{choice.rules} takes {', '.join(sides)}"
            raise _wrong(f"wagers: {name[:40]!r} is no side wager here; {there}")
        if not _CENTS.fullmatch(cents) or name in found:
            right = f"write it once, in cents, as in {name}:500"
            raise _wrong(f"wagers: {part[:40]!r} is no wager; {right}")
        if not _survives_fold(rules, sides[name]):
            raise _wrong(f"wagers: a fold forfeits {name} here, which is not valued; leave it out")
        found[name] = int(cents)
    return found


def _survives_fold(rules: Rules, wager: Wager) -> bool:
    kept = wager != Wager.PROGRESSIVE or rules.flag("progressive.survives_fold")
    return kept and rules.consequence(wager, FOLD).by_paytable


def paid_game(game: Game, ante: int | None, chips: int | None) -> Game:
    """Leave out the raises that the chips cannot pay for; raises `Turned`."""
    if chips is None:
        return game
    if ante is None:
        raise _wrong("chips go with an Ante; give ante in cents too, as in ante=1000")
    return affordable_game(game, ante=ante, chips=chips)


@cache
def strategy_names() -> tuple[str, ...]:
    """List the strategies that come with pitboss. Their module would load compiled code."""
    folder = files("pitboss.odds").joinpath(*STRATEGIES_AT)
    return tuple(
        sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name[0] != "_")
    )


@cache
def strategy_titles() -> tuple[StrategyTitle, ...]:
    """List the strategies that come with pitboss with their titles, perfect play first."""
    folder = files("pitboss.odds").joinpath(*STRATEGIES_AT)
    found = [
        StrategyTitle(name, str(data["title"]), str(data["about"]))
        for name in strategy_names()
        for data in [tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))]
    ]
    return tuple(sorted(found, key=lambda one: (one.name != PERFECT, one.name)))


def check_strategy(name: str) -> str:
    """Return the name of a strategy that comes with pitboss; raises `Turned` for another."""
    known = strategy_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
        raise Turned(404, "no-such-strategy", f"{name[:40]!r} is no strategy; {hint}")
    return name


@lru_cache(maxsize=GAMES_KEPT)
def base_game(choice: RulesChoice) -> Game:
    """Return the base game that rules in force play."""
    return game_of(rules_of(choice))


def _blind(place: RuleSet, name: str) -> str:
    tables = place.tables_of(Wager.BLIND)
    for known in tables:
        if known.casefold() == name.casefold():
            return known
    what = f"blind: {place.name} has no Blind paytable {name!r}"
    raise Turned(400, "no-such-paytable", f"{what}; it has {', '.join(tables)}")


def _cards(name: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise _wrong(f"{name}: {error}") from None


def _cards_of(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _wrong(text: str) -> Turned:
    return Turned(400, "not-valid", text)
