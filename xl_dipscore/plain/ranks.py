"""Ranks and differences from a power's mean: columns for the rows of a list that a call is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from xl_dipscore.layout.added import AddedSheet
from xl_dipscore.native.columns import Column, Table
from xl_dipscore.plain.calls import NotPlain, Source, Sources, quoted
from xl_dipscore.xlsx.formula import Area, address, column_letters

_LOW = -999_999_999
"""Less than anything that is compared."""


class Rows(Protocol):
    """Columns for the rows of one call; `typed` are copies of the director's."""

    @property
    def typed(self) -> Mapping[str, Sequence[Source]]: ...
    @property
    def columns(self) -> Sequence[Column]: ...


@dataclass(frozen=True)
class Ranks:
    """Ranks 1, 1, 3 of totals; ties are broken by more columns."""

    typed: Mapping[str, Sequence[Source]]

    @property
    def columns(self) -> Sequence[Column]:
        found = [Column("key 0", "Total, compared", 'IF(ISNUMBER([total]),ROUND([total],8),"")')]
        above = 'IF([key 0]="",0,COUNTIF([key 0:],">"&[key 0]))'
        found.append(Column("above 0", "Above", above))
        for n in range(1, len(self.typed)):
            key = f'IF([key 0]="","",IF(ISNUMBER([tie {n}]),ROUND([tie {n}],8),{_LOW}))'
            before = f"[above {n - 1}:],[above {n - 1}]"
            level = f'COUNTIFS({before},[key 0:],">{_LOW}",[key {n}:],">"&[key {n}])'
            found.append(Column(f"key {n}", f"Tie-break {n}", key))
            found.append(Column(f"above {n}", "Above", f'IF([key 0]="",0,[above {n - 1}]+{level})'))
        last = f"above {len(self.typed) - 1}"
        rank = f'IF(ISNUMBER([total]),[{last}]+1,IF([total]="","",NA()))'
        return [*found, Column("result", "Rank", rank)]


@dataclass(frozen=True)
class Differences:
    """Each player's scores less the mean of their powers, by the rounds."""

    typed: Mapping[str, Sequence[Source]]
    rounds: str
    """A reference, or nothing for as many as any player has games."""

    @property
    def columns(self) -> Sequence[Column]:
        seat = 'IFERROR(FIND(UPPER(LEFT(TRIM([power]),1)),"AEFGIRT"),0)'
        said = f"SUM({self.rounds or 0})"
        return [
            Column("who", "Player, trimmed", "TRIM([player])"),
            Column("seat", "Power, its number", seat),
            Column("counts", "Counts", 'IF(AND([who]<>"",[seat]>0,ISNUMBER([score])),1,0)'),
            Column("mean", "Power's mean", "IFERROR(AVERAGEIF([seat:],[seat],[score:]),0)"),
            Column("difference", "Difference", "IF([counts]=1,[score]-[mean],0)"),
            Column("games", "Games", "COUNTIFS([who:],[who],[counts:],1)"),
            Column("rounds", "Rounds", f"IF({said}>0,{said},MAX([games:]))"),
            Column(
                "result",
                "Mean difference",
                'IF(OR([who]="",[games]=0),"",SUMIF([who:],[who],[difference:])/[rounds])',
            ),
        ]


@dataclass
class Placed:
    """Where the columns of a call stand."""

    rows: Rows
    table: Table | None = None

    @cached_property
    def first(self) -> Source:
        return next(iter(self.rows.typed.values()))[0]

    def write(self, page: AddedSheet) -> None:
        typed = self.rows.typed
        count = len(next(iter(typed.values())))
        columns = self.rows.columns
        names = ["at", *typed, *(one.name for one in columns)]
        letters = {name: column_letters(n) for n, name in enumerate(names, page.next)}
        here = Table(letters, count + 2)
        page.column(
            "row",
            {
                row: f"=ROW({source.reference})"
                for row, source in enumerate(next(iter(typed.values())), 2)
                if source.reference
            },
        )
        for name, sources in typed.items():
            cells = {row: f"={one.copied}" for row, one in enumerate(sources, 2) if one.copied}
            page.column(name.capitalize(), cells)
        for one in columns:
            page.column(one.heading, {row: "=" + here.formula(one.text, row) for row in range(2, count + 2)})
        page.gap()
        self.table = Table(letters, count + 2, quoted(page.name))

    def cell(self, row: int, here: Area) -> str:
        """The result of a row, found by the director's own."""
        assert self.table is not None
        if self.first.place is None:
            raise NotPlain("its rows are written out")
        sheet, top, column = self.first.place
        mark = "" if sheet == here.sheet else f"{quoted(sheet)}!"
        own = f"ROW({mark}${address(top + row, column)})"
        return f"INDEX({self.table.column('result')},MATCH({own},{self.table.column('at')},0))"


def ranks(totals: Sources, ties: Sources) -> Ranks:
    """Raises NotPlain."""
    if len(totals[0]) != 1:
        raise NotPlain("only totals below each other are ranked in cells")
    typed = {"total": [row[0] for row in totals]}
    if not (len(ties) == 1 and len(ties[0]) == 1 and ties[0][0].blank):
        if len(ties) != len(totals):
            raise NotPlain("its tie-breaks do not stand beside its totals")
        typed |= {f"tie {n}": [row[n - 1] for row in ties] for n in range(1, len(ties[0]) + 1)}
    return Ranks(typed)


def differences(players: Sources, powers: Sources, scores: Sources, rounds: Source) -> Differences:
    """Raises NotPlain."""
    given = {"player": players, "power": powers, "score": scores}
    if any(len(cells[0]) != 1 or len(cells) != len(players) for cells in given.values()):
        raise NotPlain("only games below each other have this in cells")
    typed = {name: [row[0] for row in cells] for name, cells in given.items()}
    return Differences(typed, rounds.reference or rounds.formula)
