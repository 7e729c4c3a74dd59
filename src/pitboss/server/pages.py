"""The browser client: one page for every address of the site, and its files, from memory."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from pitboss.server.problems import Turned, answer

READ: Final = (HttpMethod.GET, HttpMethod.HEAD)
INDEX: Final = "index.html"
ASSETS: Final = "assets/"  # their names change with what is in them
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = "no-cache"
NOT_BUILT: Final = "the browser client is not built; run make run (or make web)"
FILES_MAX: Final = 2_000
COMPRESSED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

# The client's own addresses; everything else is not found.
PAGES: Final = (
    "/",
    "/t/{table:str}",
    "/hands",
    "/h/{table:str}/{round:str}",
    "/s/{token:str}",
    "/rules",
    "/rules/{name:str}",
    "/rules/{a:str}/{b:str}",
    "/verify",
    "/floor",
    "/audit",
    "/audit/{table:str}/{round:str}",
    "/account",
)

Asking = Request[object, object, State]


@dataclass(frozen=True, slots=True)
class File:
    """One file of the client, ready to be sent."""

    body: bytes
    zipped: bytes | None
    media_type: str
    cache: str
    tag: str


def load(folder: Path | None) -> dict[str, File]:
    """Read the built client; nothing where there is none."""
    if folder is None or not (folder / INDEX).is_file():
        return {}
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): _file(path, path.relative_to(folder).as_posix())
        for path in paths[:FILES_MAX]
        if not path.name.startswith(".")
    }


def routes(files: dict[str, File]) -> list[HTTPRouteHandler]:
    """The handlers of the pages and of the files beside them."""

    @route(list(PAGES), http_method=READ, include_in_schema=False, sync_to_thread=False)
    def page(request: Asking) -> Response[bytes]:
        if INDEX not in files:
            raise Turned(503, "not-built", NOT_BUILT)
        return _answer(request, files[INDEX])

    def file(request: Asking) -> Response[bytes]:
        return _answer(request, files[request.url.path.removeprefix("/")])

    named = [f"/{name}" for name in files if name != INDEX]
    beside = route(named, http_method=READ, include_in_schema=False, sync_to_thread=False)
    return [page, beside(file)] if named else [page]


def missing(files: dict[str, File]) -> Callable[[Asking, Exception], Response[bytes]]:
    """What is answered where nothing is: the client's own page to a browser, else a problem."""

    def answer_missing(request: Asking, error: Exception) -> Response[bytes]:
        wants_page = "text/html" in request.headers.get("accept", "")
        of_machines = request.url.path.startswith(("/api/", "/assets/", "/ws/"))
        if request.method != "GET" or of_machines or not wants_page or INDEX not in files:
            return answer(request, error)
        page = _answer(request, files[INDEX])
        page.status_code = 404
        return page

    return answer_missing


def _file(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    if kind == "application/javascript":
        kind = "text/javascript"
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return File(
        body=body,
        zipped=zipped if zipped is not None and len(zipped) < len(body) else None,
        media_type=kind,
        cache=FOR_EVER if name.startswith(ASSETS) else ASK_EACH_TIME,
        tag=f'"{sha256(body).hexdigest()[:20]}"',
    )


def _answer(request: Asking, file: File) -> Response[bytes]:
    headers = {"Cache-Control": file.cache, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    zipped = file.zipped if "gzip" in request.headers.get("accept-encoding", "") else None
    if zipped is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(zipped or file.body, headers=headers, media_type=file.media_type)
