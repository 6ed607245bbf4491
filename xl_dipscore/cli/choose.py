"""The command choose: what systems give for typical boards, and for the events of past years."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from xl_dipscore.cli.app import group, leave
from xl_dipscore.cli.output import print_document
from xl_dipscore.cli.records import of_score_sheet, of_table
from xl_dipscore.cli.writing import note, print_faults, show_table
from xl_dipscore.errors import Faults, Misuse, join
from xl_dipscore.rules.system import System, find, find_all
from xl_dipscore.sheets.xlsx.replace import is_there

if TYPE_CHECKING:
    from xl_dipscore.rules.choice.contender import Contender
    from xl_dipscore.rules.choice.typical import TableCell

command = group("Events")


class NeitherFileNorSystem(Misuse):
    """{word} is neither a file nor a system. {why}"""


class NothingToChoose(Misuse):
    """Name a system, such as WBC, or the workbooks of past years."""


class NoPastEvents(Misuse):
    """--names and --output are for past events: name their workbooks or lists."""


class NothingRead(Misuse):
    """None of these files can be compared."""


@command("choose")
def choose_(
    words: list[str] | None = None,
    with_: list[str] | None = None,
    names: Path | None = None,
    output: Path | None = None,
    json_: bool = False,
) -> None:
    """Compare systems: by typical boards, the worth of a centre, and laws; or by the club's past events.

    With files of past events, every event is computed under every system, or under those that you name. A
    workbook and a page show who would have won, and what else would have been different.

    Options:
        words FILE-OR-SYSTEM: Workbooks or games lists of past events; systems or families. A word is a system
            only if no file has that name.
        --with SYSTEM-AND-OPTIONS: A system with options of its own, such as "WBC win=40"; may be repeated.
        --names PAIRS.CSV: A list of pairs: another spelling of a player, and the right name.
        -o, --output CHOOSE.XLSX: The workbook to make; the page has the same name, and ends in .html.
    """
    files, systems = split_words(words or ())
    chosen = contenders(systems, with_ or ())
    if files:
        _compare_years(files, chosen, names, output, json=json_)
    elif chosen:
        if names is not None or output is not None:
            raise NoPastEvents
        if json_:
            print_document("choose-systems", rows=[*map(of_score_sheet, chosen)])
        else:
            _print_sheets(chosen)
    else:
        raise NothingToChoose


class FilesAndSystems(NamedTuple):
    """The files and the systems among the words of a command."""

    files: list[Path]
    systems: list[System]


def split_words(words: Iterable[str]) -> FilesAndSystems:
    """The files and the systems among the words. Raises NeitherFileNorSystem."""
    files: list[Path] = []
    found: list[System] = []
    for word in words:
        path = Path(word)
        if is_there(path) and not path.is_dir():
            files.append(path)
            continue
        try:
            found += find_all(word)
        except Faults as unknown:
            if not is_there(path):
                raise NeitherFileNorSystem(
                    word=word, why=" ".join(one.full_text for one in unknown.faults)
                ) from None
            files.append(path)  # a folder: reading it says so
    return FilesAndSystems(files, found)


def contenders(named: Iterable[System], with_: Iterable[str]) -> list[Contender]:
    """The systems, each once, and those with options. Raises Faults for an unknown system or option."""
    from xl_dipscore.rules.choice.contender import Contender

    chosen = [Contender(system, {}, system.key) for system in {one.key: one for one in named}.values()]
    for typed in with_:
        from xl_dipscore.cli.reading import options_of  # slow to import

        key, *options = re.split(r"\s+(?=[^\s=]+=)", re.sub(r"\s*=\s*", "=", typed.strip()))
        system = find(key)
        label = " ".join([system.key, *options])
        chosen.append(Contender(system, options_of(system, options, "--with"), label))
    return [*{one.label: one for one in chosen}.values()]


def _compare_years(
    files: Sequence[Path],
    chosen: Sequence[Contender],
    names: Path | None,
    output: Path | None,
    *,
    json: bool,
) -> NoReturn:
    """Compare past events, print the overview, and write the workbook and the page."""
    from xl_dipscore.cli.reading import without_hidden
    from xl_dipscore.rules.choice.tables import missing, overview
    from xl_dipscore.workbooks.acts import choose

    if output is not None:
        choose.check_choice_output(output)
    if json:
        files = without_hidden(files)
    pairs = choose.read_pairs(names) if names is not None else {}
    editions, faults = choose.read_editions(files)
    print_faults(faults)
    if not editions:
        raise NothingRead
    if strange := choose.names_of_nobody(editions, pairs):
        note(f"{names}: no event has a player {join(strange, 'or')}.")
    compared = choose.compare_files(editions, chosen or choose.usual_contenders(), pairs)
    about = [choose.covered(compared, faults)]
    note(*about)
    if output is not None:
        for path in choose.write_choice(compared, output, about):
            note(f"{path}: written.")
    shown = [section for section in (overview(compared), missing(compared)) if section.rows]
    if json:
        tables = [*map(of_table, shown)]
        print_document("choose-events", faults, tables=tables, notes=about)
    if output is not None:
        leave(faults)
    for section in shown if not json else ():
        rows = [[choose.cell_text(cell) for cell in row] for row in section.rows]
        show_table(section.title, section.heads, rows)
        note(*section.told)
    for first, other, how in choose.spelling_doubts(compared.editions):
        note(f"{first} and {other} may be one player: they {how}. If so, write both into a list for --names.")
    leave(faults)


def _print_sheets(chosen: Sequence[Contender]) -> None:
    """Print the sheet of each contender, and the laws of a system without options of its own."""
    from shutil import get_terminal_size
    from textwrap import fill

    from xl_dipscore.rules.choice.typical import WORTH_MEANS, ScoreSheet, score_table, sentences_about

    width = get_terminal_size().columns if sys.stdout.isatty() else 120

    def show(sentence: str) -> None:
        print(fill(sentence, width, subsequent_indent="  "))

    for number, one in enumerate(chosen):
        print("\n" * bool(number) + f"{one.label}: {one.system.name}\n")
        for heading, sentence in sentences_about(one.system):
            show(f"{heading}: {sentence}" if heading else f"  {sentence}")
        sheet = ScoreSheet(one.system, one.options)
        print()
        show(" ".join((*sheet.facts, *sheet.needs)))
        print()
        print(*_lines_of_table(score_table(sheet)), sep="\n")
        print()
        show(WORTH_MEANS)
        if not one.options:
            for sentence in _laws_in_words(one.system):
                show(sentence)


def _laws_in_words(system: System) -> Iterator[str]:
    from xl_dipscore.rules.choice.stored import stored_laws

    stored = stored_laws(system)
    yield f"Laws. {stored.how}".rstrip()
    yield from (f"- {sentence}" for sentence in stored.sentences)


def _lines_of_table(table: Sequence[Sequence[TableCell]]) -> Iterator[str]:
    """The rows as lines of text. A board's name and ending stand above its rows."""
    from xl_dipscore.rules.points import text

    heads, *rows = ([cell if isinstance(cell, str) else text(cell) for cell in row] for row in table)
    first = max(len(row[1]) for row in rows)
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(2, len(heads))]

    def line(name: str, cells: Sequence[str]) -> str:
        each = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        return f"  {name.ljust(first)}  {'  '.join(each)}".rstrip()

    yield line("", heads[2:])
    for board in zip(*[iter(rows)] * 4, strict=True):
        yield f"{board[0][0]}: {board[1][0]}"
        yield from (line(row[1], row[2:]) for row in board)
