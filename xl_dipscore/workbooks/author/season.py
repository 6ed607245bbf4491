"""The workbook of a season: events, results, names, and the table of a circuit."""

from collections.abc import Iterator
from dataclasses import dataclass

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.errors import join
from xl_dipscore.rules.circuit import Circuit, Field
from xl_dipscore.tables.native.circuits import PointsCells, total_text, weight_in_total
from xl_dipscore.tables.native.columns import Column, PlacedColumns, clean, escape_wildcards
from xl_dipscore.tables.native.notation import Formula, cell_text
from xl_dipscore.tables.native.symbols import Num, number_in_formula
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.log import log
from xl_dipscore.workbooks.layout.season import CIRCUIT, COUNTS, NO, OPTIONS, TABLES, YES
from xl_dipscore.workbooks.layout.setup import ROSTER

TOP = 6
"""The row of every table's headings."""
INDEX, COUNTED, FULL, BY_RULE = 2, 3, 4, 5
"""Rows of Points above its headings: the number of each event; then three rows of 1 or 0. They say whether
the event is in totals at all, is added in full, and is combined by the circuit's rule."""
UNKNOWN_TOTAL, NO_TOTAL = -1, -2
"""The numbers by which players are sorted whose total is unknown, or who have no event that counts."""
HELPERS = {
    "Season": ("at",),
    "Events": ("exact", "no", "n", "counted", "unknown", "full"),
    "Results": ("event exact", "player exact", "no", "at", "person", "unknown"),
    "Names": (
        *("at", "exact", "person", "person exact", "no"),
        *("played", "by rule", "unknown", "sum", "ranked", "key", "place"),
    ),
}
"""By table, its helper columns, which only formulas read."""
WIDTHS = {
    "Guide": (22, 110),
    "Season": (8, 30, 12, 9),
    "Events": (28, 13, 24, 10, 9, 9, 15, 12, 10, 40),
    "Results": (28, 28, 8, 30, 8, 12),
    "Names": (28, 28, 44, 40),
    "Points": (8,),
}
TOLD = {
    "Results": "One row for each player of each event. If an event has no file, type it below the others.",
    "Names": "Under Is, type the right name of the player; or the spelling itself if it is another person.",
    "Points": "The points for each place in each event. Level players share the mean of their places.",
}
GUIDE = (
    (
        "Events",
        "One row for each event. Correct its grade, or type No under Counts. If points are blank, type the "
        "number of boards or games that they need.",
    ),
    ("Results", "The places. If an event has no file, type its row on Events and its players here."),
    ("Names", "If two spellings may be one player, type who it is. Until then they count as two players."),
    ("Season", "The table. Points that do not count are struck through."),
    (
        "One more event",
        "dipscore season event.xlsx -o season.xlsx adds an event, or replaces one that is there.",
    ),
)
CELLS = Field(Num(Formula("[n]")), Num(Formula("[boards]")), Num(Formula("[games]")), Num(Formula("[first]")))


@dataclass(frozen=True)
class SeasonPlan:
    """The plan of a season's workbook: its circuit, and the number of rows of each table."""

    circuit: Circuit
    events: int = 12
    results: int = 240
    names: int = 80
    places: int = 60

    def rows(self, name: str) -> int:
        return {"Events": self.events, "Results": self.results}.get(name, self.names)


def make_season(plan: SeasonPlan) -> Workbook:
    """A workbook for a season, without events yet. Its formulas have no values."""
    book = Workbook()
    book.remove(book.worksheets[0])
    made = _Season(plan)
    for name, sizes in WIDTHS.items():
        sheet = book.create_sheet(name)
        there = len(made.placed[name].letters) if name in made.placed else len(sizes) + plan.events
        style.widths(sheet, [*sizes, *[11] * (there - len(sizes))])
        style.title(sheet, plan.circuit.name if name == "Season" else name, TOLD.get(name, ""))
        if name in TABLES:
            made.write(sheet)
            table = made.placed[name]
            right = letter(len(TABLES[name]))
            style.define(book, f"Table_{name.casefold()}", f"{name}!$A${TOP}:${right}${table.last}")
        style.page(sheet, landscape=True, title_rows=f"{TOP}:{TOP}" if name != "Guide" else "")
    _guide(book["Guide"], plan.circuit)
    _points(book["Points"], made)
    _write_circuit_inputs(book, plan)
    season = book["Season"]
    style.mark(season)
    style.write_cell(season, 3, 1, "=" + made.status, style.BOLD)
    style.define(book, "Status", "Season!$A$3")
    table = made.placed["Season"]
    first, last, struck = (table.letters[one] for one in ("event 1", f"event {plan.events}", "dropped 1"))
    look = style.when(f"{struck}{TOP + 1}=1", font=Font(strike=True, color="9CA3AF"))
    style.show(season, f"{first}{TOP + 1}:{last}{table.last}", look)
    season.print_area = f"A1:{last}{table.last}"
    log(book, book.create_sheet("Log"))
    book.active = season
    for sheet in book.worksheets:
        sheet.sheet_view.tabSelected = sheet is season
    return book


