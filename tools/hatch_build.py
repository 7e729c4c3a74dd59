"""The build hook: a wheel or a source package brings the browser client, built."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _build_web() -> ModuleType:
    """The script beside this one; the project itself is not importable while it is built."""
    spec = importlib.util.spec_from_file_location(
        "build_web", Path(__file__).with_name("build_web.py")
    )
    if spec is None or spec.loader is None:
        raise RuntimeError("tools/build_web.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(BuildHookInterface[Any]):  # Any: the builder's own configuration
    """An editable install is left to `make web`: it is for who works on the client."""

    def dependencies(self) -> list[str]:
        """Ask for a Node only where there is none and it is needed."""
        web = _build_web()
        return [web.PACKAGE] if web.is_stale() and not web.has_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # Any: hatchling's own
        """Build the client where it is missing or old, and pack it though git ignores it."""
        if version == "editable":
            return
        web = _build_web()
        if web.is_stale():
            web.build()
        build_data["artifacts"].append("src/pitboss/server/static/**")
