"""Every phrase of a log line: one for each event, and the parts that a line may have.

The gaps of `LOG` are filled by `history/narration.py`, those of the shorter lines that players read
at the table by `server/views/log.py`: both know the events.
"""

from __future__ import annotations

from typing import Final

SEATS: Final[dict[str, str]] = {
    "empty": "seat {seat}",
    "taken": "seat {seat}, {player},",
    "bot": "{player}, a bot",
}
LOG: Final[dict[str, str]] = {
    # the table between rounds
    "decks-brought": "a deck is brought: {decks}",
    "step-done": "{by} {does} the {colour} deck",
    "closing-asked": "{by} stops new rounds: {reason}",
    "table-paused": "{by} stops new rounds: {reason}",
    "table-resumed": "{by} lets the table go on",
    "table-held": "{by} stops the table",
    "table-released": "{by} lets the round go on",
    "deck-taken-away": "the {colour} deck is taken away: {reason}",
    "shuffle-ordered": "{by} orders a shuffle",
    "recut-ordered": "{by} orders the deck cut again, {depth} cards deep",
    "device-repaired": "{by} has the device working again",
    "dealing-changed": "from now on cards come {dealt}, {shuffle} shuffle{why}",
    "announced": "{by} says: {text}",
    "supervisor-told": "the supervisor is told: {told}",
    # players and their chips
    "player-sat": "{player} sits down at seat {seat}",
    "purse-named": "{who} plays with chips of their purse",
    "leave-asked": "{who} leaves after this round",
    "leave-ordered": "{who} is asked to leave after this round",
    "leave-cancelled": "{who} stays",
    "player-left": "{player} leaves seat {seat} with {chips}",
    "chips-bought": "{who} buys in for {chips}",
    "chips-cashed": "{who} cashes out {chips}",
    # the frame of a round
    "round-begun": "round {number} begins with the {deck} deck{sealed}",
    "seed-added": "{who} adds randomness to the shuffle",
    "bank-offered": "the bank is offered to {who}",
    "bank-declined": "{who} declines the bank",
    "timed-out": "{who} runs out of time at the {street} and {act}s",
    "winner-keyed": "{who} is keyed as a Progressive winner",
    "winner-unkeyed": "the key of {who} is taken back",
    "round-called-off": "{by} and {second} call the round off: {reason}",
    "round-cancelled": "no hand is dealt: {why}",
    "secret-revealed": "the secret is revealed: {secret}",
    "round-ended": "round {number} is over",
    # bets and decisions
    "round-opened": "betting is open under the rules of {place}, edition {edition}{meters}",
    "bank-taken": "{who} banks with {chips}",
    "bank-returned": "{who} gives the bank back",
    "bets-placed": "{who} bets {wagers}{tips}",
    "bets-cleared": "{who} takes the bets back",
    "bets-closed": "no more bets{fees}{fed}",
    "checked": "{who} checks",
    "play-placed": "{who} plays {times}x, {chips}{tip}",
    "folded": "{who} folds",
    # cards
    "deck-loaded": "the deck is shuffled ({shuffled}){order}",
    "deck-cut": "the deck is cut, {depth} cards deep",
    "packets-dealt": "dealt: {parcels}{stub}",
    "street-turned": "the {street}: {cards}{burned}{stub}",
    "dealer-revealed": "the {dealer} shows {cards}",
    "cards-set-aside": "set aside: {cards}",
    # irregularities
    "irregularity-declared": "irregularity: {kind}{case}{at}; remedy: {remedy}",
    "hand-killed": "the hand of {who} is {killed}",
    "wager-voided": "every {wager} wager is void",
    "round-voided": "the round is void{kept}",
    # settlement
    "meters-read": "the link is read{meters}",
    "jackpot-validated": "{by} validates the Progressive win of {who}",
    "round-settled": "settled{void}: {nets}{hand}",
}
"""A line of the log for each event, by its stored name without version."""
LOG_PARTS: Final[dict[str, str]] = {
    "sealed": "; commitment {commitment}",
    "broken": ", because the {broken} is out of order",
    "as-filed": " again, as filed",
    "meters": "; meters: {meters}",
    "not-known": "not known",
    "fed": "; to the meters: {meters}",
    "cents": "{meter} {cents} cents",
    "fees": "; fees of {chips}",
    "tips": "; for the dealer {wagers}",
    "tip": ", and {chips} for the dealer",
    "stub": "; the other {cards} cards go to the rack unseen",
    "house-banks": "dealer",
    "player-banks": "player-dealer",
    "at": " at {who}",
    "dead": "dead",
    "forfeited": "given up",
    "kept": "; {wagers} still settled",
    "void": " as void",
    "qualifies": "; {hand}, the dealer qualifies",
    "does-not-qualify": "; {hand}, the dealer does not qualify",
    "cards": "{count} cards",
}
CARD_COUNTS: Final[dict[int, str]] = {
    0: "no card",
    1: "a card",
    2: "two cards",
    3: "three cards",
    4: "four cards",
    5: "five cards",
}
STEPS: Final[dict[str, str]] = {
    "inspect": "inspects",
    "verify": "verifies",
    "spread": "spreads",
    "turn-down": "turns down",
    "wash": "washes",
    "stack": "stacks",
}
"""What the dealer does with a deck before a table opens."""
TOLD: Final[dict[str, str]] = {
    "ante-blind-unequal": (
        "seat {seat} tried to bet {ante} on Ante and {blind} on Blind; the bet was refused"
    ),
    "bets-closed": "seat {seat} tried to change a bet after betting had closed; it was refused",
    "progressive-count": "{counted} Progressive chips were counted, and {accepted} lights are lit",
}
"""What a supervisor is told of, by the reason of the refusal."""
FELT_LOG: Final[dict[str, str]] = {
    "round-opened": "betting is open{meters}",
    "bets-closed": "no more bets{fees}{fed}",
    "timed-out": "{who} runs out of time",
    "round-ended": "hand {number} complete",
    "round-begun": "the {deck} deck is in play{sealed}",
    "packets-dealt": "dealt: {parcels}",
    "irregularity-declared": "{kind}{at}: {remedy}",
    "announced": "the floor says: {text}",
    "table-paused": "the floor has paused the table: {reason}",
    "table-held": "the floor has stopped the table for a moment",
    "table-resumed": "the table goes on",
    "table-released": "the table goes on",
    "closing-asked": "the table closes after this hand{reason}",
    "round-called-off": "the floor called this hand off: {reason}. All bets are returned",
    "shuffle-ordered": "the floor orders a shuffle",
    "recut-ordered": "the floor orders the deck cut again, {depth} cards deep",
    "device-repaired": "the device works again",
    "rules-changed": "new limits: the Ante is {ante}",
    "jackpot-validated": "the floor validates the Progressive win of {player}",
}
"""Where the log at the table has a line of its own: short, and without a name of the floor."""
FELT_LOG_PARTS: Final[dict[str, str]] = {
    "meter": " · {meter} {chips}",
    "fees": " · fees {chips}",
    "fed": " · {chips} to the {meter}",
    "sealed": "; shuffle sealed as {commitment}",
    "at": ", seat {seat}",
    "reason": ": {reason}",
    "only-meter": "Progressive",
    "one-meter": "{meter} Progressive",
    "one-hand": "1 hand",
    "hands": "{count} hands",
    "board": "{count} community cards",
    "dealer": "{count} for the dealer",
    "box": "{count} in the Six Card box",
    "burn": "{count} burned",
}
VOID_WAGERS: Final[dict[str, str]] = {
    "one-back": "{wagers} is returned.",
    "back": "{wagers} are returned.",
    "one-live": "{wagers} is still played.",
    "live": "{wagers} are still played.",
}
"""What becomes of the wagers of a void round."""
