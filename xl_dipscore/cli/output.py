"""The options of a command about its table: where the table goes, and in which form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xl_dipscore.cli.app import MADE_DOCUMENTS, OptionalListFile, Table
from xl_dipscore.errors import Fault

if TYPE_CHECKING:
    from xl_dipscore.rules.tournament.problem import Problem


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
        from xl_dipscore.cli.records import of_problems

        MADE_DOCUMENTS.append(self.schema)
        return document(self.schema, **self.parts, problems=[*of_problems(faults, found)])

    def with_rows(self, header: Sequence[object], lines: Iterable[Sequence[object]]) -> Document:
        """The document with a table: a record for each line, by the headings."""
        rows = [dict(zip(map(str, header), line, strict=True)) for line in lines]
        return Document(self.schema, {**self.parts, "rows": rows})


def print_document(
    schema: str, faults: Iterable[Fault] = (), found: Iterable[Problem] = (), /, **parts: Any
) -> None:
    """Print a result as JSON."""
    print(Document(schema, parts).text(faults, found), end="")
