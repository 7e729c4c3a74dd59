"""Declares and reads the options of a verb: the fields of its `Options` are its command line."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Annotated, Any, Final, NoReturn, TypeVar, get_type_hints

from pitboss.cli.errors import Failure

WIDTH_MAX: Final = 100  # columns of help on a wide terminal
Many = tuple[str, ...]
OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True, slots=True)
class Option:
    """`--name VALUE`. A field of type `bool` is a switch; one of type `Many` may be repeated."""

    help: str
    metavar: str = ""
    name: str = ""  # where it is not the field's
    bare: str | None = None  # value of `--name` alone; where None, a value must follow


@dataclass(frozen=True, slots=True)
class Argument:
    """A word without a name; a field of type `Many` takes one or more."""

    metavar: str
    help: str = ""


# Options of more than one verb.
AsJson = Annotated[bool, Option("Print one JSON document and nothing else.", name="--json")]
BlindTable = Annotated[str | None, Option("Blind paytable: a name or a file.", "NAME|FILE")]
DatabaseName = Annotated[str | None, Option("Database of pitboss serve.", "FILE|postgresql://…")]
Executor = Annotated[
    str, Option("Where to compute: threads or a Dask cluster.", "threads|dask://…")
]
Files = Annotated[Many, Argument("FILE", "Files or folders; - reads standard input.")]
JournalName = Annotated[str, Argument("DB", "Journal: a file or postgresql://…")]
MeterAmounts = Annotated[Many, Option("Current amount of a meter.", "NAME=DOLLARS", name="--meter")]
Multiples = Annotated[str | None, Option("Play multiples allowed before the flop.", "3,4|none")]
RulesName = Annotated[str | None, Option("Rule set to use.", "NAME")]


def read_options(
    kind: type[OptionsT], words: Sequence[str], *, verb: str, summary: str
) -> OptionsT | None:
    """Read the words behind a verb; where help is among them, print it and return None."""
    parser = _parser(kind, verb, summary)
    if "--help" in words:
        sys.stdout.write(parser.format_help())
        return None
    read, unknown = parser.parse_known_intermixed_args(words)
    if unknown:
        parser.error(_unknown(unknown[0], parser))
    for field, _, said in _declared(kind):
        if field.default is MISSING and getattr(read, field.name, []) == []:
            what = "argument" if isinstance(said, Argument) else "option"
            name = said.metavar if isinstance(said, Argument) else _name(field, said)
            parser.error(f"Missing {what} '{name}'")
    given = vars(read).items()
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in given})


def help_width() -> int:
    """Return the columns of a line of help."""
    return min(WIDTH_MAX, shutil.get_terminal_size().columns) - 2


class _Formatter(argparse.HelpFormatter):
    """Lines of help whose first column is wide enough for all but the longest options."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=help_width())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message}; see {self.prog} --help")


Declared = tuple[Field[Any], object, Argument | Option]  # Any: the default of an option


def _declared(kind: type[Any]) -> Iterator[Declared]:  # Any: an `Options`
    """Yield each field, its type, and what is said about it."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        hint = hints[field.name]
        yield field, hint.__origin__, hint.__metadata__[0]


def _name(field: Field[Any], said: Option) -> str:  # Any: as above
    return said.name or "--" + field.name.replace("_", "-")


def _parser(kind: type[Any], verb: str, summary: str) -> _Parser:  # Any: as above
    parser = _Parser(
        verb, description=summary, add_help=False, allow_abbrev=False,
        argument_default=argparse.SUPPRESS, formatter_class=_Formatter,
    )  # fmt: skip
    arguments = parser.add_argument_group("Arguments")
    options = parser.add_argument_group("Options")
    usage = [verb, "[OPTIONS]"]
    for field, type_, said in _declared(kind):
        if isinstance(said, Argument):
            many = type_ == Many
            usage.append(f"{said.metavar}..." if many else said.metavar)
            # A missing one is reported above, in words of our own.
            arguments.add_argument(
                field.name, metavar=said.metavar, help=_text(said.help), nargs="*" if many else "?"
            )
        else:
            options.add_argument(_name(field, said), **_settings(field, type_, said))
    options.add_argument("--help", action="store_true", help="Show this message.")
    parser.usage = " ".join(usage)
    return parser


def _settings(field: Field[Any], type_: object, said: Option) -> dict[str, Any]:
    """Return the keyword arguments of `add_argument`."""  # Any: as argparse takes them
    found: dict[str, Any] = {"dest": field.name, "help": _text(said.help)}
    if type_ is bool:
        on = field.default is True
        return found | {"action": argparse.BooleanOptionalAction if on else "store_true"}
    if isinstance(field.default, str) and field.default:
        found["help"] += _text(f" [default: {field.default}]")
    if said.bare is not None:
        found |= {"nargs": "?", "const": said.bare}
    return found | {"metavar": said.metavar, "action": "append" if type_ == Many else "store"}


def _text(text: str) -> str:
    """Escape what argparse would fill in."""
    return text.replace("%", "%%")


def _unknown(word: str, parser: _Parser) -> str:
    from pitboss.rules.suggest import did_you_mean  # loads the rules: only for an error

    if not word.startswith("-"):
        return f"Got an unexpected argument: {word[:60]}"
    name = word.partition("=")[0]
    hint = did_you_mean(name, parser._option_string_actions)
    return f"No such option: {name[:60]}" + (f"; {hint}" if hint else "")
