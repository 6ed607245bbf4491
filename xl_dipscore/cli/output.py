"""The options of a command about its table: where the table goes, and in which form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xl_dipscore.cli.app import OptionalListFile, Table
from xl_dipscore.errors import Fault

if TYPE_CHECKING:
    from xl_dipscore.rules.tournament import Problem


@dataclass(frozen=True)
class Output(Table):
    """Where a table goes, and in which form."""

    output: OptionalListFile = None
    excel: bool = False
    json_: bool = False


@dataclass(frozen=True)
class ShownOutput(Output):
    """As Output; the table can also be printed for reading."""

    show: bool = False


AS_CSV, FOR_READING = Output(), ShownOutput()
"""The default output of a command: CSV on standard output."""


@dataclass(frozen=True)
class Document:
    """A result as JSON: the name of its schema, and the values of its keys."""

    schema: str
    parts: Mapping[str, Any] = field(default_factory=dict)

    def text(self, faults: Iterable[Fault] = (), found: Iterable[Problem] = ()) -> str:
        """The JSON. faults: the faults of the input; found: all problems of the event."""
        from xl_dipscore.cli.documents import document

        return document(self.schema, **self.parts, problems=[*problem_records(faults, found)])

    def with_rows(self, header: Sequence[object], lines: Iterable[Sequence[object]]) -> Document:
        """The document with a table: a record for each line, by the headings."""
        rows = [dict(zip(map(str, header), line, strict=True)) for line in lines]
        return Document(self.schema, {**self.parts, "rows": rows})


def problem_records(faults: Iterable[Fault], found: Iterable[Problem] = ()) -> Iterator[dict[str, object]]:
    """Faults and problems as records, each once."""
    from xl_dipscore.rules.tournament.problem import Problem

    problems = [*found]
    there = {str(one.fault) for one in problems}
    problems = [*(Problem(fault) for fault in faults if str(fault) not in there), *problems]
    for one in problems:
        rank, sentence, round_, board, power, player, row, remedy, _ = one.cells
        where = {"round": round_, "board": board, "power": power, "player": player}
        row = one.fault.row if row is None else row
        what = {"rank": rank, "kind": one.fault.kind, "sentence": sentence, "remedy": remedy}
        yield {**what, "place": one.fault.place, **where, "row": row}


def print_document(
    schema: str, faults: Iterable[Fault] = (), found: Iterable[Problem] = (), /, **parts: Any
) -> None:
    """Print a result as JSON."""
    print(Document(schema, parts).text(faults, found), end="")