class _Season:
    """The tables of a season: the letters of their columns, and the columns' formulas."""

    def __init__(self, plan: SeasonPlan) -> None:
        self.plan, self.circuit, self.numbers = plan, plan.circuit, range(1, plan.events + 1)
        blocks = {"Season": ("event", "dropped"), "Names": ("points", "of rule", "dropped")}
        self.placed: dict[str, PlacedColumns] = {}
        for name, heads in TABLES.items():
            spread = [f"{block} {k}" for block in blocks.get(name, ()) for k in self.numbers]
            tokens = [*map(str.casefold, heads), *spread, *HELPERS[name]]
            letters = {token: letter(n) for n, token in enumerate(tokens, 1)}
            self.placed[name] = PlacedColumns(letters, TOP + plan.rows(name) + 1, "", TOP)
        made = {
            "Season": self._season,
            "Events": self._events,
            "Results": self._results,
            "Names": self._names,
        }
        self.columns = {name: {one.name: one for one in columns()} for name, columns in made.items()}

    def column(self, table: str, name: str) -> str:
        """A reference to a column of a table, for formulas on other sheets."""
        there = self.placed[table]
        return PlacedColumns(there.letters, there.last, table, TOP).column(name)

    def of_points(self, row: int) -> str:
        """A reference to a row of Points, with a cell for each event."""
        return f"Points!$B${row}:${letter(self.plan.events + 1)}${row}"

    def write(self, sheet: Worksheet) -> None:
        """Write a table; fold its helpers. First, Counts and columns without formulas are for typing."""
        table, columns, heads = self.placed[sheet.title], self.columns[sheet.title], TABLES[sheet.title]
        seen = len(heads) + (self.plan.events if sheet.title == "Season" else 0)
        titles = [columns[name].heading if name in columns else "" for name in table.letters]
        style.header(sheet, TOP, [*heads, *titles[len(heads) : seen]])
        for number, name in enumerate(table.letters, 1):
            one = columns.get(name)
            if number > seen:
                style.write_cell(sheet, TOP, number, titles[number - 1], style.SMALL)
            typed = one is None or name in ("first", "counts")
            for row in range(TOP + 1, table.last):
                text = None if one is None else cell_text(table.formula(one.text, row))
                (style.write_input if typed else style.write_cell)(sheet, row, number, text)
                if name in ("total", "points", "first") or name.startswith("event "):
                    sheet.cell(row, number).number_format = "0.00"
                elif name == "date":
                    sheet.cell(row, number).number_format = style.DAY
        style.fold(sheet, range(seen + 1, len(table.letters) + 1))
        sheet.freeze_panes = f"A{TOP + 1}"

    def _events(self) -> Iterator[Column]:
        first = number_in_formula(self.circuit.points(1, CELLS))
        blanks = [f'[{word}]=""' for word in ("event", *self.circuit.needs)]
        blank = blanks[0] if len(blanks) == 1 else f"OR({','.join(blanks)})"
        yield Column("first", "First", Formula(f'IF({blank},"",{first})'))
        least = self.circuit.least_boards
        yes = f'IF([boards]="","",IF([boards]<{least},"{NO}","{YES}"))' if least else f'"{YES}"'
        yield Column("counts", COUNTS, Formula(f'IF([event]="","",{yes})'))
        yield Column("exact", "Compared", Formula(escape_wildcards(clean("[event]"))))
        yield Column("no", "No.", Formula('IF([event]="",0,[row]-1)'))
        results = f"COUNTIFS({self.column('Results', 'no')},[no])"
        yield Column("n", "Ranked or listed", Formula(f'IF([no]=0,0,IF([ranked]="",{results},[ranked]))'))
        yield Column(
            "counted", "Counts, 1 or 0", Formula(f'IF([no]=0,0,IF(UPPER(LEFT([counts],1))="{NO[0]}",0,1))')
        )
        unknown = 'OR([first]="",[counts]="")' if least else '[first]=""'
        # 2: the points are unknown, so the totals are too; 1: they are unknown and do not count.
        yield Column("unknown", "Points unknown", Formula(f"IF([no]=0,0,IF({unknown},1+[counted],0))"))
        full = "+".join(f'IF([grade]="{grade}",1,0)' for grade in self.circuit.in_full) or "0"
        yield Column("full", "In full", Formula(f"[counted]*({full})"))

    def _results(self) -> Iterator[Column]:
        for name in ("event", "player"):
            yield Column(
                f"{name} exact",
                f"{name.capitalize()}, compared",
                Formula(escape_wildcards(clean(f"[{name}]"))),
            )
        at = f"MATCH([event exact],{self.column('Events', 'exact')},0)-1"
        yield Column("no", "No. of the event", Formula(f'IF([event]="",0,IFERROR({at},0))'))
        at = f"MATCH([player exact],{self.column('Names', 'exact')},0)"
        yield Column("at", "Row of Names", Formula(f'IF([player]="",0,IFERROR({at},0))'))
        person, no = (f"INDEX({self.column('Names', name)},MAX(1,[at]))" for name in ("person", "no"))
        yield Column("who", "Who", Formula(f'IF([at]=0,IF([player]="","","?"),{person})'))
        yield Column("person", "No. of the person", Formula(f"IF([at]=0,0,{no})"))
        level = "COUNTIFS([no:],[no],[place:],[place])"
        yield Column("level", "Level", Formula(f'IF(OR([no]=0,NOT(ISNUMBER([place]))),"",{level})'))
        last, right = TOP + self.plan.places, letter(self.plan.events + 1)
        places, table = f"Points!$A${TOP + 1}:$A${last}", f"Points!$B${TOP + 1}:${right}${last}"
        event = "MAX(1,[no])"
        filled = f"({places}>=[place])*({places}<[place]+[level])*({self.of_points(INDEX)}=[no])"
        alone = f"INDEX({table},MAX(1,[place]),{event})"
        # The table is an argument of its own: the points of other events may be blank texts.
        shared = f"IF([level]=1,{alone},SUMPRODUCT({filled},{table})/[level])"
        unknown = f"INDEX({self.column('Events', 'unknown')},1+{event})"
        yield Column("unknown", "Points unknown", Formula(f'IF([level]="",0,{unknown})'))
        yield Column("points", "Points", Formula(f'IF([level]="","",IF([unknown]>0,"",{shared}))'))

    def _names(self) -> Iterator[Column]:
        yield Column("at", "Row", Formula("[row]"))
        yield Column("exact", "Compared", Formula(escape_wildcards(clean("[name]"))))
        yield Column("person", "Person", Formula(f'IF({clean("[is]")}="",{clean("[name]")},{clean("[is]")})'))
        yield Column("person exact", "Person, compared", Formula(escape_wildcards("[person]")))
        yield Column(
            "no", "No. of the person", Formula('IF([name]="",0,MATCH([person exact],[person exact:],0))')
        )
        mine = f"{self.column('Results', 'person')},[at]"
        for k in self.numbers:
            here = f"{mine},{self.column('Results', 'no')},{k}"
            known = f"{here},{self.column('Results', 'unknown')},0"
            worth = f'IF(COUNTIFS({known})=0,"",SUMIFS({self.column("Results", "points")},{here}))'
            yield Column(f"points {k}", f"Points {k}", Formula(f'IF([no]<>[at],"",{worth})'))
            counted, ruled = (f"Points!${letter(k + 1)}${row}" for row in (COUNTED, BY_RULE))
            of_rule = f'IF(OR({ruled}=0,[points {k}]=""),0,[points {k}])'
            yield Column(f"of rule {k}", f"By the rule {k}", Formula(of_rule))
            yield Column(f"dropped {k}", f"Dropped {k}", Formula(self._drop_formula(k, counted, ruled)))
        every = self._every
        yield Column("played", "Events", Formula(f'COUNTIFS({every},">-1",{self.of_points(COUNTED)},1)'))
        yield Column(
            "by rule", "Events of the rule", Formula(f'COUNTIFS({every},">-1",{self.of_points(BY_RULE)},1)')
        )
        total = total_text(self.circuit.rule, self.plan.events, self._cells)
        in_full = f"SUMIF({self.of_points(FULL)},1,{every})+" if self.circuit.in_full else ""
        unknown = f"COUNTIFS({mine},{self.column('Results', 'unknown')},2)"
        yield Column("unknown", "Events with unknown points", Formula(f"IF([no]=[at],{unknown},0)"))
        yield Column("sum", "Total", Formula(f'IF(OR([played]=0,[unknown]>0),"",{in_full}{total})'))
        needed = self.circuit.events_needed
        yield Column("ranked", "Has a rank", Formula(f"IF(AND([unknown]=0,[played]>={needed}),1,0)"))
        without = f"IF([unknown]>0,{UNKNOWN_TOTAL},{NO_TOTAL})"
        yield Column("key", "Total, compared", Formula(f"IF(ISNUMBER([sum]),ROUND([sum],8),{without})"))
        before = (
            f'[ranked:],">"&[ranked],[key:],">{NO_TOTAL}"',
            '[ranked:],[ranked],[key:],">"&[key]',
            '[ranked:],[ranked],[key:],[key],[at:],"<"&[at]',
        )
        places = "+".join(f"COUNTIFS({one})" for one in before)
        yield Column("place", "Line of Season", Formula(f"IF([key]={NO_TOTAL},0,1+{places})"))
        open_ = 'IF(AND([proposal]<>"",[is]=""),"Whose name is this? Type it under Is.",'
        there = f'COUNTIFS({mine},{self.column("Results", "no")},">0",{self.column("Results", "unknown")},0)'
        twice = f'IF(AND([no]=[at],{there}>COUNT({every})),"Twice in one event.","")'
        yield Column("to do", "To do", Formula(f"{open_}{twice})"))

    @property
    def _every(self) -> str:
        """The range of a person's points in all events; the cells of events without points are blank."""
        return f"[points 1]:[points {self.plan.events}]"

    @property
    def _cells(self) -> PointsCells:
        over = f"MAX(1,SUM({self.of_points(BY_RULE)}))"
        return PointsCells(f"[of rule 1]:[of rule {self.plan.events}]", "[by rule]", over)

    def _drop_formula(self, k: int, counted: str, ruled: str) -> str:
        """A formula: 1 if points of event k are not in the total, or have the weight 0 in it; otherwise 0."""
        block, mine = self._cells.points, f"[of rule {k}]"
        ruled_before = f"({self.of_points(BY_RULE)}=1)*({self.of_points(INDEX)}<{k})"
        before = f'({block}={mine})*({self._every}<>"")*{ruled_before}'
        order = f"1+SUMPRODUCT(({block}>{mine})*1)+SUMPRODUCT({before})"
        weight = weight_in_total(self.circuit.rule, self.plan.events, self._cells, order)
        rule = f"IF({ruled}=0,0,IF({weight}=0,1,0))"
        return f'IF([points {k}]="",0,IF({counted}=0,1,{rule}))'

    def _season(self) -> Iterator[Column]:
        def look_up_name(column: str) -> str:
            return f"INDEX({self.column('Names', column)},MAX(1,[at]))"

        yield Column(
            "at", "Row of Names", Formula(f"IFERROR(MATCH([row]-1,{self.column('Names', 'place')},0),0)")
        )
        ranked, key = self.column("Names", "ranked"), self.column("Names", "key")
        ahead = f'COUNTIFS({ranked},1,{key},">"&{look_up_name("key")})+1'
        yield Column("rank", "Rank", Formula(f'IF([at]=0,"",IF({look_up_name("ranked")}=1,{ahead},"-"))'))
        events = f"{look_up_name('played')}+{look_up_name('unknown')}"
        shown = {"player": look_up_name("person"), "total": look_up_name("sum"), "events": events}
        for name, text in shown.items():
            yield Column(name, name.capitalize(), Formula(f'IF([at]=0,"",{text})'))
        for k in self.numbers:
            heading = f"=Points!{letter(k + 1)}${TOP}"
            yield Column(f"event {k}", heading, Formula(f'IF([at]=0,"",{look_up_name(f"points {k}")})'))
            yield Column(
                f"dropped {k}", f"Dropped {k}", Formula(f"IF([at]=0,0,{look_up_name(f'dropped {k}')})")
            )

    @property
    def _needed(self) -> str:
        """The columns of Events without which the points of an event are unknown."""
        least = ["boards"] if self.circuit.least_boards else []
        return join([*map(str.capitalize, dict.fromkeys([*self.circuit.needs, *least])), "First"], "or")

    @property
    def status(self) -> str:
        """A formula for sentences that count the rows at which the director must still look."""
        player, event, who = (self.column("Results", name) for name in ("player", "no", "who"))
        parts = (
            (f"COUNTIF({self.column('Events', 'unknown')},2)", f" of Events with a blank {self._needed}. "),
            (f'SUMPRODUCT(({self.column("Names", "to do")}<>"")*1)-1', " to look at on Names. "),
            (f'SUMPRODUCT(({player}<>"")*({event}=0))', " of Results with an event that is not on Events. "),
            (f'SUMPRODUCT(({who}="?")*1)', " of Results with a name that is not on Names. "),
        )
        said = (f'IF({count}>0,{count}&IF({count}=1," row"," rows")&"{text}","")' for count, text in parts)
        return f"TRIM({'&'.join(said)})"


