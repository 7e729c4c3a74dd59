"""Parameters of requests, read strictly: names, dates, cursors, page sizes; and file headers."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Final, TypeVar
from urllib.parse import quote

import msgspec
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from pitboss.history.periods import Period, TimeError, read_span
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.hands import PAGE_MAX
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import PLAIN

PAGE: Final = 30
CURSOR_MAX: Final = 300
T = TypeVar("T", bound=tuple[object, ...])

TheServices = NamedDependency[Services]
TheHuman = NamedDependency[Human]

# In the path of a request.
TableInPath = Annotated[str, PathParameter(min_length=1, max_length=60, pattern=PLAIN)]
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53)]
NameText = Annotated[str, PathParameter(max_length=40, pattern=PLAIN)]
Token = Annotated[str, PathParameter(max_length=400, pattern=PLAIN)]
# In its query.
SomeTable = Annotated[str | None, QueryParameter(min_length=1, max_length=60, pattern=PLAIN)]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]
Cursor = Annotated[str, QueryParameter(max_length=CURSOR_MAX, pattern=PLAIN)]
Word = Annotated[str, QueryParameter(max_length=40, pattern=PLAIN)]
SearchText = Annotated[str, QueryParameter(max_length=80, pattern=PLAIN)]
TimeText = Annotated[str, QueryParameter(max_length=30, pattern=PLAIN)]
Flag = Annotated[bool, QueryParameter()]


def span(begin: str, end: str) -> Period:
    """Read two dates or moments (UTC), either of them left out; raises `Turned`."""
    try:
        return read_span(begin or None, end or None)
    except TimeError as error:
        raise Turned(400, "time", str(error).replace("--", "")) from None


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """Check that a value is one of the allowed words, or empty; raises `Turned`."""
    if value and value not in allowed:
        raise Turned(400, "not-valid", f"{name} is one of {', '.join(allowed)}, or left out")
    return value


def attached(name: str) -> dict[str, str]:
    """Return the header that makes an answer a download under this name."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}


def cursor_text(place: tuple[object, ...]) -> str:
    """Write the cursor after which the next page begins."""
    return urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def read_cursor(text: str, kind: type[T]) -> T | None:
    """Read a cursor; None for the first page; raises `Turned`."""
    if not text:
        return None
    try:
        data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        found = msgspec.json.decode(data, type=kind)
    except (ValueError, msgspec.DecodeError):
        raise Turned(400, "cursor", "before must be the next of the last page") from None
    if not all(_is_place(part) for part in found):
        raise Turned(400, "cursor", "before must be the next of the last page")
    return found


def _is_place(part: object) -> bool:
    """Return whether every database takes a part of a cursor: a number of 63 bits, or a name."""
    return part.isprintable() if isinstance(part, str) else 0 <= int(str(part)) < 2**63
