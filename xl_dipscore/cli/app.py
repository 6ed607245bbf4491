"""The command-line program, and the options that several commands share.

A module that only one command needs is imported when that command runs, because imports take most of the
time of a short command.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args, get_origin

import typer
from typer.main import get_command_name
from typer.models import CommandInfo, OptionInfo

from xl_dipscore import __version__
from xl_dipscore.cli.help import PlainCommand, PlainGroup
from xl_dipscore.cli.stopping import STOPPED, status_of, work
from xl_dipscore.cli.waiting import show_steps
from xl_dipscore.cli.words import check_typed
from xl_dipscore.errors import WHERE_TO_REPORT, Fault, Misuse, join
from xl_dipscore.sheets.files import STANDARD_INPUT

OK, FAULTY, MISUSED = 0, 1, 2
WRITTEN = ("output", "out", "report", "oxt", "xlam")
"""Parameters with the path of a file or folder to write. The paths of all other parameters are in READ."""
READ: list[Path] = []
"""The paths that the current command reads. Its output must not overwrite these files."""
PRINTED_FAULTS: list[Fault] = []
"""The faults that the current command has printed."""
MADE_DOCUMENTS: list[str] = []
"""The kinds of JSON documents that the current command has made."""
DASH = Path("-")
"""What a person types for standard input or output. A file of this name is typed as ./-"""
MAY_BE_DASH = object()
ListFile = Annotated[Path, MAY_BE_DASH]
"""A file with a list or a table, or standard input."""
ListFiles = Annotated[list[Path], MAY_BE_DASH]
OptionalListFile = Annotated[Path | None, MAY_BE_DASH]
"""Such a file, which may be left out. None as output is standard output."""
F = TypeVar("F", bound=Callable[..., Any])


class NotThroughAPipe(Misuse):
    """- is standard input or output, which carries only lists and tables; name a file or folder here."""


class ReadTwice(Misuse):
    """Standard input can be read only once, so only one file can be -."""


def leave(faulty: object = False) -> NoReturn:
    """End the command, with the exit status FAULTY if `faulty` is true, otherwise with OK."""
    raise typer.Exit(FAULTY if faulty else OK)


def name_of(command: CommandInfo) -> str:
    """The name of a command as a person types it."""
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


WEEKEND = ("new", "seat", "fill", "rebuild", "undo", "publish", "export")
"""The commands that a director needs on the weekend of a tournament, in the order of their use."""


class _Program(PlainGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, beginning with those of WEEKEND."""
        order = {name: n for n, name in enumerate(WEEKEND)}
        return sorted(super().list_commands(ctx), key=lambda name: order.get(name, len(order)))

    def invoke(self, ctx: Any) -> Any:
        def command() -> Any:
            try:
                return invoke(ctx)
            finally:
                print(end="", flush=True)  # inside `work`, because a full pipe may block until a signal comes

        invoke = super().invoke
        try:
            with show_steps():
                return work(command)
        except KeyboardInterrupt as stopped:
            with suppress(OSError):  # the terminal may be gone
                print(STOPPED, file=sys.stderr)
            raise typer.Exit(status_of(stopped)) from None


