"""Make LAMBDAs for the defined names of a workbook: our worksheet functions, from the rules of the systems.

Some names are called by other names. DIP_BOARDS reads the cells of a call, and returns the answers of a rule
in the shape of these cells. DIP_FACTS computes the facts of one board: a row for each power, a column for
each name in OF_POWER. DIP_OPTION reads the numbers of an option. DIP_ROUNDS adds up weighted scores.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

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
_TYPED_FACTS = (*TYPED, "chart")
_MARKS = {"mark": "draw", "idle": "civil_disorder", "new": "new_player"}
_USUAL = ("solo", "won", "drew")
"""Columns of DIP_FACTS; a system that reads the end in its own way computes them itself."""


def facts_name() -> Stored:
    """DIP_FACTS: the facts of a board, a row for each power and a column for each name in OF_POWER."""
    shapes: dict[str, Shape] = {**dict.fromkeys(TYPED, "seven"), **dict.fromkeys(CHART, "rows")}
    usual = run_rule(find("SHARE"), {}, {})
    known_facts = facts(_TYPED_FACTS, usual.solo, usual.group)
    columns = [column for column in known_facts if column.name not in ("chart_odd", *_MARKS)]
    columns += [CHART_ODD, *_error_columns()]
    read_mark = f"LAMBDA(@x,MAP(@x,LAMBDA(@typed_mark,{mark_formula('@typed_mark')})))"
    marks = {name: LambdaText(f"@mark_in(@{word})") for name, word in _MARKS.items()}
    formula = BoardFormula({**shapes, **dict.fromkeys(marks, "seven")})
    variables = [
        *TYPED_PARTS,
        ("@mark_in", LambdaText(read_mark)),
        *((f"@{name}", text) for name, text in marks.items()),
        *formula.parts(find_needed_columns(columns, OF_POWER, "")),
    ]
    result = LambdaText(f"HSTACK({','.join(map(formula.seven, OF_POWER))})")
    return as_file(function(["cells", "chart"], let_formula(variables, result)))


def _error_columns() -> list[Column]:
    """The columns `error` and those that it needs."""
    tests = cell_faults(_TYPED_FACTS)
    (missing,) = [test for test, sentence in tests if sentence == NO_COUNT]
    unread = _any(test for test, sentence in tests if sentence != NO_COUNT)
    wrong = _any(test for test, _ in row_faults(_TYPED_FACTS))
    misfits = [test for test, _ in board_misfits(_TYPED_FACTS, fewer=True) if "[owned:]" in test]
    board_tests = ",".join(test for test, _ in board_faults())
    any_wrong_row, any_missing_row = "SUMIF([b:],[b],[row_wrong:])>0", "SUMIF([b:],[b],[row_missing:])>0"
    without_value = f"IF({any_missing_row},1,IF([board_wrong],2,0))"
    formulas = {
        "row_missing": f"IF(IFERROR({missing},1=1),1,0)",
        "row_wrong": f"IF(OR({unread},AND([row_missing]=0,{wrong})),1,0)",
        "misfit": f"OR({','.join([*misfits, CHART_OVER])})",
        "board_wrong": f"OR({board_tests})",
        "error": f"IF(OR({any_wrong_row},[misfit]),2,{without_value})",
    }
    return [Column(name, "", Formula(text)) for name, text in formulas.items()]


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
    numbers, tokens = numbers_of_options(system, options)
    rule = run_rule(system, options, tokens)
    names = [token[1:-1] for tokens_of_option in tokens.values() for token in tokens_of_option]
    scores = rule_formula(system, rule, names)
    known_options = _known_options(system, options, numbers)
    arguments = with_blanks(BOARD).replace(with_blanks(["options"]), "@given")
    score = f"LAMBDA(@board,@chart,{scores})"
    call = f"DIP_BOARDS({arguments},{{{known_options}}},SUM({_sum_of_options(numbers)}),{score},FALSE)"
    given = ("@given", LambdaText(with_blanks(["options"])))
    text = let_formula([given, *read_options(numbers, scores)], LambdaText(call))
    formula = as_file(function([f"?{name}" for name in BOARD], text))
    if len(formula) > LONGEST:
        raise NoSingleFormula(system=system.key, why=f"would take {len(formula):,} characters")
    return formula


def _known_options(
    system: System, options: Mapping[str, object], numbers: Mapping[Option, Sequence[str]]
) -> str:
    """The rows of an array: the name of each option, and the only word that it may have, if it has one."""
    settings = system.settings(options)
    words: dict[Any, str] = {
        option: "" if numbers[option] else option_as_typed(settings[option.parameter])
        for option in system.options
    }
    words |= dict.fromkeys(ANY_SYSTEM, "none") | dict.fromkeys(system.event_options, "")
    return ";".join(f'"{_word(option.name)}","{_word(word)}"' for option, word in words.items())


def _sum_of_options(numbers: Mapping[Option, Sequence[str]]) -> str:
    """The variables with the numbers of all options: their sum is an error if one of them is."""
    variables = []
    for option, usual in numbers.items():
        if usual:
            name = _whole(option, usual)
            variables.append(f'IF({name}="",0,{name})' if '""' in usual else name)
    return ",".join(variables) or "0"


def numbers_of_options(
    system: System, options: Mapping[str, object]
) -> tuple[dict[Option, list[str]], dict[str, list[str]]]:
    """The usual numbers of each option ([] for one in words), and by parameter the tokens of numbers."""
    settings = system.settings(options)
    numbers = {option: _numbers(system, option, settings[option.parameter]) for option in system.options}
    tokens = {
        option.parameter: [f"[{_token(option, n)}]" for n in range(len(usual))]
        for option, usual in numbers.items()
        if usual
    }
    return numbers, tokens


def read_options(numbers: Mapping[Option, Sequence[str]], scores: str) -> list[tuple[str, LambdaText]]:
    """Variables of a LET that read the numbers of options, for the formula `scores`."""
    return [
        part for option, usual in numbers.items() if usual for part in _read_option(option, usual, scores)
    ]


def _read_option(option: Option, usual: Sequence[str], scores: str) -> Iterator[tuple[str, LambdaText]]:
    whole = _whole(option, usual)
    read = f'DIP_OPTION(@given,"{_word(option.name)}",{{{",".join(usual)}}},"{option.kind}")'
    if whole == f"@{_token(option, 0)}":
        yield whole, LambdaText(f"MAX({read})")
        return
    yield whole, LambdaText(read)
    for n in range(len(usual)):
        if re.search(rf"{variable(_token(option, n))}\b", scores):
            number = f"CHOOSECOLS({whole},{n + 1})"
            text = f'IF(SUM(--({number}<>""))=0,"",MAX({number}))' if '""' in usual else f"MAX({number})"
            yield f"@{_token(option, n)}", LambdaText(text)


def _whole(option: Option, usual: Sequence[str]) -> str:
    alone = len(usual) == 1 and '""' not in usual
    return f"@{_token(option, 0)}" if alone else f"@{option.parameter}_"


def _numbers(system: System, option: Option, value: object) -> list[str]:
    """The numbers of an option's value as text, `""` for an unknown number; [] for an option in words."""
    if value is None and option.parameter in system.meanwhile:
        return ['""']
    numbers = value if isinstance(value, tuple) else (value,)
    if any(isinstance(number, bool) or not isinstance(number, int | Fraction) for number in numbers):
        return []
    return [repr(float(number)) if isinstance(number, Fraction) else str(number) for number in numbers]


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
    given = _given_to_rule(rule, options)
    columns = [column for column in _columns_of_rule(rule) if column.name not in given]
    score = "+".join(f"[{name}]" for name, part in rule.lines.items() if part.adds) or "0"
    for name in rule.told:
        score = f'IF([won]*([{name}_1]="")=1,NA(),{score})'
    for name, error, tests in _reasons_for_errors(rule):
        if tests:
            found = f"IF(OR({','.join(f'IFERROR({test},1=0)' for test in tests)}),1,0)"
            together = Formula(f"SUMIF([b:],[b],[{name}:])")
            columns += [Column(name, "", Formula(found)), Column(f"all_{name}", "", together)]
            score = f"IF([all_{name}]>0,{error},{score})"
    columns.append(Column("score", "", Formula(score)))
    needed = find_needed_columns(columns, [wanted], "")
    *variables, (_, result) = BoardFormula(given).parts(
        _replace_untold_number(column, rule) for column in needed
    )
    text = ",".join([result, *(text for _, text in variables)])
    return let_formula([*_facts_read_in(text, given), *variables], result)


