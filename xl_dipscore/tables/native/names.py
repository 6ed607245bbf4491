"""Make LAMBDAs for the defined names of a workbook: our worksheet functions, from the rules of the systems.

Some names are called by other names. DIP_BOARDS reads the cells of a call, and returns the answers of a rule
in the shape of these cells. DIP_FACTS computes the facts of one board: a row for each power, a column for
each name in OF_POWER. DIP_OPTION reads the numbers of an option. DIP_ROUNDS adds up weighted scores.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import CENTRES, POWERS
from xl_dipscore.rules.system import ANY_SYSTEM, EachCount, Option, System, find, option_as_typed
from xl_dipscore.tables.native.columns import Column, clean
from xl_dipscore.tables.native.compiled import (
    NOBODY,
    RuleInCells,
    find_needed_columns,
    missing_facts,
    run_rule,
)
from xl_dipscore.tables.native.facts import (
    NO_COUNT,
    board_faults,
    board_misfits,
    cell_faults,
    facts,
    mark_formula,
    row_faults,
)
from xl_dipscore.tables.native.lambdas import (
    SEVEN,
    BoardFormula,
    Shape,
    as_file,
    function,
    let_formula,
    variable,
    with_blanks,
)
from xl_dipscore.tables.native.name_totals import rounds_name
from xl_dipscore.tables.native.notation import Formula, LambdaText, Stored
from xl_dipscore.tables.native.single import NoSingleFormula

LONGEST, LONGEST_COMMENT = 8_192, 255
"""The longest formula and the longest comment of a name that Excel accepts, in characters."""
BOARD = ("centres", "draw", "eliminated", "year", "options", "headings", "facts")
"""The parameters of a function that scores or checks boards; each is optional."""
TYPED = ("power", "centres", "draw", "eliminated", "year", "docked", "civil_disorder", "new_player")
"""The columns of the array `cells`, which DIP_BOARDS passes to DIP_FACTS: the cells of one board."""
OF_POWER = (
    "seat", "owned", "counts", "alive", "gone", "mark", "idle", "active", "new", "solo", "won", "drew",
    "last_year", "error",
)  # fmt: skip
"""The columns that DIP_FACTS returns to a rule. `error` is 2 for #VALUE! and 1 for #N/A, else 0."""
_NUMBERS = {"docked": 'IF(@cells="",0,@cells)'}
"""Formulas for columns in which a blank is read as 0."""
TYPED_PARTS: tuple[tuple[str, LambdaText], ...] = (
    *(
        (f"@{one}", LambdaText(f"CHOOSECOLS({_NUMBERS.get(one, '@cells')},{n})"))
        for n, one in enumerate(TYPED, 1)
    ),
    ("@chart_before", LambdaText("DROP(@chart,,-1)")),
    ("@chart_after", LambdaText("DROP(@chart,,1)")),
)
"""Variables of a LET: columns of `cells`, the chart without its last year, the chart without its first."""
_MARKS = {"mark": "draw", "idle": "civil_disorder", "new": "new_player"}
_USUAL = ("solo", "won", "drew")
"""Columns of DIP_FACTS; a system that reads the end in its own way computes them itself."""