def _write_circuit_inputs(book: Workbook, plan: SeasonPlan) -> None:
    """Write the circuit and its options above the table Events, and add drop-downs to the columns Grade
    and Counts. Mark the rows of Names at which the director must still look."""
    events, circuit = book["Events"], plan.circuit
    for row, (name, value) in enumerate({CIRCUIT: circuit.key, OPTIONS: circuit.options_text}.items(), 2):
        style.write_cell(events, row, 1, name.replace("_", " "), style.BOLD)
        style.write_cell(events, row, 2, value or None)
        style.define(book, name, f"Events!$B${row}")
    style.define(book, ROSTER, f"Names!$A${TOP + 1}:$A${TOP + plan.names}")
    last = TOP + plan.events
    if circuit.grades:
        cells = f"G{TOP + 1}:G{last}"
        style.choice(events, cells, f'"{",".join(circuit.grades)}"', "Grade", "How the event counts.")
    style.choice(events, f"I{TOP + 1}:I{last}", f'"{YES},{NO}"', COUNTS, f"{YES} or {NO}.")
    look = style.doubt_when(f"LEN($D{TOP + 1})>0")
    style.show(book["Names"], f"A{TOP + 1}:D{TOP + plan.names}", look)


def _points(sheet: Worksheet, made: _Season) -> None:
    """Write the points for each place in each event."""
    there = made.placed["Events"]
    events = PlacedColumns(there.letters, there.last, "Events", TOP)
    others = number_in_formula(made.circuit.points(Num(Formula("[place]")), CELLS))
    style.header(sheet, TOP, ["Place"])
    for k in made.numbers:
        row, name = TOP + k, events.cell("event", TOP + k)
        counted, full = (events.cell(one, row) for one in ("counted", "full"))
        above = {INDEX: k, COUNTED: f"={counted}", FULL: f"={full}", BY_RULE: f"={counted}-{full}"}
        for line, text in above.items():
            style.write_cell(sheet, line, k + 1, text, style.SMALL)
        right = Alignment(horizontal="right", wrap_text=True)
        style.write_cell(
            sheet, TOP, k + 1, f'=IF({name}="","",{name})', style.HEAD_FONT, fill=style.HEAD, alignment=right
        )
        for place in range(1, made.plan.places + 1):
            here = f"$A{TOP + place}"
            text = events.formula(Formula(others.replace("[place]", here)), row)
            first = events.cell("first", row)
            worth = f'IF({first}="","",IF({here}=1,{first},{text}))'
            cell = style.write_cell(
                sheet, TOP + place, k + 1, f"=IF({here}>{events.cell('n', row)},0,{worth})"
            )
            cell.number_format = "0.00;-0.00;"
    for place in range(1, made.plan.places + 1):
        style.write_cell(sheet, TOP + place, 1, place)
    style.fold(sheet, rows=(INDEX, COUNTED, FULL, BY_RULE))
    sheet.freeze_panes = f"B{TOP + 1}"


def _guide(sheet: Worksheet, circuit: Circuit) -> None:
    full = f"; in full beside it: {', '.join(circuit.in_full)}" if circuit.in_full else ""
    rule = (("The rule", circuit.help), ("A total", circuit.rule.name + full), ("Source", circuit.source))
    lines = (*GUIDE, *rule, *(("How it is read", one) for one in circuit.unsettled))
    for row, (name, text) in enumerate(lines, 3):
        cell = style.write_cell(sheet, row, 1, name, style.BOLD, alignment=Alignment(vertical="top"))
        if name in TABLES:
            style.link(cell, f"'{name}'!A1")
        style.write_cell(sheet, row, 2, text, alignment=Alignment(wrap_text=True, vertical="top"))
        sheet.row_dimensions[row].height = 3 + 15 * style.lines(len(text), 110)