def _given_to_rule(rule: RuleInCells, options: Iterable[str]) -> dict[str, Shape]:
    """The shape of each variable that a rule need not compute."""
    given: dict[str, Shape] = {**dict.fromkeys(OF_POWER, "seven"), **dict.fromkeys(options, "one")}
    given |= {"last_year": "one", "chart": "rows"}
    for name in () if ends_alike(rule) else _USUAL:
        del given[name]
    return given


def _columns_of_rule(rule: RuleInCells) -> list[Column]:
    """The columns of a board from `solo` on, and those of the rule."""
    endings = facts(("centres", "chart"), rule.solo, rule.group)
    first = next(n for n, column in enumerate(endings) if column.name == "solo")
    return [*endings[first:], *rule.columns(bare=True)]


def _reasons_for_errors(rule: RuleInCells) -> Iterator[tuple[str, str, list[Formula]]]:
    """For missing facts and for refused boards: the name of a column, the error, and the conditions."""
    missing = [test for test, _ in missing_facts(rule.on, "year", "chart", "eliminated")]
    missing += [test for test, sentence in rule.house if sentence == NOBODY]
    # The rule may have other lines if 0 replaces another number, or if another number replaces 0.
    missing += [Formula(f"{cell}{'=' if other else '<>'}0") for cell, other in rule.on.assumed.items()]
    yield "lacking", "NA()", missing
    yield "refused", "#VALUE!", [test for test, sentence in rule.house if sentence != NOBODY]


def _facts_read_in(text: str, given: Collection[str]) -> Iterator[tuple[str, LambdaText]]:
    """Variables for the columns of DIP_FACTS that a formula reads."""
    for number, name in enumerate(OF_POWER, 1):
        if name in given and re.search(rf"{re.escape(variable(name))}\b", text):
            column = f"CHOOSECOLS(@board,{number})"
            yield variable(name), LambdaText(f"MAX({column})" if name == "last_year" else column)


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