def facts_name() -> Stored:
    shapes: dict[str, Shape] = {**dict.fromkeys(TYPED, "seven"), **dict.fromkeys(CHART, "rows")}
    shapes |= dict.fromkeys(CHART, "rows")
    typed = (*TYPED, "chart")
    usual = run_rule(find("SHARE"), {}, {})
    columns = [one for one in facts(typed, usual.solo, usual.group) if one.name not in ("chart_odd", *_MARKS)]
    columns.append(CHART_ODD)
    (missing,) = [test for test, sentence in cell_faults(typed) if sentence == NO_COUNT]
    unread = _any(test for test, sentence in cell_faults(typed) if sentence != NO_COUNT)
    wrong = _any(test for test, _ in row_faults(typed))
    misfit = [test for test, _ in board_misfits(typed, fewer=True) if "[owned:]" in test]
    columns += [
        Column("row_missing", "", Formula(f"IF(IFERROR({missing},1=1),1,0)")),
        Column("row_wrong", "", Formula(f"IF(OR({unread},AND([row_missing]=0,{wrong})),1,0)")),
        Column("misfit", "", Formula(f"OR({','.join([*misfit, CHART_OVER])})")),
        Column("board_wrong", "", Formula(f"OR({','.join(test for test, _ in board_faults())})")),
        Column(
            "error",
            "",
            Formula(
                "IF(OR(SUMIF([b:],[b],[row_wrong:])>0,[misfit]),2,"
                "IF(SUMIF([b:],[b],[row_missing:])>0,1,IF([board_wrong],2,0)))"
            ),
        ),
    ]
    sign = f"LAMBDA(@x,MAP(@x,LAMBDA(@typed_mark,{mark_formula('@typed_mark')})))"
    marks = {name: LambdaText(f"@mark_in(@{word})") for name, word in _MARKS.items()}
    kept = find_needed_columns(columns, OF_POWER, "")
    formula = BoardFormula({**shapes, **dict.fromkeys(marks, "seven")})
    parts = [
        *TYPED_PARTS,
        ("@mark_in", LambdaText(sign)),
        *((f"@{name}", text) for name, text in marks.items()),
        *formula.parts(kept),
    ]
    result = LambdaText(f"HSTACK({','.join(map(formula.seven, OF_POWER))})")
    return as_file(function(["cells", "chart"], let_formula(parts, result)))


def _any(tests: Iterable[str]) -> str:
    """A condition: at least one of these conditions is true or an error."""
    return f"IFERROR(OR({','.join(tests)}),1=1)"


CHART = ("chart", "chart_before", "chart_after")
CHART_ODD = Column(
    "chart_odd", "", Formula('IF(SUM(--IF([chart]="",1=0,IFERROR(INT([chart])<>[chart],1=1)))>0,1,0)')
)
CHART_OVER = Formula(
    f"IFERROR(MAX(MMULT(TRANSPOSE({SEVEN}),IF(ISNUMBER([chart:]),[chart:],0)))>{CENTRES},1=0)"
)
"""A condition: the counts of a year of the chart add up to more than CENTRES."""

