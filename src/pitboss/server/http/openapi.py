"""The OpenAPI document at /api/schema: the framework's, with what it leaves out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from pitboss import __version__
from pitboss.server.http.problems import MEDIA_TYPE

PATH: Final = "/api/schema"

_PROBLEM: Final = {
    "description": "A problem document (RFC 9457): `reason` is a public word, `detail` one line.",
    "content": {
        MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "required": ["type", "title", "status", "detail", "reason"],
                "properties": {
                    "type": {"type": "string"},
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                    "reason": {"type": "string"},
                    "clauses": {"type": "array", "items": {"type": "string"}},
                },
            }
        }
    },
}
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Answers that are written as bytes, of which the framework only knows that: their media types.
_FILES: Final = {
    "/api/hands/{table}/{number}/export": (
        "application/json",
        "application/toml",
        "text/csv",
        "text/plain",
    ),
    "/api/audit/rounds/{table}/{number}/export": ("application/zip",),
    "/api/audit/tables/{table}/export": ("application/zip",),
    "/api/floor/figures": ("application/json",),
    "/api/floor/report/{kind}": ("application/pdf", XLSX),
    "/api/par/{kind}": ("application/pdf", XLSX, "text/html", "application/json"),
    "/api/train/export": ("application/json",),
    "/api/school/export": ("application/json",),
    "/api/school/classes/{class_id}/results": ("text/csv",),
    "/api/school/results/{link}/certificate": ("application/pdf",),
}
# Answers of this server by path; long lists are cut. A test asks for each of them again.
EXAMPLES_FILE: Final = Path(__file__).with_name("openapi_examples.json")
_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})

_Schema = dict[str, Any]  # Any: JSON


class _Json(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: _Schema) -> bytes:  # Any: its
        return super().render(request, completed(openapi_schema))


def completed(document: _Schema) -> _Schema:
    """Add what the framework leaves out: every operation may end in a problem document."""
    paths = {}
    for path, item in document.get("paths", {}).items():
        paths[path] = {
            key: _with_problems(_with_example(path, _as_file(path, value)))
            if key in _METHODS
            else value
            for key, value in item.items()
        }
    return _strict({**document, "paths": paths})


def _strict(document: _Schema) -> _Schema:
    """Forbid unknown fields in the bodies of requests, which the framework does not declare."""
    schemas = document.get("components", {}).get("schemas", {})
    sent: set[str] = set()
    bodies = [
        operation.get("requestBody", {})
        for item in document["paths"].values()
        for key, operation in item.items()
        if key in _METHODS
    ]
    waiting = [name for body in bodies for name in _named(body)]
    while waiting:
        name = waiting.pop()
        if name not in sent and name in schemas:
            sent.add(name)
            waiting.extend(_named(schemas[name]))
    closed = {
        name: {**schema, "additionalProperties": False}
        if name in sent and "properties" in schema
        else schema
        for name, schema in schemas.items()
    }
    components = {**document.get("components", {}), "schemas": closed}
    return {**document, "components": components}


def _named(node: object) -> list[str]:
    """List the schemas that a piece of the document refers to."""
    if isinstance(node, dict):
        own = [str(node["$ref"]).rpartition("/")[2]] if "$ref" in node else []
        return own + [name for value in node.values() for name in _named(value)]
    if isinstance(node, list):
        return [name for value in node for name in _named(value)]
    return []


def _as_file(path: str, operation: _Schema) -> _Schema:
    """Name the media types of what is a file, and nothing about what stands in it."""
    if path not in _FILES:
        return operation
    answers = operation["responses"]
    content: _Schema = {media_type: {"schema": {}} for media_type in _FILES[path]}
    return {**operation, "responses": {**answers, "200": {**answers["200"], "content": content}}}


@cache
def _examples() -> _Schema:
    found: _Schema = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    return found


def _with_example(path: str, operation: _Schema) -> _Schema:
    """Show an answer that this server has given, where one is kept."""
    kept = _examples().get(path)
    if kept is None:
        return operation
    answers = operation["responses"]
    media_type = "application/json"
    content = {
        **answers["200"]["content"][media_type],
        "examples": {"answer": {"summary": kept["asked"], "value": kept["answer"]}},
    }
    answer = {**answers["200"], "content": {media_type: content}}
    return {**operation, "responses": {**answers, "200": answer}}


def _without_body(answer: _Schema) -> _Schema:
    """Remove the content type of an answer without a body: the framework documents JSON null."""
    return {key: value for key, value in answer.items() if key != "content"}


def _with_problems(operation: _Schema) -> _Schema:
    answers = {
        status: _without_body(answer) if str(status) == "204" else answer
        for status, answer in operation.get("responses", {}).items()
        if str(status)[0] not in "45"
    }
    return {**operation, "responses": {**answers, "4XX": _PROBLEM, "5XX": _PROBLEM}}


OPENAPI: Final = OpenAPIConfig(
    title="pitboss",
    version=__version__,
    path=PATH,
    render_plugins=[_Json(path="/")],
    use_handler_docstrings=True,
)
