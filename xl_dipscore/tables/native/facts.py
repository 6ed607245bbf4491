"""Columns with facts about the seat and the board of each row of Games. The formulas of all rules read them.

A fact has a value even if nonsense is typed; the column Check reports the nonsense.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from xl_dipscore.rules.board import CENTRES, FIRST_YEAR, LAST_YEAR, LETTERS, POWERS, STANDARD_VICTORY
from xl_dipscore.rules.event.days import DATES
from xl_dipscore.rules.event.typed import NO, YES
from xl_dipscore.tables.native.columns import TYPED, Column, clean_name, escape_wildcards, input_in_row
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL

SOUND = '[played]=1,[b]>0,[all_bad]=0,[amiss]=""'
"""Conditions, joined by commas: the row belongs to a board that has been played and has no faults."""
_POWERS = ",".join(f'"{power}"' for power in POWERS)
MARKS = {"draw": "mark", "civil_disorder": "idle", "new_player": "new", "unranked": "out"}
"""By typed column of marks: the column of the fact: 1 for yes, 0 for no, -1 for anything else."""
_FRACTIONS = 3
"""The largest number of fractions in a typed weight; `8/9*6/7` has two."""
_SIGNS = (("×", "*"), (" /", "/"), ("/ ", "/"), (" *", "*"), ("* ", "*"), (",", "."))
"""Signs that may be typed in a weight, each with the sign that replaces it."""


_Texts = tuple[str, str, Formula]


def facts(typed: Collection[str], solo: Formula, group: Formula) -> list[Column]:
    """The columns of facts. A fact that has no typed column is 0 or blank.

    typed: the words of typed columns. Without the word board, all rows are one board. Without the word power,
        the caller must add a column `seat`.
    solo: a formula: 1 if the seat wins outright by its centres, else 0. group: a formula: 1 for seats to
        which a game is adjudicated, else 0; "" if the system adjudicates none.
    """
    found = (*_of_the_row(typed), *_of_the_chart(typed), *_of_the_power(typed), *_of_the_end(solo, group))
    return [Column(*one) for one in found]


def _of_the_row(typed: Collection[str]) -> Iterator[_Texts]:
    if "board" in typed:
        named = escape_wildcards('TRIM([round])&"/"&TRIM([board])')
        yield "key", "board's name", _safe(f'IF(OR([round]="",[board]=""),"",{named})', '""')
        yield "b", "board", Formula('IF([key]="",0,IFERROR(MATCH([key],[key:],0),0))')
        yield "turn", "round", Formula(_turn())
        if "at" in typed:
            yield "gaps", "all rows without formulas, in the first row", _gaps()
            yield "lacking", "rows without formulas", Formula(_lacking())
    else:
        yield "b", "board", Formula("1")
    who = _safe(clean_name(_player(typed)), '""') if "player" in typed else Formula('""')
    yield "who", "player", who
    if "power" in typed:
        yield "seat", "seat", Formula(seat_of("[power]"))
        if "board" in typed:
            yield "place", "board and seat", Formula("10*[b]+[seat]")
    if "weight" in typed:
        yield from _weight()
    yield "given", "typed", Formula(_given_formula("chart" in typed))
    yield "all_given", "typed, all", Formula("SUMIF([b:],[b],[given:])")
    yield "played", "played", Formula("IF([b]=0,[given],IF([all_given]>0,1,0))")


def _of_the_chart(typed: Collection[str]) -> Iterator[_Texts]:
    if "chart" not in typed:
        yield "chart", "no chart", Formula('""')
        return
    yield "chart_year", "chart's year", Formula(f"IF(COUNT([chart])=0,0,{FIRST_YEAR - 1}+COUNT([chart]))")
    yield "chart_last", "chart's last", Formula("IF(COUNT([chart])=0,0,SUM(INDEX([chart],1,COUNT([chart]))))")
    yield "chart_odd", "chart's odd counts", Formula(_chart_odd(typed))


def _of_the_power(typed: Collection[str]) -> Iterator[_Texts]:
    chart = "chart" in typed
    gone = _year("[eliminated]") if "eliminated" in typed else "0"
    if chart:
        dead = f'IF(COUNTIF([chart],0)>0,{FIRST_YEAR}+COUNTIF([chart],">0"),0)'
        gone = f"IF({gone}>0,{gone},{dead})" if gone != "0" else dead
    last = "[chart_year]" if chart else "0"
    yield "owned", "owned", Formula(f"IF(ISNUMBER([centres]),[centres],{'[chart_last]' if chart else '0'})")
    yield "own_year", "year typed", Formula(_year("[year]") if "year" in typed else "0")
    yield "years", "years typed", Formula('COUNTIFS([b:],[b],[own_year:],">0")')
    yield "last_year", "last year", Formula(f"IF([years]=0,{last},SUMIF([b:],[b],[own_year:])/[years])")
    yield "gone", "eliminated", Formula(gone)
    less = "MAX(0,[owned]-IF(ISNUMBER([docked]),[docked],0))"
    yield "counts", "centres scored", Formula(less if "docked" in typed else "[owned]")
    yield "alive", "alive", Formula("IF([owned]>0,1,0)")
    for word, name in MARKS.items():
        yield name, word.replace("_", " "), Formula(mark_formula(f"[{word}]") if word in typed else "0")
    yield "active", "still played", Formula("[alive]*(1-[idle])")


def _of_the_end(solo: Formula, group: Formula) -> Iterator[_Texts]:
    yield "solo", "solo", solo
    yield "solos", "solos", _all("solo")
    yield "marks", "marks", _all("mark")
    yield "played_on", "powers still played", _all("active")
    yield (
        "conceded",
        "conceded",
        Formula("IF(OR([solos]=1,[marks]>1),0,IF([marks]=1,1,IF([played_on]=1,1,0)))"),
    )
    yield "won", "won", _winner_formula(group)
    yield "winners", "winners", _all("won")
    yield "drew", "drew", Formula(f"IF([winners]=1,0,IF([marks]>0,[mark],{group or '[active]'}))")
    yield "draw_size", "draw's size", _all("drew")
    others = "[drew]" if group else "IF([marks]>0,[drew],[alive])"
    said = f"IF([winners]=1,[won],{others})"
    yield "said_bit", "named by Check, at its place", Formula(f"{said}*2^([seat]-1)")
    yield "all_said", "all named by Check", _all("said_bit")


def _player(typed: Collection[str]) -> str:
    return input_in_row("player") if "at" in typed else "[player]"


def _all(name: str) -> Formula:
    """A formula for a column's sum over the board, in the same text as in rules: see `compiled.SHARED`."""
    return Formula(f"SUMIF([b:],[b],[{name}:])")