app = typer.Typer(
    cls=_Program,
    help="Score tournaments of the board game Diplomacy.",
    epilog=f"A score is wrong? {WHERE_TO_REPORT}",
    no_args_is_help=True,
    add_completion=False,  # typer's own would change files of the user; see --show-completion
    context_settings={"help_option_names": ["--help", "-h"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Kinds(PlainGroup):
    """A group of commands, one for each kind of a task, such as `new event` and `new league`.

    A further command has the name of the group. It is typed without a kind (`new DCC spring.xlsx`), and its
    help is also the help of the group.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.unnamed = self.commands.pop(self.name or "")
        self.help = self.unnamed.help

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Make the context of the kind that the first word names; otherwise, of the command `unnamed`."""
        if not args and extra.get("resilient_parsing"):  # a shell asks what may come first
            return super().make_context(info_name, args, parent, **extra)
        of_kind = args[:1] and args[0] in self.commands
        if of_kind or not {"--help", "-h"}.isdisjoint(args):
            return super().make_context(info_name, args if of_kind else ["--help"], parent, **extra)
        return self.unnamed.make_context(info_name, args, parent, **extra)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The kinds, and what may come first without a kind: a system, or an option."""
        found = super().shell_complete(ctx, incomplete)
        for one in self.unnamed.params[:1]:
            found += one.shell_complete(ctx, incomplete)
        there = {one.value for one in found}
        return found + [one for one in self.unnamed.shell_complete(ctx, incomplete) if one.value not in there]


def kinds(name: str) -> typer.Typer:
    """Make a group for several kinds of a task; `--help` lists the group under "A weekend"."""
    program = typer.Typer(cls=Kinds, subcommand_metavar="KIND ...")
    app.add_typer(program, name=name, rich_help_panel="A weekend")
    return program


class Table:
    """Several options of a command. A single parameter with a Table as its default declares them all."""

    def parameters(self) -> list[Parameter]:
        """A command-line parameter for each option."""
        return [*_own_parameters(type(self)).values()]

    def read(self, typed: dict[str, Any]) -> Any:
        """Make the value of the command's parameter from the typed options."""
        return type(self)(**typed)


class AnyOf(Table, dict[str, Any]):
    """The options of several commands, without repeats. The command receives only the typed options."""

    def __init__(self, *commands: Callable[..., Any]) -> None:
        self.commands = commands

    def parameters(self) -> list[Parameter]:
        own = {name: one for command in self.commands for name, one in _own_parameters(command).items()}
        return [one for one in own.values() if one.default is not Parameter.empty]

    def read(self, typed: dict[str, Any]) -> dict[str, Any]:
        return {name: one for name, one in typed.items() if one}


class Options(Table, dict[str, str]):
    """Options that several commands share: the help text of each option, by the option's word.

    The command receives only the typed options.
    """

    def only(self, *words: str) -> Options:
        return Options({word: self[word] for word in words})

    def parameters(self) -> list[Parameter]:
        return [_option(word, help_) for word, help_ in self.items()]

    def read(self, typed: dict[str, Any]) -> dict[str, Any]:
        given = {word.replace("_", " ").strip(): one for word, one in typed.items()}
        return {word: one for word, one in given.items() if one is not None and one is not False}


_COUNTED = ("rounds", "min_rounds", "most_rounds", "min_games", "decimals", "team_size")
_FLAGS = ("groups", "provisional", "award_guests")
_KINDS: Mapping[str, tuple[Any, object]] = {
    **dict.fromkeys(_COUNTED, (int | None, None)),
    **dict.fromkeys(_FLAGS, (bool, False)),
}


def _option(word: str, help_: str) -> Parameter:
    name = f"--{word.strip('_').replace('_', '-')}"
    kind, usual = _KINDS.get(word, (str | None, None))
    of = typer.Option(name, help=help_, min=1 if word == "rounds" else None)
    return Parameter(word, Parameter.KEYWORD_ONLY, default=usual, annotation=Annotated[kind, of])


class OnlyFor(Fault):
    """For {what}: {options}. Give {flag} too."""


def only_for(what: str, flag: str, options: Iterable[str]) -> OnlyFor:
    """Make the fault that `options` were typed without the option `flag`, which they need."""
    return OnlyFor(what=what, flag=flag, options=join(f"--{word.replace(' ', '-')}" for word in options))


class NotTogether(Misuse):
    """{options} cannot be combined; leave one of them out."""


def check_apart(given: Mapping[str, object]) -> None:
    """Raise NotTogether if more than one of these options has a value."""
    named = [word for word, value in given.items() if value]
    if len(named) > 1:
        raise NotTogether(options=join(named))


def _word(typed: str) -> str:
    """The name of the parameter in the heading of an option: `output` in `-o, --output FOLDER`."""
    return typed.split(", ")[-1].partition(" ")[0].lstrip("-").replace("-", "_")


def _annotate_parameter(parameter: Parameter, typed: str, meaning: str) -> Parameter:
    """Return a copy of a command's parameter with the help text `meaning`.

    typed: the parameter as the docstring of the command shows it under Options: `--round`,
        `-o, --output FOLDER`, or for an argument `out OUT.XLSX`. The word in capitals stands for the value;
        without it, an argument is shown by its own name in capitals.
    """
    *words, last = typed.split(", ")
    name, _, value = last.partition(" ")
    kind, limits = parameter.annotation, None
    if get_origin(kind) is Annotated:
        kind, limits = get_args(kind)
    complete = complete_system if value == "SYSTEM" else None
    of: Any = typer.Argument(metavar=value or name.upper(), help=meaning, autocompletion=complete)
    if name.startswith("-"):
        least, most = (getattr(limits, end, None) for end in ("min", "max"))
        of = typer.Option(*words, name, metavar=value or None, help=meaning, min=least, max=most)
    more = (of, limits) if limits is MAY_BE_DASH else (of,)
    return parameter.replace(annotation=Annotated[(kind, *more)])


def complete_system(incomplete: str) -> list[tuple[str, str]]:
    """The keys of systems that begin with the letters, each with its name, for the completion of a shell."""
    from xl_dipscore.rules.system import systems

    return [(one.key, one.name) for one in systems() if one.key.startswith(incomplete.upper())]


def group(name: str, program: typer.Typer = app) -> Callable[..., Callable[[F], F]]:
    """Make a decorator that declares a command. `--help` lists it under `name`, or under "A weekend"."""

    def command_decorator(*words: Any) -> Callable[[F], F]:
        def declare(command: F) -> F:
            weekend = (*words, command.__name__)[0] in WEEKEND
            panel = "A weekend" if weekend else f"More: {name.lower()}"
            shown = panel if program is app else None
            program.command(*words, cls=PlainCommand, rich_help_panel=shown)(_expand_tables(command))
            return command

        return declare

    return command_decorator


def _own_parameters(command: Callable[..., Any]) -> dict[str, Parameter]:
    """The parameters of a command or a Table, with help texts from the docstring, or else from COMMON."""
    from xl_dipscore.rules.system import parts_of

    own = dict(signature(command, eval_str=True).parameters)
    meanings = parts_of(command).options
    heads = {_word(head): (head, meaning) for head, meaning in {**COMMON, **meanings}.items()}
    unknown = {*map(_word, meanings)} - {name.strip("_") for name in own}
    assert not unknown, f"Options: of {command.__name__} names {unknown}, which are no parameters of it."
    facts = {"OF_SETUP": OF_SETUP, **vars(sys.modules[command.__module__])}
    for name, one in own.items():
        if (word := name.strip("_")) in heads:
            head, meaning = heads[word]
            own[name] = _annotate_parameter(one, head, meaning.format_map(facts))
    return own


def _expand_tables(command: Callable[..., Any]) -> Callable[..., Any]:
    """Convert a command for typer: a parameter for each option of a Table replaces the Table's parameter."""
    from xl_dipscore.rules.system import parts_of

    own = _own_parameters(command)
    tables = {
        name: (one.default, [each for each in one.default.parameters() if each.name not in own])
        for name, one in own.items()
        if isinstance(one.default, Table)
    }
    spread = [one for name, each in own.items() for one in (tables[name][1] if name in tables else [each])]

    _set_panels(
        spread, {each.name for table, some in tables.values() if type(table) is Options for each in some}
    )
    listed = {one.name for one in spread if MAY_BE_DASH in get_args(one.annotation)}

    def call_command(**typed: Any) -> None:
        check_typed(typed.values())
        typed = _without_dash(typed, listed)
        read = (_items(one) for word, one in typed.items() if word not in WRITTEN)
        READ[:] = [path for some in read for path in some if isinstance(path, Path)]
        _check_options(typed)
        json = bool(typed.get("json_"))
        for name, (table, parameters) in tables.items():
            typed[name] = table.read({one.name: typed.pop(one.name) for one in parameters})
        with _document_of_refused_input(json):
            command(**typed)

    call_command.__name__, call_command.__module__ = command.__name__, command.__module__
    call_command.__doc__ = parts_of(command).body
    call_command.__annotations__ = {one.name: one.annotation for one in spread}
    expanded = Signature([one.replace(kind=Parameter.KEYWORD_ONLY) for one in spread])
    setattr(call_command, "__signature__", expanded)  # noqa: B010  inspect reads this attribute
    return call_command


@contextmanager
def _document_of_refused_input(json: bool) -> Iterator[None]:
    """With --json: if a command ends at faults before it has made a document, print one with the faults."""
    PRINTED_FAULTS.clear()
    MADE_DOCUMENTS.clear()
    try:
        yield
    except typer.Exit as left:
        if json and left.exit_code == FAULTY and not MADE_DOCUMENTS:
            from xl_dipscore.cli.documents import document
            from xl_dipscore.cli.records import of_problems

            print(document("refused", problems=[*of_problems(PRINTED_FAULTS)]), end="")
        raise


MOST_OPTIONS = 10
"""The most options in the first panel of a command's help, `--help` included."""
MORE, MORE_OF_SETUP = "More options", "More options, also as --set NAME=VALUE"


def _set_panels(parameters: Iterable[Parameter], on_setup: Collection[str]) -> None:
    """Give the options beyond MOST_OPTIONS the second panel, beginning with those of the sheet Setup."""
    options = {
        one.name: of for one in parameters for of in get_args(one.annotation) if isinstance(of, OptionInfo)
    }
    second = sorted(options, key=on_setup.__contains__)[MOST_OPTIONS - 1 :]
    for name in second:
        options[name].rich_help_panel = MORE_OF_SETUP if {*second} <= {*on_setup} else MORE


def _check_options(typed: Mapping[str, Any]) -> None:
    """Raise a fault for options that exclude or need each other in every command that has them."""
    check_apart({"--who": typed.get("who"), "--no-log": typed.get("no_log")})
    check_apart({"--json": typed.get("json_"), "--show": typed.get("show")})
    check_apart({"--json": typed.get("json_"), "--excel": typed.get("excel")})
    if typed.get("excel") and typed.get("output") is None:
        raise only_for("a file", "-o", ["excel"])


def _without_dash(typed: Mapping[str, Any], listed: Collection[str]) -> dict[str, Any]:
    """Replace `-` by STANDARD_INPUT, or by None for output.

    listed: the parameters that may be `-`. Raises NotThroughAPipe and ReadTwice.
    """
    dashes = [name for name, one in typed.items() for path in _items(one) if path == DASH]
    if any(name not in listed for name in dashes):
        raise NotThroughAPipe
    if len([name for name in dashes if name not in WRITTEN]) > 1:
        raise ReadTwice
    found = dict(typed)
    for name in dashes:
        if name in WRITTEN:
            found[name] = None
        elif isinstance(found[name], list):
            found[name] = [STANDARD_INPUT if path == DASH else path for path in found[name]]
        else:
            found[name] = STANDARD_INPUT
    return found


def as_typed(path: Path) -> str:
    """A path as a person types it in another command."""
    return str(DASH if path is STANDARD_INPUT else path)


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


COMMON = {
    "system SYSTEM": "A scoring system's key, such as DCC.",
    "games GAMES.CSV": "Games, one row per player per game; - for standard input.",
    "out OUT.XLSX": "The workbook to make.",
    "--set NAME=VALUE": "An option of the system; may be repeated.",
    "-o, --output": "Write to this file; - for standard output.",
    "--show": "Print a table for reading instead of CSV.",
    "--excel": "With -o: begin the file with a byte-order mark, so that Excel on Windows reads all letters.",
    "--json": "Print JSON for other programs; its keys are described on the page json.md.",
    "--jobs": "How many processes to use; by default, one for each core.",
    "--who NAME": "Your name for the sheet Log; by default, none.",
    "--no-log": "Leave the sheet Log unchanged.",
    "--scores": "Which scores to show, whatever the sheet Print says under Scores shown.",
    "--engine": "The program that computes your own formulas. auto: Python, and LibreOffice for the rest; "
    "excel: Python, and Excel on Windows for the rest (untried).",
}
"""Help texts of parameters that several commands share. The key is the parameter as it is typed."""
OF_SETUP = "An option of the system or of the sheet Setup, such as combine='best 2'; may be repeated."
OF_EVENT = Options(
    rounds="The event's planned number of rounds; by default, the last one played.",
    combine="How rounds make a total, such as best 2; by default, the system's own rule.",
    tiebreak="What breaks ties between equal totals, such as msd,wins; by default, the system's own.",
    format="all rounds, final, top-board or top-places; by default, final if the file has a Final, or else "
    "the system's own.",
    groups="Rank the players of each other last-round board as a group of their own, below the Top board.",
    double="best or sum: how a player's two boards in one round count.",
    provisional="Value a solo before the event is over, from the results so far.",
    min_rounds="The fewest rounds a player needs for a rank.",
    most_rounds="How many rounds of a player count at most: the best ones.",
    board_tops="half or 1/n: what each of the n players who share a board top gets for it.",
    min_games="The fewest games a player needs for a rank.",
    sit_out="Score for a round sat out, such as 33; '33 once': only the first counts.",
    from_="The first day of the season, such as 2024-09-01.",
    to="The last day of the season.",
    last="The length of the season, counted back from the last game, such as '12 months'.",
    round_weights="What the scores of round 1, 2, ... are multiplied by, such as 2/3,7/9,8/9.",
    decimals="Round each score to this many decimal places before adding it.",
)
LIMITS = ("min_rounds", "most_rounds", "board_tops", "min_games", "sit_out", "from_", "to", "last")
"""Options of OF_EVENT about ranks, board tops, rounds sat out, and the games that are used."""
OF_AWARDS = Options(
    by="What decides, such as score, centres or results (a win, a draw, survival, elimination, a loss; "
    "then score).",
    award_losers="below or level: those who lost to a winner rank below all others, or by their own result.",
    award_boards="all, or 'without top': which boards count; the latter leaves out a Final and Top boards.",
    award_ties="shared; or broken by centres (by score, if centres decide), then by results, then by place.",
    award_guests="Let unranked players be the best of a country, too.",
)
OF_TEAMS = Options(
    team_rule="How members' scores make a team's, such as sum, best 5, mean per round or sum of totals.",
    team_size="How many members a team has; by default, any number.",
    team_missing="What a team gets for each missing member: nothing, or the round's lowest or mean score.",
    team_rounds="The rounds that count for teams, such as 2 or 1,3; by default, all.",
)
Jobs = Annotated[int | None, typer.Option(min=1)]
ScoresShown = Literal["now", "last round", "after the event"]
EngineName = Literal["auto", "python", "libreoffice", "excel"]


Shell = Literal["bash", "zsh", "fish", "powershell"]
COMPLETE = "_DIPSCORE_COMPLETE"
"""The environment variable by which a shell asks for completions."""


@app.callback(invoke_without_command=True)
def dipscore(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    completion: Annotated[
        Shell | None,
        typer.Option("--show-completion", help="Print the shell's script that completes commands and exit."),
    ] = None,
) -> None:
    """Score tournaments of the board game Diplomacy."""
    if completion:
        from typer.completion import get_completion_script  # type: ignore[attr-defined]

        print(get_completion_script(prog_name="dipscore", complete_var=COMPLETE, shell=completion))
        leave()
    if version:
        print(__version__)
        leave()