_BOARDS = """
@blank,{"";"";"";"";"";"";""},
@errors,LAMBDA(@x,SUM(IFERROR(IF(@x="",0,0),1))),
@is_left_out,LAMBDA(@x,IF(ROWS(@x)*COLUMNS(@x)>1,FALSE,IF(@errors(@x)>0,FALSE,OR(TRIM(@x)="",TRIM(@x)="0")))),
@word,LAMBDA(@x,LOWER(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM(@x)," ",""),"_",""),"-",""))),
@on_side,OR(ROWS(@headings)>1,AND(COLUMNS(@headings)=1,ROWS(@facts)=1,COLUMNS(@facts)>1)),
@names,IF(@is_left_out(@headings),"",HSTACK(@word(IF(@on_side,TRANSPOSE(@headings),@headings)),"")),
@below,IF(@on_side,TRANSPOSE(@facts),@facts),
@options_named,IF(@is_left_out(@options),"",VSTACK(@word(CHOOSECOLS(@options,1)),"")),
@options_said,IF(@is_left_out(@options),"",LET(@x,CHOOSECOLS(@options,MIN(2,COLUMNS(@options))),
  VSTACK(IF(@x="","",@x),""))),
@place,LAMBDA(@one,@list,IFERROR(MATCH(@one,@list,0),0)),
@facts_named,IF(@is_left_out(@options),"",MAP(@options_named,LAMBDA(@n,
  IF(@place(@n,CHOOSECOLS(@known,1))>0,"",@n)))),
@any_place,LAMBDA(@words,@list,MAX(MAP(@words,LAMBDA(@one,@place(@one,@list))))),
@row_of,LAMBDA(@m,MAKEARRAY(7,1,LAMBDA(@k,@l,IF(@k<COLUMNS(@options),INDEX(@options,@m,@k+1),"")))),
@typed,LAMBDA(@one,LET(@n,@place(@one,@names),@m,@place(@one,@facts_named),
  IF(@n>0,CHOOSECOLS(@below,@n),IF(@m>0,@row_of(@m),@blank)))),
@listed,LAMBDA(@words,LET(@n,@any_place(@words,@names),IF(@n>0,CHOOSECOLS(@below,@n),@blank))),
@years_in,LAMBDA(@x,MAX(IFERROR((--@x>1900)*(--@x<2000)*(@x-1900),0))),
@as_read,LAMBDA(@x,LET(@t,CLEANED,IF(@t="","",IF((@t="-")+(@t="–")>0,0,IF((@x=TRUE)+(@x=FALSE)>0,@x,IFERROR(IF((--@t)&""=@t,--@t,@t),@t)))))),
@years,MAX(@years_in(@names),@years_in(@facts_named)),
@chart,@as_read(IF(@years=0,HSTACK(@blank,@blank),REDUCE(HSTACK(@blank,@blank),SEQUENCE(MAX(1,@years),1,@years,-1),
  LAMBDA(@sofar,@n,HSTACK(@typed((1900+@n)&""),@sofar))))),
@in_rows,@any_place({"power","country"},@names)>0,
@differ,LAMBDA(@w,LET(@n,@place(@w,@names),IF(@n=0,0,LET(@x,TRIM(CHOOSECOLS(@below,@n)),@y,TRANSPOSE(@x),
  SUM((@x<>"")*(@y<>"")*(@x<>@y)))))),
@upright,OR(@in_rows,AND(ROWS(@centres)=7,COLUMNS(@centres)=1)),
@boards,IF(@upright,1,ROWS(@centres)),
@fits,LAMBDA(@x,OR(@is_left_out(@x),AND(ROWS(@x)=ROWS(@centres),COLUMNS(@x)=COLUMNS(@centres)),
  AND(ROWS(@x)*COLUMNS(@x)=1,@errors(@x)=1))),
@size,ROWS(@year)*COLUMNS(@year),
@dated,OR(@size=1,AND(@size=@boards,OR(ROWS(@year)=1,COLUMNS(@year)=1)),AND(@boards=1,@size=7)),
@alone,AND(@is_left_out(@centres),@is_left_out(@draw),@is_left_out(@eliminated),@is_left_out(@year)),
@facts_said,@years+@any_place({FACTS},@names)+@any_place({FACTS},@facts_named),
@shaped,IF(@in_rows,AND(@alone,ROWS(@below)=7,@differ("round")+@differ("board")=0),AND(OR(@upright,COLUMNS(@centres)=7),@fits(@draw),
  @fits(@eliminated),@dated,OR(@boards=1,@facts_said=0))),
@unread,IF(OR(@checks,@is_left_out(@options)),0,MAX(MAP(@options_named,@options_said,LAMBDA(@n,@v,LET(
  @s,IF(ISLOGICAL(@v),IF(@v,"yes","no"),@word(@v)),@words,(CHOOSECOLS(@known,2)="")+(CHOOSECOLS(@known,2)=@s),
  IF(OR(@n="",@s="",@n="rows"),0,IF(@place(@n,CHOOSECOLS(@known,1))>0,
  IF(SUM((CHOOSECOLS(@known,1)=@n)*@words)>0,0,1),
  IF(@years_in(@n)+@any_place({FACTS},@n)+(@n="powers")>0,0,2)))))))),
@whole,IF(@errors(@options)>0,SUM(@options),IF(@errors(@headings)>0,SUM(@headings),
  IF(AND(ROWS(@centres)*COLUMNS(@centres)=1,@errors(@centres)=1),SUM(@centres),
  IF(NOT(@shaped),#VALUE!,IF(@unread=2,#VALUE!,IF(ISERROR(@numbers),@numbers,IF(@unread=1,NA(),0))))))),
@side,LAMBDA(@x,@n,IF(ROWS(@x)*COLUMNS(@x)=1,IF(@is_left_out(@x),@blank,IF({SEVEN}=1,@x)),
  IF(@upright,@x,TRANSPOSE(CHOOSEROWS(@x,@n))))),
@ended,LAMBDA(@n,IF(@size=1,IF({SEVEN}=1,@year),IF(@boards=1,TOCOL(@year),IF({SEVEN}=1,CHOOSEROWS(TOCOL(@year),@n))))),
@powers,IF(@place("powers",@facts_named)>0,@typed("powers"),{POWERS}),
@cells_of,LAMBDA(@n,@as_read(HSTACK(IF(@in_rows,@listed({"power","country"}),@powers),
  IF(@in_rows,@listed({"centres","centers","scs","supplycentres","supplycenters"}),@side(@centres,@n)),
  IF(@in_rows,@listed({"draw"}),@side(@draw,@n)),IF(@in_rows,@listed({"eliminated"}),@side(@eliminated,@n)),
  IF(@in_rows,@listed({"year"}),@ended(@n)),@typed("docked"),@typed("civildisorder"),@typed("newplayer")))),
@answer,LAMBDA(@n,LET(@cells,@cells_of(@n),IF(@errors(@cells)>0,SUM(@cells),IF(@errors(@chart)>0,SUM(@chart),
  IF(SUM(--(CHOOSECOLS(@cells,2)<>""))+SUM(--(@chart<>""))=0,"",
  IF(@checks,@rule(@cells,@chart,@n),LET(@board,DIP_FACTS(@cells,@chart),@error_,MAX(CHOOSECOLS(@board,{ERROR})),
  IF(@error_=2,#VALUE!,IF(@error_=1,NA(),@rule(@board,@chart)))))))))),
@upright_answer,LAMBDA(@n,IF({SEVEN}=1,@answer(@n))),
"""
SHAPE = "These cells are not boards of seven powers, one board in each row or one in a column."
_FACTS = '{"docked","civildisorder","newplayer"}'