def _winner_formula(group: Formula) -> Formula:
    alone = "IF([conceded]=1,[active],0)"
    otherwise = (
        f"IF([conceded]=1,[active],IF(SUMIF([b:],[b],{group[:-1]}:])=1,{group},0))" if group else alone
    )
    return Formula(f"IF([solos]=1,[solo],IF([marks]=1,[mark],IF([marks]>1,0,{otherwise})))")


def _lacking() -> str:
    """A formula for the number of rows that have the round and board of this row, but lack formulas."""
    same = "*".join(f"([{TYPED}{word}:]={input_in_row(word)})" for word in ("round", "board"))
    return _safe(f'IF([b]=0,0,IF(SUM([gaps:])=0,0,SUMPRODUCT({same}*([at:]=""))))')


def _gaps() -> Formula:
    """A formula, in the first row with formulas, for the number of all rows with a round that lack them."""
    return Formula(f'IF([at]=MIN([at:]),SUMPRODUCT(([{TYPED}round:]<>"")*([at:]="")),0)')


def _turn() -> str:
    whole = "AND([round]>=1,[round]<=9999,[round]=INT([round]))"
    final = _safe(f'IF(UPPER(TRIM([round]))="FINAL",{FINAL},0)')
    return f"IF(ISNUMBER([round]),IF({whole},[round],0),{final})"


