"""Every error as one problem document (RFC 9457): a public word, a status, one line for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from pitboss.history.moments import UnreadableError
from pitboss.journal import BrokenChain, JournalError
from pitboss.journal.codec import CodecError
from pitboss.server.store.errors import HouseRefused, PersonReason
from pitboss.server.wire.people import Problem

MEDIA_TYPE: Final = "application/problem+json"
DETAIL_MAX: Final = 500  # characters
_LOG: Final = structlog.get_logger("pitboss.server")

_STATUS: Final = {
    PersonReason.NAME_SHAPE: 422,
    PersonReason.NAME_RESERVED: 422,
    PersonReason.WEAK_PASSWORD: 422,
    PersonReason.CREDENTIALS: 403,
    PersonReason.LOCKED: 429,
    PersonReason.NO_SUCH_PERSON: 404,
    PersonReason.LINK_USED: 404,
}
# Reasons for requests that the framework itself rejects.
_REASONS: Final = {
    400: "not-understood",
    401: "no-identity",
    403: "not-allowed",
    404: "not-found",
    405: "method",
    406: "not-acceptable",
    413: "too-large",
    415: "media-type",
    422: "not-valid",
    429: "too-many",
    503: "store-down",
}


class Turned(Exception):
    """A rejected request: its HTTP status, public reason and one line for people."""

    def __init__(
        self,
        status: int,
        reason: str,
        detail: str,
        *,
        clauses: tuple[str, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail
        self.clauses = clauses
        self.headers = dict(headers or {})


def problem(turned: Turned) -> Problem:
    """Make the problem document (RFC 9457)."""
    detail = " ".join(turned.detail.split())[:DETAIL_MAX]
    return Problem(
        type=f"urn:pitboss:problem:{turned.reason}",
        title=HTTPStatus(turned.status).phrase,
        status=turned.status,
        detail=detail,
        reason=turned.reason,
        clauses=turned.clauses,
    )


def body(turned: Turned) -> bytes:
    """Encode the problem document."""
    return msgspec.json.encode(problem(turned))


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:  # Any: Litestar's
    """Answer any exception with a problem document; the framework's exception handler."""
    turned = turned_by(error)
    if turned is not error and turned.status >= 500:
        _LOG.error("request failed", path=request.url.path, reason=turned.reason, exc_info=error)
    return Response(
        body(turned),
        status_code=turned.status,
        media_type=MEDIA_TYPE,
        headers={**turned.headers, "Cache-Control": "no-store"},
    )


def turned_by(error: Exception) -> Turned:
    """Translate an exception for a client, without anything internal."""
    match error:
        case Turned():
            return error
        case HouseRefused(why=why, text=text):
            return Turned(_STATUS.get(why, 409), why, text)
        case ValidationException():
            return Turned(400, "not-valid", _what_is_wrong(error))
        case HTTPException():
            return _of_framework(error)
        case RecursionError() if "deserializing" in str(error):
            return Turned(400, "not-understood", "the JSON is nested too deeply")
        case UnicodeDecodeError():  # the only bytes that are read as text here come from outside
            return Turned(400, "not-understood", "the text is not UTF-8")
        case BrokenChain() | CodecError() | UnreadableError():
            text = f"the journal is damaged: {error}; pitboss audit verify says what still holds"
            return Turned(500, "journal-damaged", text)
        case JournalError():
            return Turned(503, "store-down", "the store cannot be reached; try again in a moment")
        case _:
            return Turned(500, "mistake", "something went wrong on our side; it has been logged")


def _of_framework(error: HTTPException) -> Turned:
    status = error.status_code
    if status >= 500 and status != 503:
        return Turned(500, "mistake", "something went wrong on our side; it has been logged")
    reason = _REASONS.get(status, "not-allowed")
    return Turned(
        status, reason, error.detail or HTTPStatus(status).phrase, headers=error.headers or {}
    )


def _what_is_wrong(error: ValidationException) -> str:
    """Return the first validation error on one line, with the field it is in."""
    found = error.extra
    if isinstance(found, list) and found and isinstance(found[0], Mapping):
        first = found[0]
        where = str(first.get("key") or "")
        message = str(first.get("message") or "")
        return f"{where}: {message}" if where else message
    return error.detail


HANDLERS: Final[
    dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[Any]]]
] = {
    Exception: answer,
    HTTPException: answer,
    Turned: answer,
    HouseRefused: answer,
    500: answer,
}
