"""Runs `main()` of every `bench_*.py` here, or of those named: `python -m tests.bench hands`."""

import importlib
import sys
from pathlib import Path

PREFIX = "bench_"


def run(names: list[str]) -> int:
    """Run the benchmarks `names`, or all of them; the exit code is 2 when a name is unknown."""
    folder = Path(__file__).parent
    known = sorted(path.stem.removeprefix(PREFIX) for path in folder.glob(f"{PREFIX}*.py"))
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there is: {', '.join(known)}", file=sys.stderr)
        return 2

    for name in names or known:
        print(f"== {name}")
        importlib.import_module(f"tests.bench.{PREFIX}{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