def seat_of(cell: str) -> str:
    """A formula for the number, 1 to 7, of the power named in a cell; 0 for any other text."""
    word = f"UPPER(TRIM({cell}))"
    letter = f"LEFT({word},1)"
    named = f'UPPER(CHOOSE(FIND({letter},"{LETTERS}"),{_POWERS}))'
    known = f'OR({word}={letter},{word}={named},{word}="AUSTRIA-HUNGARY")'
    return _safe(f'IF({cell}="",0,IF({known},FIND({letter},"{LETTERS}"),0))')


def _weight() -> list[_Texts]:
    """Columns that read a row's weight. The column `weighs` has a number, even for a text such as `8/9*6/7`.

    This column has "?" for an invalid weight, "day" for a date. To find the signs in a text, digits
    are removed. The parts between signs are read as whole numbers, because decimal signs vary by country.
    """
    said = "TRIM([weight])"
    for old, new in _SIGNS:
        said = f'SUBSTITUTE({said},"{old}","{new}")'
    signs = "[weight_said]"
    for digit in range(10):
        signs = f'SUBSTITUTE({signs},"{digit}","")'
    sign, parts = "[weight_signs]", 'SUBSTITUTE([weight_said],"*","/")'
    product = ""
    for n in range(2 * _FRACTIONS):
        part = f'(0+TRIM(MID(SUBSTITUTE({parts},"/",REPT(" ",99)),{99 * n + 1},99)))'
        both = f'IF(MID({sign},{n},1)="/",1/{part},{part})'
        product += f"*IF(LEN({sign})<{n},1,{both})" if n else part
    decimal = '(0+SUBSTITUTE([weight_said],".",""))/10^(LEN([weight_said])-FIND(".",[weight_said]))'
    no_product = (
        f'SUBSTITUTE(SUBSTITUTE({sign},"/",""),"*","")<>""',
        f'ISNUMBER(FIND("//",{sign}))',
        f'ISNUMBER(FIND("//","/"&{parts}&"/"))',
        f"LEN({sign})>{2 * _FRACTIONS - 1}",
    )
    text = f'IF(AND({sign}=".",LEN([weight_said])>1),{decimal},IF(OR({",".join(no_product)}),"?",{product}))'
    read = _safe(text, '"?"')
    day = "AND([weight_read]>={},[weight_read]<={},[weight_read]=INT([weight_read]))".format(*DATES)
    sound = f'IF([weight_read]<0,"?",IF({day},"day",[weight_read]))'
    return [
        ("weight_said", "weight, as text", _safe(f'IF(ISNUMBER([weight]),"",{said})', '"?"')),
        ("weight_signs", "weight, its signs", Formula(signs)),
        (
            "weight_read",
            "weight, as read",
            Formula(f'IF(ISNUMBER([weight]),[weight],IF([weight_said]="","",{read}))'),
        ),
        ("weighs", "weighs", Formula(f"IF(ISNUMBER([weight_read]),{sound},[weight_read])")),
    ]


def _given_formula(chart: bool) -> str:
    nothing = 'AND([centres]="",COUNT([chart])=0)' if chart else 'TRIM([centres])=""'
    return _safe(f"IF({nothing},0,1)", "1")


def _safe(text: str, otherwise: str = "0") -> Formula:
    """The formula, with the value `otherwise` if it is an error: a typed cell may contain an error."""
    return Formula(f"IFERROR({text},{otherwise})")


def _year(cell: str) -> str:
    """A formula for the typed game year, where 1900 is added to a number below 100; 0 without a number."""
    return f"IF(ISNUMBER({cell}),IF(AND({cell}>0,{cell}<100),1900+{cell},{cell}),0)"


