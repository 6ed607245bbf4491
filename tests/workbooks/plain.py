"""A small workbook whose scores, standings and best countries are plain formulas: Sum of Squares by hand."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import openpyxl
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.native.columns import Column, PlacedColumns

LAST = 2000
"""The last row of every range."""
TYPED = ("round", "board", "power", "player", "centres", "draw", "eliminated", "year", "override")
COMPUTED = (
    Column("score", "Score", 'IF([played]=0,"",IF([ok]=1,[line],NA()))'),
    Column("shown", "Counts", 'IF([played]=0,"",IF([ok]=1,[points],NA()))'),
    Column("check", "Check", 'IF([played]=0,"",IF([ok]=1,"OK: read.","not a board"))'),
    Column("key", "key", 'TRIM([round])&"/"&TRIM([board])'),
    Column("b", "b", 'IF([key]="/",0,MATCH([key],[key:],0))'),
    Column("seat", "seat", 'IF(TRIM([power])="",0,FIND(UPPER(LEFT(TRIM([power]),1)),"AEFGIRT"))'),
    Column("who", "who", "TRIM([player])"),
    Column("turn", "turn", "IF(ISNUMBER([round]),[round],0)"),
    Column("typed", "typed", "IF(ISNUMBER([centres]),1,0)"),
    Column("played", "played", "IF([b]=0,0,IF(SUMIF([b:],[b],[typed:])>0,1,0))"),
    Column("counts", "scored", "N([centres])"),
    Column(
        "ok",
        "ok",
        "IF(AND([played]=1,SUMIF([b:],[b],[typed:])=7,SUMIF([b:],[b],[counts:])>0,"
        "SUMIF([b:],[b],[counts:])<=34),1,0)",
    ),
    Column("solo", "solo", "IF([counts]>=18,1,0)"),
    Column("square", "square", "[counts]*[counts]"),
    Column(
        "line",
        "shares",
        "IF([ok]=0,0,IF(SUMIF([b:],[b],[solo:])>0,Setup!$B$16*[solo],"
        "Setup!$B$16*[square]/SUMIF([b:],[b],[square:])))",
    ),
    Column("points", "points", "IF([ok]=0,0,IF(ISNUMBER([override]),[override],[line]))"),
    Column("worth", "worth", 'IF(AND([ok]=1,[who]<>""),ROUND([points],8),-999999999)'),
    Column(
        "best",
        "best",
        'IF([worth]=-999999999,0,IF(COUNTIFS([seat:],[seat],[worth:],">"&[worth])=0,1,0))',
    ),
    Column(
        "order",
        "order",
        'IF([best]=0,0,1+COUNTIFS([best:],1,[seat:],"<"&[seat])'
        '+COUNTIFS([best:],1,[seat:],[seat],[who:],"<"&[who]))',
    ),
)
HEADER = 4
STANDINGS = {"rank": "Rank", "player": "Player", "total": "Total"}
AWARDS = ("Power", "Player", "Score", "Centres", "Round", "Board")


def letters(names: tuple[str, ...], first: int = 1) -> dict[str, str]:
    return {name: column_letters(number) for number, name in enumerate(names, first)}


def plain(
    rounds: int = 2,
    boards: int = 2,
    players: int = 14,
    *,
    system: str | None = "SOS",
    made_for: str = "SOS",
    roster: int = 0,
    changed: Mapping[str, object] | None = None,
    without: Sequence[str] = (),
) -> bytes:
    """The workbook, without results.

    roster: places in the list of players, where these are not as many as lines of the standings.
    changed: formulas and values by cell, such as {"Games!J5": "=3"}; without: sheets that are not there.
    """
    book = openpyxl.Workbook()
    setup, list_, games, standings, best, totals = (
        book.worksheets[0],
        *map(book.create_sheet, ("Players", "Games", "Standings", "Best countries", "Totals")),
    )
    setup.title = "Setup"
    for row, (name, value) in {
        3: ("Event", "Spring"),
        4: ("System", system),
        5: ("Last year", None),
        9: ("rounds", rounds),
        10: ("combine", "sum"),
        11: ("tiebreak", None),
        16: ("pot", 100),
    }.items():
        setup.cell(row, 1).value = name
        setup.cell(row, 2).value = value
    list_["A4"] = "Player"
    _games(games, rounds, boards)
    _totals(totals, rounds, players)
    _standings(standings, rounds, players)
    _best(best)
    for name, text in {
        "Event_name": "Setup!$B$3",
        "Scoring_system": "Setup!$B$4",
        "Last_year": "Setup!$B$5",
        "Event_options": "Setup!$A$9:$B$12",
        "Scoring_options": "Setup!$A$16:$B$18",
        "Roster": f"Players!$A$5:$A${4 + (roster or players)}",
    }.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    mark = DefinedName("Plain_formulas", attr_text=f'"{made_for}"', hidden=True)
    book.defined_names[mark.name] = mark
    for place, text in (changed or {}).items():
        sheet, _, cell = place.partition("!")
        book[sheet][cell] = text
    for sheet in without:
        del book[sheet]
    with io.BytesIO() as out:
        book.save(out)
        return out.getvalue()


def _games(sheet: Worksheet, rounds: int, boards: int) -> None:
    columns = letters((*TYPED, *(column.name for column in COMPUTED)))
    table = PlacedColumns(columns, LAST)
    for word in TYPED:
        sheet[f"{columns[word]}1"] = word.capitalize()
    for column in COMPUTED:
        sheet[f"{columns[column.name]}1"] = column.heading
    row = 2
    for round_ in range(1, rounds + 1):
        for board in range(boards):
            for power in POWERS:
                sheet.cell(row, 1).value = round_
                sheet.cell(row, 2).value = f"B{board + 1}"
                sheet.cell(row, 3).value = power
                for column in COMPUTED:
                    sheet[f"{columns[column.name]}{row}"] = "=" + table.formula(column.text, row)
                row += 1


def _totals(sheet: Worksheet, rounds: int, players: int) -> None:
    games = PlacedColumns(letters((*TYPED, *(column.name for column in COMPUTED))), LAST, "Games")
    who, turn, ok, points = map(games.column, ("who", "turn", "ok", "points"))
    played = games.column("played")
    turns = [f"R{number}" for number in range(1, rounds + 1)]
    names = ("player", *turns, "faulty", "count", "total", "key", "place", "rank")
    at = letters(names)
    for name in names:
        sheet[f"{at[name]}1"] = name
    for row in range(2, players + 2):

        def own(name: str, row: int = row) -> str:
            return f"${at[name]}{row}"

        def all_(name: str) -> str:
            return f"${at[name]}$1:${at[name]}${LAST}"

        first, last = own(turns[0]), own(turns[-1])
        texts = {"player": f'IF(Players!$A{row + 3}="","",TRIM(Players!$A{row + 3}))'}
        for number, name in enumerate(turns, 1):
            mine = f"{who},{own('player')},{turn},{number},{played},1"
            texts[name] = (
                f'IF({own("player")}="","",IF(COUNTIFS({mine})=0,"",IF(COUNTIFS({mine},{ok},0)>0,'
                f'"n/a",SUMIFS({points},{mine}))))'
            )
        texts |= {
            "faulty": f'COUNTIF({first}:{last},"n/a")',
            "count": f"COUNT({first}:{last})",
            "total": f"IF({own('faulty')}>0,NA(),SUM({first}:{last}))",
            "key": f"IF({own('faulty')}>0,-1,IF({own('count')}=0,-2,ROUND({own('total')},8)))",
            "place": f'IF({own("key")}=-2,0,1+COUNTIF({all_("key")},">"&{own("key")})'
            f'+COUNTIFS({all_("key")},{own("key")},{all_("player")},"<"&{own("player")}))',
            "rank": f'IF({own("faulty")}>0,"",1+COUNTIF({all_("key")},">"&{own("key")}))',
        }
        for name, text in texts.items():
            sheet[f"{at[name]}{row}"] = f"={text}"


def _standings(sheet: Worksheet, rounds: int, players: int) -> None:
    turns = [f"R{number}" for number in range(1, rounds + 1)]
    at = letters(("player", *turns, "faulty", "count", "total", "key", "place", "rank"))
    shown = ("rank", "player", "total", *turns)
    place = f"Totals!${at['place']}$1:${at['place']}${LAST}"
    for column, name in enumerate(shown, 1):
        sheet.cell(HEADER, column).value = STANDINGS.get(name, name)
        from_ = f"Totals!${at[name]}$1:${at[name]}${LAST}"
        for row in range(HEADER + 1, HEADER + 1 + players):
            line = f"ROW()-{HEADER}"
            error = "NA()" if name[1:].isdigit() else f"INDEX({from_},MATCH({line},{place},0))"
            text = f"INDEX({from_},MATCH({line},{place},0))"
            if name[1:].isdigit():
                text = f'IF({text}="n/a",{error},{text})'
            sheet.cell(row, column).value = f'=IF(COUNTIF({place},{line})=0,"",{text})'


def _best(sheet: Worksheet) -> None:
    games = PlacedColumns(letters((*TYPED, *(column.name for column in COMPUTED))), LAST, "Games")
    tokens = ("power", "player", "points", "counts", "round", "board")
    for column, (heading, token) in enumerate(zip(AWARDS, tokens, strict=True), 1):
        sheet.cell(HEADER, column).value = heading
        for row in range(HEADER + 1, HEADER + 13):
            line = f"MATCH(ROW()-{HEADER},{games.column('order')},0)"
            sheet.cell(row, column).value = f'=IFERROR(INDEX({games.column(token)},{line}),"")'


def package(**options: object) -> Package:
    return Package(plain(**options), "spring.xlsx")  # type: ignore[arg-type]


def results() -> list[list[object]]:
    """Two rounds of two boards of fourteen players: a solo, a three-way draw, boards stopped by the clock."""
    first, second = [f"Player {n}" for n in range(7)], [f"Other {n}" for n in range(7)]
    return [
        list(games.HEADER),
        *games.rows(1, "B1", games.SOLO, players=first),
        *games.rows(1, "B2", games.THREE_WAY, players=second),
        *games.rows(2, "B1", games.CLOCK, players=[*second[3:], *first[:3]]),
        *games.rows(2, "B2", games.CLOCK[::-1], players=[*first[3:], *second[:3]]),
    ]
