"""Runs the faults by hand: `python -m tests.faults SEED` replays, `kills` and `all` are long.

python -m tests.faults 17 --store sqlite       one simulation, exactly as it was
python -m tests.faults seeds 200 --first 1     simulations of 200 seeds
python -m tests.faults kills sqlite            10,000 rounds with 1,000 kills
python -m tests.faults kills postgres --rounds 300 --kills 60
python -m tests.faults kills postgres --minutes 20      as many as fit
python -m tests.faults crashes                 kill -9 of the PostgreSQL server itself
python -m tests.faults all                     all of it, as `make faults` does
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from math import inf
from pathlib import Path

from tests.faults.kills import Campaign, Tally
from tests.faults.simulation import Figures, Simulation

ROUNDS, KILLS, SEEDS, CRASHES = 10_000, 1_000, 100, 20
STORES = ("sqlite", "postgres")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def simulate(seed: int, steps: int, store: str) -> Figures:
    """One simulation; raises where something is lost or wrong."""
    if store == "memory":
        return Simulation(seed, steps=steps).run()
    with tempfile.TemporaryDirectory(prefix="pitboss-faults-") as folder:
        return Simulation(seed, Path(folder) / "journal.db", steps=steps).run()


def seeds(first: int, many: int, steps: int, store: str) -> None:
    """Many simulations, each from its own seed, and what they came to together."""
    started = time.monotonic()
    rounds = events = awards = 0
    kills: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for seed in range(first, first + many):
        figures = simulate(seed, steps, store)
        rounds, events = rounds + figures.rounds, events + figures.events
        awards += figures.awards
        kills += figures.kills
        faults += figures.faults
    say(f"{store}: seeds {first} to {first + many - 1}, {many * steps} steps, {rounds} rounds")
    say(f"  {events} events, {awards} jackpots from the link")
    say(f"  killed at: {told(kills)}")
    say(f"  faults: {told(faults)}")
    say(f"  lost 0, doubled 0, changed 0, drift 0; {time.monotonic() - started:.0f} s")


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def kills(store: str, *, seed: int, rounds: int, number: int, minutes: float = inf) -> Tally:
    """A campaign on a fresh store."""
    if store == "sqlite":
        folder = tempfile.mkdtemp(prefix="pitboss-faults-")  # kept where something is wrong
        where = str(Path(folder) / "journal.db")
        done = Campaign(
            where, seed=seed, rounds=rounds, kills=number, minutes=minutes, say=say
        ).run()
        shutil.rmtree(folder)
        return done
    from tests.postgres import PostgresServer  # loads the driver, which SQLite does not need

    with PostgresServer() as server:
        try:
            return Campaign(
                server.fresh(), seed=seed, rounds=rounds, kills=number, minutes=minutes, say=say
            ).run()
        except BaseException:
            say(server._log.read_text("utf-8", "replace")[-4000:])  # what the server had to say
            raise


def crashes(seed: int, number: int) -> None:
    """Kills of the database server, with fsync on."""
    from tests.faults.crashes import crash

    say(crash(seed=seed, number=number, say=say).lines())


def main() -> None:
    """Read what is asked for, and do it."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("what", help="a seed, or: seeds, kills, crashes, all")
    parser.add_argument("which", nargs="?", help="seeds: how many; kills: sqlite or postgres")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--store", choices=("memory", "sqlite"), default="memory")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--minutes", type=float, default=inf, help="kills: stop there")
    asked = parser.parse_args()
    match asked.what:
        case "seeds":
            seeds(asked.first, int(asked.which or SEEDS), asked.steps, asked.store)
        case "kills":
            for store in (asked.which,) if asked.which else STORES:
                say(f"{store}: {asked.rounds} rounds, {asked.kills} kills, seed {asked.seed}")
                done = kills(
                    store,
                    seed=asked.seed,
                    rounds=asked.rounds,
                    number=asked.kills,
                    minutes=asked.minutes,
                )
                say(done.lines())
        case "crashes":
            crashes(asked.seed, int(asked.which or CRASHES))
        case "all":
            seeds(1, SEEDS, asked.steps, "memory")
            seeds(1, SEEDS // 4, asked.steps, "sqlite")
            for store in STORES:
                say(f"{store}: {asked.rounds} rounds, {asked.kills} kills, seed {asked.seed}")
                done = kills(store, seed=asked.seed, rounds=asked.rounds, number=asked.kills)
                say(done.lines())
            crashes(asked.seed, CRASHES)
        case seed:
            figures = simulate(int(seed), asked.steps, asked.store)
            say(f"seed {seed}: {figures}")


if __name__ == "__main__":
    main()
