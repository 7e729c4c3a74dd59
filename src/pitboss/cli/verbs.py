"""Lists the verbs and finds the one that is asked for; its file is imported only then."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from textwrap import wrap
from typing import Final

from pitboss import __version__
from pitboss.cli.errors import OK, Failure
from pitboss.cli.options import help_width, read_options

EXIT_CODES: Final = "Exit codes: 0 fine, 1 something was found, 2 bad input, 3 an internal error."


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb does, in one sentence.

    One with verbs of its own has no options, unless it is `also` a verb without them.
    """

    summary: str
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    also: bool = False


# A verb lies in the module of its name: `pitboss rules diff` in pitboss.cli.rules.diff. It has a
# class `Options`, which declares them, and a function `run`, which returns the exit code.
PITBOSS: Final = Verb(
    "Play, explain and analyse Ultimate Texas Hold'em under the rules of five places.",
    {
        "serve": Verb("Run tables in the browser; prints the address when they are open."),
        "play": Verb("Take a seat in the terminal under any rule book, with the coach."),
        "settle": Verb("Settle rounds described in files, wager by wager, with clauses."),
        "solve": Verb(
            "Solve the whole base game exactly: value, edge, risk, frequencies, all starting hands."
        ),
        "ev": Verb("Value each choice exactly for given cards, and price the mistakes."),
        "drill": Verb(
            "Practise decisions, or dealing and paying, in the terminal.",
            {
                "dealer": Verb(
                    "Pay layouts, answer irregularities, find mistakes; corrected with the clause."
                ),
                "player": Verb(
                    "Decide spots under any rule book; each answer is priced exactly at once."
                ),
            },
        ),
        "sidebet": Verb(
            "Analyse side bets exactly: hits, returns, house edge, meters, Envy, break-even."
        ),
        "exposure": Verb("Value cards that were seen or shared, with perfect use of them."),
        "simulate": Verb(
            "Simulate tables with any strategy, beside exact values; sessions and risk of ruin."
        ),
        "lab": Verb(
            "Change paytables and rules, and see the exact edge; search for tables.",
            {
                "edge": Verb("Solve one variant: edges, value and chance of each line, hits."),
                "search": Verb("Find all Blind tables within bounds, and the Pareto frontier."),
                "sweep": Verb("Turn one knob through its settings, or price each rule."),
                "sidebet": Verb("Count a side bet of your own over all deals, from a TOML file."),
            },
        ),
        "pit": Verb("Run tables of bots and write their journal, to audit or look at."),
        "backup": Verb(
            "Copy a server's SQLite files so that they fit together, also while it runs."
        ),
        "rules": Verb(
            "Rule sets, submissions and clauses.",
            {
                "list": Verb("List the rule sets."),
                "show": Verb(
                    "Show one rule set: wagers, dealing, settlement, paytables, remedies, options,"
                    " layout."
                ),
                "diff": Verb("Put two rule sets side by side, with the clauses of both."),
                "check": Verb(
                    "Check submissions: all problems at once; exit code 1 if there are errors."
                ),
                "clauses": Verb(
                    "Print clauses and readings: the text, how pitboss treats it, what cites it."
                ),
            },
        ),
        "par": Verb(
            "Write the PAR sheet of a submission; par verify and par diff read sheets.",
            {
                "verify": Verb(
                    "Recompute every figure of a sheet; exit code 1 names the first difference."
                ),
                "diff": Verb("Tell what changed between two sheets and what each change does."),
            },
            also=True,
        ),
        "file": Verb(
            "Make a filing binder from a submission; file verify checks one.",
            {
                "verify": Verb(
                    "Check a binder's files and signature; exit code 1 names the first difference."
                ),
            },
            also=True,
        ),
        "audit": Verb(
            "Prove what was dealt and paid, and test the randomness of shuffles.",
            {
                "verify": Verb(
                    "Prove a journal: chain, shuffles, deals, payouts, books, meters, purses; exit"
                    " code 1 if bad."
                ),
                "anchor": Verb(
                    "Save the head of each stream, to keep elsewhere and check with verify"
                    " --anchor."
                ),
                "replay": Verb("Replay a round step by step, as one viewer saw it or in full."),
                "export": Verb("Export events, seats and rounds to files, with a manifest."),
                "figures": Verb(
                    "Report floor figures by table and period: handle, drop, win, hold, voids,"
                    " meters."
                ),
                "rng": Verb(
                    "Test shuffled decks and their random bytes at 99 % overall; exit code 1 if"
                    " they fail."
                ),
            },
        ),
        "people": Verb(
            "Accounts of a server.",
            {
                "admin": Verb("Make an administrator; a new account's password is printed once."),
            },
        ),
    },
)


def run_verb(words: Sequence[str], verb: Verb = PITBOSS, path: tuple[str, ...] = ()) -> int:
    """Run the verb that the words name and return its exit code; raises `Failure`."""
    full = " ".join(("pitboss", *path))
    if not verb.verbs or (verb.also and (not words or words[0] not in verb.verbs)):
        module = import_module(".".join(("pitboss.cli", *path)))
        options = read_options(module.Options, words, verb=full, summary=verb.summary)
        return OK if options is None else int(module.run(options))
    name = words[0] if words else ""
    if name == "--help" or (name == "--version" and verb is PITBOSS):
        sys.stdout.write(_help(full, verb) if name == "--help" else f"pitboss {__version__}\n")
        return OK
    if name not in verb.verbs:
        raise Failure(f"{_unknown(name, verb)}; see {full} --help")
    return run_verb(words[1:], verb.verbs[name], (*path, name))


def _unknown(name: str, verb: Verb) -> str:
    if not name:
        return "Missing command"
    from pitboss.rules.suggest import did_you_mean  # loads the rules: only for an error

    what = "option" if name.startswith("-") else "command"
    hint = did_you_mean(name, verb.verbs)
    return f"No such {what}: {name[:60]}" + (f"; {hint}" if hint else "")


def _help(full: str, verb: Verb) -> str:
    """Return the help of a verb that has verbs of its own."""
    width = help_width()
    indent = " " * (4 + max(map(len, verb.verbs)))
    lines = [f"usage: {full} COMMAND [OPTIONS]", "", *wrap(verb.summary, width), "", "Commands:"]
    for name, one in verb.verbs.items():
        first = f"  {name:{len(indent) - 4}}  "
        lines += wrap(one.summary, width, initial_indent=first, subsequent_indent=indent)
    lines += ["", "Options:", "  --help     Show this message."]
    if verb is PITBOSS:
        lines += ["  --version  Print the version.", "", EXIT_CODES]
    return "\n".join([*lines, ""])
