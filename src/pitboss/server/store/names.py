"""Names of people: which are allowed, and when two of them look alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pitboss.pit.chance import Chance
from pitboss.server.store.errors import HouseRefused, PersonReason

SHORTEST: Final = 2
LONGEST: Final = 24
MARKS: Final = " _.-'"
ALLOWED: Final = (
    "use 2 to 24 letters of one alphabet, digits, spaces, dots, hyphens, underscores or apostrophes"
)

_CURLY: Final = "\u2019"  # the apostrophe that phones write

# Names that could be taken for staff or for a bot.
RESERVED: Final = (
    "admin", "administrator", "auditor", "automatic", "bank", "bot", "cashier", "dealer",
    "exhibition", "floor", "guest", "house", "moderator", "nobody", "pit", "pitboss",
    "player-dealer", "recovery", "root", "server", "supervisor", "support", "system", "teacher",
    "you",
)  # fmt: skip

# Words that do not make a reserved name another name.
TITLES: Final = (
    "a", "at", "boss", "casino", "chief", "chips", "crew", "desk", "head", "lead", "manager",
    "master", "mister", "mr", "mrs", "ms", "my", "of", "office", "officer", "official", "person",
    "security", "service", "shift", "staff", "table", "team", "the", "your",
)  # fmt: skip
_PARTS: Final = re.compile(r"[ _.-]+")

# Letters of other scripts and digits that the eye takes for Latin ones, and those it mixes up.
_ALIKE: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтαβεηικνορτυχγ01i|",  # noqa: RUF001 (being alike is the point)
    "aeopcyxljshdqwbkmhtabenlkvoptuxyolll",
)

_COLOURS: Final = (
    "Amber", "Azure", "Bronze", "Cedar", "Cobalt", "Coral", "Copper", "Crimson", "Dusky", "Emerald",
    "Golden", "Hazel", "Indigo", "Ivory", "Jade", "Linden", "Maple", "Misty", "Olive", "Opal",
    "Pearl", "Russet", "Sable", "Saffron", "Scarlet", "Silver", "Teal", "Umber", "Velvet", "Violet",
)  # fmt: skip
_ANIMALS: Final = (
    "Badger", "Bear", "Crane", "Deer", "Dove", "Eagle", "Falcon", "Finch", "Fox", "Gull", "Hare",
    "Hawk", "Heron", "Ibis", "Jay", "Kite", "Lark", "Lynx", "Marten", "Mole", "Newt", "Otter",
    "Owl", "Panda", "Plover", "Raven", "Robin", "Seal", "Stork", "Swan", "Tern", "Vole", "Wolf",
    "Wren",
)  # fmt: skip


def proper(name: str) -> str:
    """Return the name as it is kept; raises `HouseRefused` where it is not allowed."""
    shown = " ".join(unicodedata.normalize("NFKC", name).replace(_CURLY, "'").split())
    if not SHORTEST <= len(shown) <= LONGEST or not _readable(shown):
        raise HouseRefused(
            PersonReason.NAME_SHAPE, f"{ascii_only(name)!r} cannot be a name: {ALLOWED}"
        )
    if _reads_as_staff(shown):
        raise HouseRefused(
            PersonReason.NAME_RESERVED,
            f"the name {shown} is reserved for the house; choose another",
        )
    return shown


def key(name: str) -> str:
    r"""Return the name as the eye reads it: two names with one key cannot both be taken.

    >>> key("Ann Lee") == key("ann_lee") == key("\u0410nn Lee")  # a Cyrillic letter
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    bare = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return "".join(c for c in bare.translate(_ALIKE) if c not in MARKS and not c.isspace())


def ascii_only(text: str) -> str:
    """Return untrusted text for a message: short, without control characters."""
    return text[:LONGEST].encode("ascii", "replace").decode("ascii")


def fresh(chance: Chance) -> str:
    """Draw a name for a guest, like "Amber Fox 27"."""
    colour = _COLOURS[chance.below(len(_COLOURS))]
    animal = _ANIMALS[chance.below(len(_ANIMALS))]
    return f"{colour} {animal} {chance.below(990) + 10}"


def _readable(name: str) -> bool:
    """Return whether a name has letters of one script, digits and no mark at its ends."""
    letters = [c for c in name if c not in MARKS and not c.isdigit()]
    if any(c.isdigit() and not c.isascii() for c in name):
        return False
    if not letters or not all(c.isalpha() for c in letters):
        return False
    if name[0] in MARKS or name[-1] in MARKS:
        return False
    return len({unicodedata.name(c, "?").split()[0] for c in letters}) == 1


def _reads_as_staff(name: str) -> bool:
    """Return whether a name reads like staff: a reserved word, alone or with titles and numbers.

    "The Dealer" and "Auditor 2" are; "Dealer's Choice" is a person's.
    """
    if key(name) in _RESERVED_KEYS:
        return True
    words = [word.rstrip("0123456789") for word in _PARTS.split(name)]
    keys = {key(word) for word in words if word}
    return bool(keys & _RESERVED_KEYS) and keys <= _RESERVED_KEYS | _TITLE_KEYS


_RESERVED_KEYS: Final = frozenset(key(name) for name in RESERVED)
_TITLE_KEYS: Final = frozenset(key(name) for name in TITLES)
