"""The browser client: one page for every address of the site, and its files, from memory."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitboss.server.history.shares import Preview, preview_of, shared_replay
from pitboss.server.http.problems import Turned, answer
from pitboss.server.services import Services
from pitboss.server.wire.pages import PAGES, SHARED

READ: Final = (HttpMethod.GET, HttpMethod.HEAD)
INDEX: Final = "index.html"
ASSETS: Final = "assets/"  # their names change with what is in them
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = "no-cache"
NOT_BUILT: Final = "the browser client is not built; run make run (or make web)"
FILES_MAX: Final = 2_000
COMPRESSED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

Asking = Request[object, object, State]


@dataclass(frozen=True, slots=True)
class ClientFile:
    """One file of the client, ready to be sent."""

    body: bytes
    zipped: bytes | None
    media_type: str
    cache: str
    tag: str


def load(folder: Path | None) -> dict[str, ClientFile]:
    """Read the built client; nothing where there is none."""
    if folder is None or not (folder / INDEX).is_file():
        return {}
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): _file(path, path.relative_to(folder).as_posix())
        for path in paths[:FILES_MAX]
        if not path.name.startswith(".")
    }


def routes(files: dict[str, ClientFile]) -> list[HTTPRouteHandler]:
    """Make the handlers of the pages and of the files beside them."""

    @route(
        [path for path in PAGES if path != SHARED],
        http_method=READ,
        include_in_schema=False,
        sync_to_thread=False,
    )
    def page(request: Asking) -> Response[bytes]:
        if INDEX not in files:
            raise Turned(503, "not-built", NOT_BUILT)
        return _answer(request, files[INDEX])

    @route(SHARED, http_method=READ, include_in_schema=False)
    async def shared_page(
        request: Asking, services: NamedDependency[Services], token: FromPath[str]
    ) -> Response[bytes]:
        if INDEX not in files:
            raise Turned(503, "not-built", NOT_BUILT)
        preview = None
        with suppress(Turned):  # a link that is no good: the client says so on its page
            preview = await asyncio.to_thread(
                lambda: preview_of(
                    shared_replay(services.history, services.logins, services.registry, token)
                )
            )
        return _answer(request, _with_preview(files[INDEX], preview, str(request.base_url)))

    def file(request: Asking) -> Response[bytes]:
        return _answer(request, files[request.url.path.removeprefix("/")])

    named = [f"/{name}" for name in files if name != INDEX]
    beside = route(named, http_method=READ, include_in_schema=False, sync_to_thread=False)
    return [page, shared_page, *([beside(file)] if named else [])]


def missing(files: dict[str, ClientFile]) -> Callable[[Asking, Exception], Response[bytes]]:
    """Make the 404 handler: the client's page for a browser, else a problem document."""

    def answer_missing(request: Asking, error: Exception) -> Response[bytes]:
        wants_page = "text/html" in request.headers.get("accept", "")
        of_machines = request.url.path.startswith(("/api/", "/assets/", "/ws/"))
        if request.method != "GET" or of_machines or not wants_page or INDEX not in files:
            return answer(request, error)
        page = _answer(request, files[INDEX])
        page.status_code = 404
        return page

    return answer_missing


def _with_preview(index: ClientFile, preview: Preview | None, origin: str) -> ClientFile:
    """Return the page with the preview of one hand in its head; sites want full addresses."""
    said = {"og:image": f"{origin.rstrip('/')}/preview.png"}
    if preview is not None:
        said |= {"og:title": preview.title, "og:description": preview.text}
    body = index.body.decode()
    for name, content in said.items():
        filled = f'<meta property="{name}" content="{escape(content)}"'
        old = rf'<meta property="{name}" content="[^"]*"'
        body = re.sub(old, filled.replace("\\", r"\\"), body)
    return _made(body.encode(), index.media_type, index.cache)


def _file(path: Path, name: str) -> ClientFile:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    if kind == "application/javascript":
        kind = "text/javascript"
    return _made(body, kind, FOR_EVER if name.startswith(ASSETS) else ASK_EACH_TIME)


def _made(body: bytes, kind: str, cache: str) -> ClientFile:
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return ClientFile(
        body=body,
        zipped=zipped if zipped is not None and len(zipped) < len(body) else None,
        media_type=kind,
        cache=cache,
        tag=f'"{sha256(body).hexdigest()[:20]}"',
    )


def _answer(request: Asking, file: ClientFile) -> Response[bytes]:
    headers = {"Cache-Control": file.cache, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    zipped = file.zipped if "gzip" in request.headers.get("accept-encoding", "") else None
    if zipped is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(zipped or file.body, headers=headers, media_type=file.media_type)