def mark_formula(cell: str) -> str:
    """A formula: 1 for a mark that means yes, 0 for no (also for a blank), -1 for anything else."""
    yes, no = (",".join(f'TRIM({cell})="{word}"' for word in words) for words in (YES, NO))
    # 1=1 and 1=0 are used because TRUE and FALSE have other names in programs of other languages.
    return f"IF(OR({cell}=(1=1),{yes}),1,IF(OR({cell}=(1=0),{no}),0,-1))"


IMPOSSIBLE = 'FIND("?","")'
"""A formula for the error #VALUE!, in LibreOffice too, where VALUE("?") is Err:502.

A program may take the text #VALUE! for the name of a sheet.
"""
OUT_OF_RANGE = "(-1)^0.5"
"""A formula for the error #NUM!, in LibreOffice too, where SQRT(-1) is #VALUE!."""
COUNT = f"A count is a whole number from 0 to {CENTRES}."
MARK = "Type x for yes, or leave the cell blank."
YEAR = f"A game year is {FIRST_YEAR} or later."
NO_ROUND = "A round is a whole number from 1 to 9999, or Final."
NO_COUNT = "No centres typed yet; type 0 for a power without any."
DOCKED = f"Docked is a whole number from 0 to {CENTRES}."
WEIGHT = "A weight is 0 or more, or a fraction such as 2/3."
A_DATE = "A spreadsheet made a date of this weight: format the cell as text, then type it again."
CHART_GAP = "A year of the centre chart is missing."
CHART_SUM = f"A year of the chart adds up to more than {CENTRES}."

Found = list[tuple[Formula, str]]
"""Conditions in order, each with a sentence or its Formula. Only the first true condition's is shown."""


def cell_faults(typed: Collection[str]) -> Found:
    """Conditions under which a cell of the row cannot be read, with sentences."""
    blank = _safe('TRIM([centres])=""', "1=0")
    blank = Formula(f"AND({blank},COUNT([chart])=0)" if "chart" in typed else blank)
    listed: Found = [
        (Formula('[key]=""'), "Type the round and the board."),
        (Formula("[b]=0"), "The name of the round or the board is too long."),
        (Formula("[turn]=0"), NO_ROUND),
    ]
    twice = "COUNTIFS([b:],[b],[seat:],[seat])"
    twice = "COUNTIF([place:],[place])" if {"board", "power"} <= {*typed} else twice
    found: Found = [
        *(listed if "board" in typed else []),
        (Formula("[seat]=0"), "Which power is this?"),
        (Formula(f"{twice}>1"), "There are two rows of this power."),
        (blank, NO_COUNT),
        (Formula(_no_number("[centres]")), COUNT),
        (Formula(_no_count("[owned]")), COUNT),
    ]
    found += [(Formula(f"[{name}]<0"), MARK) for word, name in MARKS.items() if word in typed]
    found += [(_no_year(f"[{word}]"), YEAR) for word in ("year", "eliminated") if word in typed]
    if "docked" in typed:
        found += [(Formula(_no_number("[docked]")), DOCKED), (Formula(_no_count("SUM([docked])")), DOCKED)]
    numbers = {"override": "Override", "tiebreak": "Tiebreak", "extra_points": "Extra points"}
    found += [(_no_number(f"[{w}]"), f"{name} is a number.") for w, name in numbers.items() if w in typed]
    if "player" in typed:
        found.append((Formula(f"ISERROR({_player(typed)})"), "The player's cell holds an error."))
    if "weight" in typed:
        found += [(Formula('[weighs]="?"'), WEIGHT), (Formula('[weighs]="day"'), A_DATE)]
    return found


_WEIGHED = 'COUNTIFS([b:],[b],[weighs:],">=0")'
BOARD_WEIGHT = f"IF({_WEIGHED}=0,1,SUMIF([b:],[b],[weighs:])/MAX(1,{_WEIGHED}))"
"""A formula for a board's weight: the mean of the weights typed in its rows; 1 if no weight is typed."""
_OTHER_WEIGHT = Formula(f"AND(ISNUMBER([weighs]),ABS(SUM([weighs])-{BOARD_WEIGHT})>0.00000001)")
WEIGHTS = "The weights of this board differ."