def boards_name() -> Stored:
    """DIP_BOARDS: the answers of the LAMBDA `rule` to each board of a call, in the shape of the centres.

    If the argument `checks` is TRUE, `rule` reads the cells of each board, and returns a sentence, for faulty
    boards too. If it is 2, `rule` reads the cells of one board, and returns a table.
    """
    text = _BOARDS.replace("{SEVEN}", SEVEN).replace("{ERROR}", str(1 + OF_POWER.index("error")))
    text = text.replace("{POWERS}", "{" + ";".join(f'"{power}"' for power in POWERS) + "}")
    text = text.replace("CLEANED", clean("@x")).replace("{FACTS}", _FACTS)
    several = (
        "REDUCE(TRANSPOSE(@upright_answer(1)),SEQUENCE(MAX(1,@boards-1),1,2),"
        "LAMBDA(@above,@n,VSTACK(@above,TRANSPOSE(@upright_answer(@n)))))"
    )
    one = "IF(IF(@in_rows,@on_side,NOT(@upright)),TRANSPOSE(@upright_answer(1)),@upright_answer(1))"
    size = "IF(@in_rows,IF(@on_side,{0},{1}),{2})"
    rows = size.format("1", "ROWS(@facts)", "ROWS(@centres)")
    columns = size.format("COLUMNS(@facts)", "1", "COLUMNS(@centres)")
    refused = f"MAKEARRAY({rows},{columns},LAMBDA(@k,@l,@whole))"
    result = f"IF(ISERROR(@whole),{refused},IF(@boards=1,{one},{several}))"
    each = "IF(@checks=2,@answer(1),MAP(SEQUENCE(@boards),@answer))"
    checked = f'IF(@shaped,IF(ISERROR(@whole),@whole,{each}),"{SHAPE}")'
    result = f"IF(@checks,{checked},{result})"
    return as_file(
        function([*BOARD, "known", "numbers", "rule", "checks"], LambdaText(f"LET({text}{result})"))
    )


_OPTION = """
@words,TRIM(CHOOSECOLS(@options,1)),
@named,VSTACK(LOWER(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(@words," ",""),"_",""),"-","")),""),
@row,IFERROR(MATCH(@name,@named,0),0),
@said,IF(@row=0,0,SUM(--(TRIM(CHOOSEROWS(@options,@row))<>""))-1),
MAP(@usual,SEQUENCE(1,COLUMNS(@usual)),LAMBDA(@one,@l,IF(@said<1,@one,IF(@said<>COLUMNS(@usual),NA(),
  LET(@typed,INDEX(@options,@row,@l+1),IF(ISERROR(@typed),@typed,IF(NOT(ISNUMBER(@typed)),#NUM!,
  IF(OR(AND(@kind="amount",@typed<0),AND(@kind="whole",OR(@typed<0,@typed>9999,@typed<>INT(@typed)))),
  #NUM!,@typed))))))))
"""


