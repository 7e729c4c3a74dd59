"""Settles more and more round files: the time for one file must not grow with their number."""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from pitboss.cli.settle import settle_text

COUNTS = (125, 250, 500, 1_000, 2_000)
REPEATS = 3
ROUNDS = Path(__file__).parents[2] / "examples" / "rounds"


def main() -> None:
    """Print the time for a file at growing numbers of files."""
    texts = [path.read_text("utf-8") for path in sorted(ROUNDS.glob("*.toml"))]
    for text in texts:
        settle_text(text, "warm up")
    out = sys.stdout.write
    out(
        f"\nSettling round files, {len(texts)} different ones over and over (median of {REPEATS})\n"
    )
    base = 0.0
    for count in COUNTS:
        spent = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            for n in range(count):
                settle_text(texts[n % len(texts)], str(n))
            spent.append(time.perf_counter() - start)
        each = statistics.median(spent) / count
        base = base or each
        out(f"  {count:>6,} files {each * 1000:8.2f} ms a file {each / base:6.2f} of the first\n")


if __name__ == "__main__":
    main()