def row_faults(typed: Collection[str]) -> Found:
    """Conditions under which readable cells of the row contradict each other or the board, with sentences."""
    nobody = f'IF([mark]=1,COUNTIFS([b:],[b],[owned:],">={STANDARD_VICTORY.centres}")=0,1=0)'
    return [
        *([(Formula("[lacking]>0"), "A row of this board lacks its formulas.")] if "at" in typed else []),
        *(_chart_faults() if "chart" in typed else []),
        *([(_OTHER_WEIGHT, WEIGHTS)] if "weight" in typed else []),
        (Formula("AND([own_year]>0,[own_year]<>[last_year])"), "The years of this board differ."),
        (Formula(f"AND([owned]=0,{nobody})"), "Marked in the draw, but without a centre."),
        (Formula("AND([gone]>0,[owned]>0)"), "It has centres and also a year of elimination."),
        (Formula("AND([gone]>[last_year],[last_year]>0)"), "Eliminated after the last game year."),
    ]


def _chart_odd(typed: Collection[str]) -> str:
    """A formula: 0 if each count of the chart is a whole number, blank or a lookup's empty text; else 1."""
    counts = [f"INDEX([chart],1,{n})" for n in range(1, 1 + sum(word.isdecimal() for word in typed))]
    if "at" not in typed:
        counts = [f'IF({one}="",0,{one})' for one in counts]
    odd = ",".join(f"ISLOGICAL({one}),{one}<>INT({one})" for one in counts)
    return _safe(f"IF(OR({odd}),1,0)", "1")


def _chart_faults() -> Found:
    charted = "COUNT([chart])>0"
    died = f'{FIRST_YEAR}+COUNTIF([chart],">0")'
    pairs = 'COUNTIFS([chart_before],">=0",[chart_after],">=0")'
    return [
        (Formula(f'COUNTIF([chart],"<0")+COUNTIF([chart],">{CENTRES}")>0'), COUNT),
        (Formula("[chart_odd]=1"), COUNT),
        (Formula(f"{pairs}<>MAX(0,COUNT([chart])-1)"), CHART_GAP),
        (Formula(f"AND({charted},NOT(ISNUMBER(INDEX([chart],1,1))))"), CHART_GAP),
        (Formula("SUMIF([b:],[b],[chart_year:])<>[chart_year]*COUNTIF([b:],[b])"), CHART_GAP),
        (
            Formula('COUNTIFS([chart_before],0,[chart_after],">0")>0'),
            "It has centres after a year without any.",
        ),
        (
            Formula(f"AND(ISNUMBER([centres]),{charted},[centres]<>[chart_last])"),
            "The centre chart ends differently.",
        ),
        (
            Formula(f"AND([own_year]>0,{charted},[own_year]<>[chart_year])"),
            "The centre chart ends in another year.",
        ),
        (
            Formula(f"AND(COUNTIF([chart],0)>0,[gone]<>{died})"),
            "The centre chart says eliminated in another year.",
        ),
    ]


def first_sentence(found: Found) -> Formula:
    """A formula for the sentence of the first condition that is true or an error, or else for empty text."""
    return nest_conditions((Formula(f"IFERROR({condition},1=1)"), sentence) for condition, sentence in found)


def _no_count(number: str) -> Formula:
    return Formula(f"OR({number}<>INT({number}),{number}<0,{number}>{CENTRES})")


def _no_number(cell: str) -> Formula:
    """A condition: a text, TRUE or FALSE is typed instead of a number. Some programs use TRUE as a number."""
    return Formula(f'OR(ISLOGICAL({cell}),AND(NOT(ISNUMBER({cell})),TRIM({cell})<>""))')


def _no_year(cell: str) -> Formula:
    known = f"AND({cell}>0,{cell}<100),AND({cell}>={FIRST_YEAR},{cell}<={LAST_YEAR})"
    odd = f"AND({cell}<>0,OR({cell}<>INT({cell}),NOT(OR({known}))))"
    return Formula(f"IF({_no_number(cell)},1=1,IF(ISNUMBER({cell}),{odd},1=0))")


