"""How long the program takes to start, beside an interpreter that does nothing, in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

REPEATS = 9
COMMANDS = {
    "python, nothing": ["-c", "pass"],
    "pitboss --help": ["-m", "pitboss.cli", "--help"],
    "pitboss rules list": ["-m", "pitboss.cli", "rules", "list"],
    "pitboss settle FILE": [
        "-m",
        "pitboss.cli",
        "settle",
        "examples/rounds/01-maryland-dealer-does-not-qualify.toml",
    ],
}


def main() -> None:
    """Start each in turn, several times, and print medians."""
    spent: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(REPEATS):
        for name, arguments in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
            spent[name].append(time.perf_counter() - start)
    base = statistics.median(spent["python, nothing"])
    sys.stdout.write("\nStarting up (median)\n")
    for name, times in spent.items():
        median = statistics.median(times)
        sys.stdout.write(f"  {name:<22}{median * 1000:7.0f} ms {median / base:6.1f} times\n")


if __name__ == "__main__":
    main()
