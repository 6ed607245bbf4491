"""DIP_WORTH as the LAMBDA of a defined name: DIP_SCORE of the workbook scores each exchange of a centre."""

from collections.abc import Iterable, Mapping, Sequence

from xl_dipscore.rules.system import System
from xl_dipscore.tables.native.compiled import run_rule
from xl_dipscore.tables.native.lambdas import SEVEN, as_file, function, let_formula, with_blanks
from xl_dipscore.tables.native.names import (
    BOARD,
    OF_POWER,
    ends_alike,
    numbers_of_options,
    read_options,
    rule_formula,
)
from xl_dipscore.tables.native.notation import LambdaText, Stored

_HEADS = '{"Power","Centres","Draw","Eliminated","Year","Docked","Civil disorder","New player"}'
"""The headings of the cells of a board, in the order of TYPED."""
_WORTH = """
@given,{GIVEN},
@scores,DIP_SCORE(@system,{WHOLE}),
@upright,COLUMNS(@scores)=1,
@two,LAMBDA(@x,@y,IF(@upright,HSTACK(@x,@y),IF(COLUMNS(@x)=1,VSTACK(TRANSPOSE(@x),TRANSPOSE(@y)),VSTACK(@x,@y)))),
@count,ROWS(@scores)*COLUMNS(@scores),
@errors,LAMBDA(@x,SUM(IFERROR(IF(@x="",0,0),1))),
@bad,@errors(@scores),
@solos,LAMBDA(@board,@chart,{SOLOS}),
@ended,LAMBDA(@board,@chart,LET(@marks,SUM({MARK}),@alone,SUM({ACTIVE}),
  IF(@solos(@board,@chart)>0,1,IF(@marks=1,2,IF(@marks>1,0,IF(@alone=1,2,0)))))),
@of_board,LAMBDA(@cells,@chart,@m,LET(
  @now,IF(@upright,@scores,TRANSPOSE(@scores)),
  @board,DIP_FACTS(@cells,@chart),
  @owned,{OWNED},
  @ended_in,MAX({LAST_YEAR}),
  @no,{1;2;3;4;5;6;7},
  @columns,SEQUENCE(1,COLUMNS(@chart)),
  @told,MAP(@columns,LAMBDA(@one,IF(SUM(--(CHOOSECOLS(@chart,@one)<>""))>0,1,0))),
  @last,MAX(@columns*@told),
  @heads,HSTACK({HEADS},1900+@columns),
  @pair,LAMBDA(@taker,@giver,LET(
    @moved,@owned+(@no=@taker)-(@no=@giver),
    @fell,(@no=@giver)*(@moved=0),
    @cells_then,HSTACK(CHOOSECOLS(@cells,1),@moved,IF(@fell=1,"",CHOOSECOLS(@cells,3)),
      IF(@fell=1,IF(@ended_in=0,"",@ended_in),CHOOSECOLS(@cells,4)),DROP(@cells,,4)),
    @chart_then,IF((@columns=@last)*{SEVEN}=1,IF(@columns>0,@moved),@chart),
    @board_then,DIP_FACTS(@cells_then,@chart_then),
    @conceded,IF(SUM(CHOOSECOLS(@board_then,{MARK_AT}))=1,@ended(@board_then,@chart_then)=2,FALSE),
    @then,DIP_SCORE(@system,,,,,@given,@heads,HSTACK(@cells_then,@chart_then)),
    @lost,@errors(@then),
    @change,LAMBDA(@k,LET(@x,MAX(CHOOSEROWS(@then,@k))-MAX(CHOOSEROWS(@now,@k)),IF(ISERROR(@x),"?",@x))),
    IF(@conceded,{"";""},IF(@lost<7,VSTACK(@change(@taker),@change(@giver)),
      IF(ISNA(SUM(@then)),{"?";"?"},{"";""}))))),
  @all,LAMBDA(@taker,REDUCE({"";""},@no,LAMBDA(@sofar,@giver,
    IF(OR(@giver=@taker,MAX(CHOOSEROWS(@owned,@giver))=0),@sofar,HSTACK(@sofar,@pair(@taker,@giver)))))),
  @at,LAMBDA(@gains,@losses,@loss,@sign,LET(
    @those,IF(@losses="",0,IF(ABS(@losses-@loss)<0.000000001,1,0)),
    IF(SUM(@those*(@gains="?"))>0,"?",@sign*MIN(IF(@those=1,@sign*@gains,1E+300))))),
  @worth,LAMBDA(@pairs,LET(@gains,CHOOSEROWS(@pairs,1),@losses,IF(CHOOSEROWS(@pairs,2)="","",CHOOSEROWS(@pairs,2)),
    IF(SUM(--(@losses="?"))>0,{"?","?"},IF(SUM(--(@losses<>""))=0,{"",""},LET(
      @lost,IF(@losses="","",-@losses),
      HSTACK(@at(@gains,@lost,MIN(IF(@lost="",1E+300,@lost)),1),
        @at(@gains,@lost,MAX(IF(@lost="",-1E+300,@lost)),-1))))))),
  @each,LAMBDA(@taker,IF(MAX(CHOOSEROWS(@owned,@taker))=0,{"",""},@worth(@all(@taker)))),
  @blank,{"","";"","";"","";"","";"","";"","";"",""},
  IF(@ended(@board,@chart)>0,@blank,REDUCE(@each(1),{2;3;4;5;6;7},LAMBDA(@above,@taker,VSTACK(@above,@each(@taker))))))),
IF(@count<>7,LET(@x,IF(SEQUENCE(1,MAX(ROWS(@scores),COLUMNS(@scores)))>0,{WRONG}),@two(@x,@x)),
  IF(@bad=7,@two(@scores,@scores),IF(SUM(--(IFERROR(@scores,0)<>""))=0,@two(@scores,@scores),
  LET(@found,DIP_BOARDS({WHOLE},{0,0},0,@of_board,2),@shown,IF(@found="?",NA(),@found),
    IF(@upright,@shown,TRANSPOSE(@shown))))))
"""