def option_name() -> Stored:
    """DIP_OPTION: an option's numbers in a block of options, or the usual numbers if the block has none."""
    return as_file(function(["options", "name", "usual", "kind"], LambdaText(f"LET({_OPTION})")))


def score_name(system: System, options: Mapping[str, object]) -> Stored:
    """KEY_SCORE, where KEY is a system's key: the scores of boards.

    options: words are fixed in the formula, numbers are defaults. If the rule tests whether a number is 0, a
        call cannot replace 0 by another number, or another number by 0.
    Raises NoSingleFormula, NoForm and Faults.
    """
    settings = system.settings(options)
    numbers, cells = numbers_of_options(system, options)
    made = rule_formula(
        system, run_rule(system, options, cells), [one[1:-1] for row in cells.values() for one in row]
    )
    words = {one: "" if numbers[one] else option_as_typed(settings[one.parameter]) for one in system.options}
    words |= dict.fromkeys(ANY_SYSTEM, "none") | dict.fromkeys(system.event_options, "")
    known = ";".join(f'"{_word(one.name)}","{_word(word)}"' for one, word in words.items())
    read = read_options(numbers, made)
    read_whole = {one: _whole(one, usual) for one, usual in numbers.items() if usual}
    told = {one: f'IF({text}="",0,{text})' for one, text in read_whole.items() if '""' in numbers[one]}
    whole = ",".join({**read_whole, **told}.values())
    arguments = with_blanks(BOARD).replace(with_blanks(["options"]), "@given")
    call = f"DIP_BOARDS({arguments},{{{known}}},SUM({whole or 0}),LAMBDA(@board,@chart,{made}),FALSE)"
    text = let_formula([("@given", LambdaText(with_blanks(["options"]))), *read], LambdaText(call))
    formula = as_file(function([f"?{one}" for one in BOARD], text))
    if len(formula) > LONGEST:
        raise NoSingleFormula(system=system.key, why=f"would take {len(formula):,} characters")
    return formula


def numbers_of_options(
    system: System, options: Mapping[str, object]
) -> tuple[dict[Option, list[str]], dict[str, list[str]]]:
    """The usual numbers of each option ([] for one in words), and by parameter the tokens of numbers."""
    settings = system.settings(options)
    numbers = {one: _numbers(system, one, settings[one.parameter]) for one in system.options}
    tokens = {
        one.parameter: [f"[{_token(one, n)}]" for n in range(len(usual))]
        for one, usual in numbers.items()
        if usual
    }
    return numbers, tokens


def read_options(numbers: Mapping[Option, Sequence[str]], made: str) -> list[tuple[str, LambdaText]]:
    """Variables of a LET that read the numbers of options, for the formula `made`."""
    return [part for one, usual in numbers.items() if usual for part in _read_option(one, usual, made)]


def _read_option(option: Option, usual: Sequence[str], made: str) -> Iterator[tuple[str, LambdaText]]:
    whole = _whole(option, usual)
    read = f'DIP_OPTION(@given,"{_word(option.name)}",{{{",".join(usual)}}},"{option.kind}")'
    if whole == f"@{_token(option, 0)}":
        yield whole, LambdaText(f"MAX({read})")
        return
    yield whole, LambdaText(read)
    for n in range(len(usual)):
        if re.search(rf"{variable(_token(option, n))}\b", made):
            one = f"CHOOSECOLS({whole},{n + 1})"
            text = f'IF(SUM(--({one}<>""))=0,"",MAX({one}))' if '""' in usual else f"MAX({one})"
            yield f"@{_token(option, n)}", LambdaText(text)


def _whole(option: Option, usual: Sequence[str]) -> str:
    alone = len(usual) == 1 and '""' not in usual
    return f"@{_token(option, 0)}" if alone else f"@{option.parameter}_"