def board_misfits(typed: Collection[str], *, fewer: bool, years: Sequence[str] = ()) -> Found:
    """Conditions under which rows fit no board, whatever is still to be typed, with sentences.

    fewer: may the board have fewer than seven rows? years: the tokens of a chart's years.
    """
    rows, owned = "COUNTIF([b:],[b])", "SUMIF([b:],[b],[owned:])"
    unseated = 'COUNTIFS([turn:],0,[seat:],">0")+COUNTIFS([b:],0,[seat:],">0")>0'
    unseated = unseated if "board" in typed else "1=0"
    short = f"OR({rows}>7,AND({rows}<7,{unseated}))" if fewer else f"{rows}<>7"
    so_many = f'"This board has "&{rows}&IF({rows}=1," row"," rows")&", not 7."'
    too_many = f'"The centres add up to "&{owned}&", but a board has {CENTRES}."'
    found: Found = [
        (Formula(short), Formula(so_many)),
        (Formula(f"{owned}>{CENTRES}"), Formula(too_many)),
    ]
    if years:
        sums = ",".join(f"SUMIF([b:],[b],[{year}:])" for year in years)
        found.append((Formula(f"MAX({sums})>{CENTRES}"), CHART_SUM))
    return found


def board_faults() -> Found:
    """Conditions under which a board with all its counts is wrong, with sentences."""
    return [(Formula("SUMIF([b:],[b],[owned:])=0"), "No power has a centre.")]


def safe_house(house: Iterable[tuple[Formula, str]]) -> Found:
    """A system's own conditions, with sentences; a condition that is an error is not true."""
    return [(Formula(f"IFERROR({test},1=0)"), says) for test, says in house]


def nest_conditions(found: Iterable[tuple[Formula, str]]) -> Formula:
    """A formula for the sentence of the first condition that is true, or else for empty text."""
    here = '""'
    for condition, sentence in reversed(list(found)):
        said = sentence if isinstance(sentence, Formula) else f'"{sentence}"'
        here = f"IF({condition},{said},{here})"
    return Formula(here)


def ending_formula(group: Formula, *, draws: bool) -> Formula:
    """A formula for how the game ended, in the words of `Board.ending_in_words`.

    group: as in `facts`. draws: is a game without marks in Draw scored as a draw?
    """
    powers = "&".join(
        f'IF(MOD(INT([all_said]/{2**seat}),2)=1,", {power}","")' for seat, power in enumerate(POWERS)
    )
    powers = f"MID({powers},2,99)"  # without the comma before the first power
    has, owned = "SUMIFS([owned:],[b:],[b],[won:],1)", "SUMIF([b:],[b],[owned:])"
    clock, every = '"stopped by the clock, ', '"all "&[draw_size]&" survivors,"'
    won = f'IF([solos]=1,"solo",IF([conceded]=1,"conceded to",{clock}adjudicated a win for"))'
    by_rule = f'{clock}adjudicated "&IF([draw_size]=0,"no draw","a "&[draw_size]&"-way draw")'
    whose = f'IF([draw_size]<{_all("alive")},"the "&[draw_size]&" survivors still played,",{every})'
    scored = f'"stopped by the clock: scored as a draw of "&{whose}'
    stopped = scored if draws else f'{clock}survivors"'
    stopped = by_rule if group else stopped
    drawn = f'IF([marks]>1,[draw_size]&"-way draw",{stopped})'
    how = f'IF([winners]=1,{won},{drawn})&{powers}&IF([winners]=1," with "&{has}&" centres","")'
    unowned = f'". Note: "&{owned}&" centres, "&IF({owned}={CENTRES - 1},"one",{CENTRES}-{owned})&" unowned"'
    return Formula(f'{how}&IF([last_year]>0,", "&[last_year],"")&IF({owned}<{CENTRES},{unowned},"")&"."')
