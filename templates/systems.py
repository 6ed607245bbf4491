"""Make a page for each scoring system, in xl_dipscore/rules/systems/pages, and the laws that the pages tell.

python -m templates.systems [--laws [KEY...]] [--check]

--laws tries every board again, for all systems or some, and stores the laws. Otherwise they are as stored.
--check compares the pages, and writes nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from xl_dipscore import systems
from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.rules.choice.laws import country_means, laws_of
from xl_dipscore.rules.choice.stored import Stored, as_data, stored_laws
from xl_dipscore.rules.choice.typical import (
    UNKNOWN,
    WORTH_MEANS,
    ScoreSheet,
    TableCell,
    score_table,
    sentences_about,
)
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.exchange.tables import read_table

PACKAGE = Path(__file__).parents[1] / "xl_dipscore"
LAWS = PACKAGE / "rules" / "choice" / "laws.json"
PAGES = PACKAGE / "rules" / "systems" / "pages"
TWO_NUMBERS = "Two numbers where the two differ."
FIRST_WORKED = 4
"""The first typical board that is a candidate for a page: one with five survivors and a clear leader."""


def archived_boards() -> list[Board]:
    """The boards of the real games that ship with the package."""
    source = files("xl_dipscore.cli") / "data" / "weasels.csv"
    listed, _ = read_table(csv_rows(source.read_bytes(), source.name), source.name).or_faults()
    return [game.board for game in listed.games if game.board is not None]


def compute_laws(system: System) -> Stored:
    """Try every board under a system, and score the archived games."""
    laws, boards = laws_of(system), archived_boards()
    means = [] if laws.left_out else country_means(system, boards)
    return Stored(laws, means, len(boards) if means else 0)


def write_laws(keys: Sequence[str]) -> None:
    """Compute the laws of these systems, and keep those of the others."""
    known = json.loads(LAWS.read_text("utf-8")) if LAWS.is_file() and keys else {}
    for system in map(find, keys) if keys else systems():
        known[system.key] = as_data(compute_laws(system))
    lines = (f"{json.dumps(key)}: {json.dumps(known[key])}" for key in sorted(known))
    LAWS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def page_of(system: System) -> str:
    """The page of a system in Markdown: its rule, options, a board line by line, typical scores, laws."""
    sheet = ScoreSheet(system, {})
    lines = [f"# {system.name} (`{system.key}`)", ""]
    for heading, sentence in sentences_about(system):
        lines += [f"**{heading}:** {sentence}" if heading else sentence, ""]
    lines += [*_options(system), *_worked_board(sheet)]
    lines += ["## Scores of eight typical boards", "", " ".join(sheet.facts), ""]
    lines += [f"{sentence}\n" for sentence in sheet.needs]
    lines += [*_rows(_typical(sheet)), "", WORTH_MEANS, TWO_NUMBERS, "", "## Laws", ""]
    stored = stored_laws(system)
    lines += [stored.how, ""] if stored.how else []
    lines += [f"- {sentence}" for sentence in stored.sentences]
    return "\n".join(lines) + "\n"


def _options(system: System) -> Iterator[str]:
    """What a director can change on Setup."""
    if system.options:
        yield from ("## Options", "", "| option | default | meaning |", "|---|---|---|")
        yield from (f"| `{one.name}` | {one.shown_default()} | {one.help} |" for one in system.options)
        yield ""


def _worked_board(sheet: ScoreSheet) -> Iterator[str]:
    """The lines that make the scores of a typical board with several survivors."""
    one = next((one for one in sheet.boards[FIRST_WORKED:] if one.points is not None), None)
    if one is None or one.points is None:
        return
    name, ending = one.typical.name, one.ending
    yield from (f"## A board line by line: {name[:1].lower()}{name[1:]}", "", f"{ending}.", "")
    table: list[Sequence[TableCell]] = [("Line", *POWERS), ("Centres", *one.board.centres)]
    table += [(line.label, *line.amounts) for line in (*one.points.not_added, *one.points.lines)]
    scores = (UNKNOWN if score is None else score for score in one.scores)
    yield from _rows([*table, ("**Score**", *scores)], words=1)
    yield from ("", *(f"{note}\n" for note in one.points.notes))


def _typical(sheet: ScoreSheet) -> Iterator[Sequence[TableCell]]:
    """The sheet of scores, with a single row on one more centre; none where a board is over."""
    heads, *rows = score_table(sheet)
    yield heads
    for centres, scores, least, most in zip(*[iter(rows)] * 4, strict=True):
        yield from (centres, scores)
        both = [(_cell(low), _cell(high)) for low, high in zip(least[2:], most[2:], strict=True)]
        if any(one for pair in both for one in pair):
            yield "", "One more", *("; ".join(dict.fromkeys(pair)) for pair in both)


def _rows(table: Iterable[Sequence[TableCell]], words: int = 2) -> Iterator[str]:
    """A table in Markdown, whose first columns are words."""
    heads, *rows = ([_cell(cell) for cell in row] for row in table)
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * words}{'--:|' * (len(heads) - words)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _cell(cell: TableCell) -> str:
    return cell if isinstance(cell, str) else text(cell)


def pages() -> dict[Path, str]:
    """The content of every page, by its path."""
    return {PAGES / f"{system.key}.md": page_of(system) for system in systems()}


def main(words: Sequence[str]) -> int:
    keys = [word for word in words if not word.startswith("--")]
    if "--laws" in words:
        write_laws(keys)
    made = pages()
    if "--check" in words:
        stale = [path for path, page in made.items() if not path.is_file() or path.read_text("utf-8") != page]
        print(*(f"{path} is out of date." for path in stale), sep="\n", end="")
        return bool(stale)
    PAGES.mkdir(exist_ok=True)
    for path in PAGES.glob("*.md"):
        if path not in made:
            path.unlink()
    for path, page in made.items():
        path.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