def _numbers(system: System, option: Option, value: object) -> list[str]:
    """The numbers of an option's value as text, `""` for an unknown number; [] for an option in words."""
    if value is None and option.parameter in system.meanwhile:
        return ['""']
    values = value if isinstance(value, tuple) else (value,)
    if any(isinstance(one, bool) or not isinstance(one, int | Fraction) for one in values):
        return []
    return [repr(float(one)) if isinstance(one, Fraction) else str(one) for one in values]


def _token(option: Option, n: int) -> str:
    return f"{option.parameter}_{n + 1}"


def _word(text: str) -> str:
    """The word in small letters, without spaces, _ and -, as DIP_BOARDS compares words."""
    return re.sub(r"[\s_-]", "", text).lower()


def ends_alike(rule: RuleInCells) -> bool:
    """Does the system read the end of a game as most systems do?"""
    usual = run_rule(find("SHARE"), {}, {})
    return (rule.solo, rule.group) == (usual.solo, usual.group)


def rule_formula(
    system: System, rule: RuleInCells, options: Sequence[str], wanted: str = "score"
) -> LambdaText:
    """A LET for each power's score, or an error. It reads `board`, the result of DIP_FACTS, and `chart`.

    wanted: another column to return.
    """
    endings = facts(("centres", "chart"), rule.solo, rule.group)
    names = [one.name for one in endings]
    columns = [*endings[names.index("solo") :], *rule.columns(bare=True)]
    given: dict[str, Shape] = {**dict.fromkeys(OF_POWER, "seven"), **dict.fromkeys(options, "one")}
    given |= {"last_year": "one", "chart": "rows"}
    for name in () if ends_alike(rule) else _USUAL:
        del given[name]
    columns = [one for one in columns if one.name not in given]
    score = "+".join(f"[{name}]" for name, part in rule.lines.items() if part.adds) or "0"
    for name in rule.told:
        score = f'IF([won]*([{name}_1]="")=1,NA(),{score})'
    missing = [test for test, _ in missing_facts(rule.on, "year", "chart", "eliminated")]
    missing += [test for test, sentence in rule.house if sentence == NOBODY]
    # The rule may have other lines if 0 replaces another number, or if another number replaces 0.
    missing += [Formula(f"{cell}{'=' if other else '<>'}0") for cell, other in rule.on.assumed.items()]
    wrong = [test for test, sentence in rule.house if sentence != NOBODY]
    for name, tests, error in (("lacking", missing, "NA()"), ("refused", wrong, "#VALUE!")):
        if tests:
            found = f"IF(OR({','.join(f'IFERROR({test},1=0)' for test in tests)}),1,0)"
            together = Formula(f"SUMIF([b:],[b],[{name}:])")
            columns += [Column(name, "", Formula(found)), Column(f"all_{name}", "", together)]
            score = f"IF([all_{name}]>0,{error},{score})"
    columns.append(Column("score", "", Formula(score)))
    formula = BoardFormula(given)
    parts = [
        *formula.parts(
            _replace_untold_number(one, rule) for one in find_needed_columns(columns, [wanted], "")
        )
    ]
    *parts, (_, result) = parts
    read = ",".join([result, *(text for _, text in parts)])
    board = {name: f"CHOOSECOLS(@board,{n})" for n, name in enumerate(OF_POWER, 1)}
    board["last_year"] = f"MAX({board['last_year']})"
    facts_read = [
        (variable(name), LambdaText(text))
        for name, text in board.items()
        if name in given and re.search(rf"{re.escape(variable(name))}\b", read)
    ]
    return let_formula([*facts_read, *parts], result)


def _replace_untold_number(column: Column, rule: RuleInCells) -> Column:
    """The column with 0 in place of blank numbers that are known only from the whole event."""
    text = column.text
    for name in rule.told:
        text = Formula(text.replace(f"SUM([{name}_1])", f'IF([{name}_1]="",0,[{name}_1])'))
    return Column(column.name, "", text)