def worth_name(scored: Iterable[System], options: Mapping[str, Mapping[str, object]]) -> Stored:
    """DIP_WORTH for these systems. It calls DIP_SCORE, a name that the workbook must have.

    options: the options of systems, by the key of the system.
    """
    columns = {name: f"CHOOSECOLS(@board,{n})" for n, name in enumerate(OF_POWER, 1)}
    text = _WORTH.replace("{SOLOS}", _solos(scored, options, columns["solo"]))
    whole = with_blanks(BOARD).replace(with_blanks(["options"]), "@given")
    text = text.replace("{GIVEN}", with_blanks(["options"])).replace("{WHOLE}", whole)
    text = text.replace("{HEADS}", _HEADS).replace("{SEVEN}", SEVEN).replace("{WRONG}", "#VALUE!")
    text = text.replace("{MARK_AT}", str(1 + OF_POWER.index("mark")))
    for name in ("mark", "active", "owned", "last_year"):
        text = text.replace(f"{{{name.upper()}}}", columns[name])
    return as_file(function(["system", *(f"?{one}" for one in BOARD)], LambdaText(f"LET({text})")))


def _solos(scored: Iterable[System], options: Mapping[str, Mapping[str, object]], usual: str) -> str:
    """A formula for the number of soloists on `board`. Systems with their own victory compute it."""
    text = f"SUM({usual})"
    for system in scored:
        numbers, tokens = numbers_of_options(system, options.get(system.key, {}))
        rule = run_rule(system, options.get(system.key, {}), tokens)
        if not ends_alike(rule):
            made = rule_formula(system, rule, _bare(tokens), "solos")
            own = let_formula([*read_options(numbers, made)], made)
            text = f'IF(UPPER(TRIM(@system))="{system.key}",{own},{text})'
    return text


def _bare(tokens: Mapping[str, Sequence[str]]) -> list[str]:
    return [one[1:-1] for row in tokens.values() for one in row]