_RANK = """
@given,IF(ISOMITTED(@tiebreaks),"",@tiebreaks),
@broken,IF(ROWS(@given)*COLUMNS(@given)>1,TRUE,IF(SUM(IFERROR(IF(@given="",0,0),1))>0,TRUE,
  NOT(OR(TRIM(@given)="",TRIM(@given)="0")))),
@number,LAMBDA(@x,IF(TRIM(@x)="","",IF((@x=TRUE)+(@x=FALSE)>0,#VALUE!,--@x))),
@low,LAMBDA(@x,IFERROR(IF(@x="",-1E+300,@x),-1E+300)),
@key_of,LAMBDA(@x,LET(@n,@low(@x),@last,MAP(@n,LAMBDA(@one,IF(SUM((@n<@one)*(@n>=@one-0.000000001))=0,1,0))),
  MAP(@n,LAMBDA(@one,SUM(@last*(@n>@one)))))),
@worth,@number(@totals),
@order,LAMBDA(@keys,MAP(@keys,LAMBDA(@one,SUM(--(@keys<@one))))),
@breaks,@number(IF(@broken,@given,0)),
@fits,OR(NOT(@broken),AND(COLUMNS(@totals)=1,ROWS(@given)=ROWS(@totals))),
@blanks,@low(@worth)=-1E+300,
@places,IF(AND(@broken,@fits),REDUCE(@order(@key_of(@worth)),SEQUENCE(COLUMNS(@breaks)),LAMBDA(@sofar,@n,
  @order(@sofar*(ROWS(@totals)+1)+@key_of(IF(@blanks,"",CHOOSECOLS(@breaks,@n)))))),@order(@key_of(@worth))),
@wrong,IF(@broken,IF(@fits,MMULT(IFERROR(IF(@breaks="",0,0),1),TRANSPOSE(CHOOSEROWS(IFERROR(IF(@breaks="",0,0),0),1)+1)),0),0),
IF(@fits,IF(@worth="","",IF(@wrong>0,#VALUE!,1+@places)),IF(@worth="",#VALUE!,#VALUE!))
"""


def rank_name() -> Stored:
    """DIP_RANK: the rank of each total. Totals that differ by at most 0.000000001 are level."""
    return as_file(function(["totals", "?tiebreaks"], LambdaText(f"LET({_RANK})")))


def each_count_name(system: System, declared: EachCount) -> Stored:
    """A function of a single number of centres, as a table of its values for 0 to 34."""
    numbers, error = [], "NA()"
    for count in range(CENTRES + 1):
        try:
            number = declared.number(count)
        except Faults as beyond:
            error = beyond.cell
            break
        numbers.append(f"{number.numerator}/{number.denominator}")
    table = f"CHOOSE(@n+1,{','.join(numbers)})"
    known = f"IF(@n<0,#VALUE!,IF(@n<>INT(@n),#VALUE!,IF(@n<{len(numbers)},{table},{error})))"
    counts = 'IF(TRIM(@centres)="",0,IF((@centres=TRUE)+(@centres=FALSE)>0,#VALUE!,--@centres))'
    return as_file(function(["centres"], LambdaText(f"LET(@n,{counts},{known})")))


def any_score_name(keys: Sequence[str]) -> Stored:
    """DIP_SCORE for the systems with these keys. It calls KEY_SCORE, a name that the workbook must have."""
    listed = "{" + ",".join(f'"{key}"' for key in keys) + "}"
    scores = ",".join(f"{key}_SCORE" for key in keys)
    parameters = ["system", *(f"?{one}" for one in BOARD)]
    whole = with_blanks(BOARD)
    text = (
        f"LET(@key,UPPER(TRIM(@system)),@n,IFERROR(MATCH(@key,{listed},0),0),"
        f"IF(@n=0,IF(ISERROR(@key),@key,NA()),LET(@score,CHOOSE(@n,{scores}),@score({whole}))))"
    )
    return as_file(function(parameters, LambdaText(text)))


def constant_name(parameters: Sequence[str], text: str) -> Stored:
    """A function that returns this text and ignores its arguments."""
    quoted = text.replace('"', '""')
    return as_file(function([f"?{one}" for one in parameters], LambdaText(f'"{quoted}"')))


INSIDE = {
    "DIP_BOARDS": boards_name,
    "DIP_FACTS": facts_name,
    "DIP_OPTION": option_name,
    "DIP_ROUNDS": rounds_name,
}
"""Names that other names call, with the functions that make them. A name is before names that it calls."""
