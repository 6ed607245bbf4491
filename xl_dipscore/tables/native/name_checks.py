"""DIP_CHECK as the LAMBDA of a defined name: the sentences of Check for whole boards."""

import re
from collections.abc import Mapping, Sequence

from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.native.columns import Column
from xl_dipscore.tables.native.compiled import MISSING, NOBODY, find_needed_columns, run_rule
from xl_dipscore.tables.native.facts import (
    CHART_SUM,
    board_faults,
    board_misfits,
    cell_faults,
    ending_formula,
    facts,
    first_sentence,
    nest_conditions,
    row_faults,
)
from xl_dipscore.tables.native.lambdas import (
    BoardFormula,
    Shape,
    as_file,
    function,
    let_formula,
    variable,
    with_blanks,
)
from xl_dipscore.tables.native.names import BOARD, CHART, CHART_ODD, CHART_OVER, OF_POWER, TYPED, TYPED_PARTS
from xl_dipscore.tables.native.notation import Formula, LambdaText, Stored

OPTIONS = "An option is unknown to this system, out of range, or other than the names were made for."
ENDED = "This system does not score a game with this ending."
_LACKS = {"year": "[last_year]=0", "chart": 'SUM(--([chart:]<>""))=0', "eliminated": "SUM([dead_unknown:])>0"}


def says_name() -> Stored:
    """DIP_SAYS(cells, chart, draws, needs): the first fault of a board, or OK and how the game ended.

    draws: as in DIP_ENDED. needs: first letters of needed facts in MISSING; "" if there is a score.
    """
    typed = (*TYPED, "chart")
    shapes: dict[str, Shape] = {**dict.fromkeys(TYPED, "seven"), **dict.fromkeys(CHART, "rows")}
    lacks = [
        (Formula(f'AND(ISNUMBER(FIND("{word[0]}",[needs])),{_LACKS[word]})'), sentence)
        for word, (_, sentence) in MISSING.items()
    ]
    texts = {
        "misread": first_sentence(cell_faults(typed)),
        "wrong": f'IF([misread]<>"",[misread],{first_sentence(row_faults(typed))})',
        "dead_unknown": "IF(AND([owned]=0,[gone]=0),1,0)",
        "amiss": nest_conditions(
            [*board_misfits(typed, fewer=True), *board_faults(), (Formula(CHART_OVER), CHART_SUM), *lacks]
        ),
    }
    columns = [CHART_ODD, *(Column(name, "", Formula(text)) for name, text in texts.items())]
    parts: list[tuple[str, LambdaText]] = [*TYPED_PARTS, ("@board", LambdaText("DIP_FACTS(@cells,@chart)"))]
    parts += _of_board(columns, ("wrong", "amiss"), {**shapes, "needs": "one"})
    told = 'IF(@wrong="","",@power&": "&@wrong),LAMBDA(@sofar,@one,IF(@sofar="",@one,@sofar))'
    parts.append(("@told", LambdaText(f'REDUCE("",{told})')))
    result = 'IF(@told<>"",@told,IF(@amiss<>"",@amiss,"OK"&DIP_ENDED(@board,@draws)))'
    return as_file(function(["cells", "chart", "draws", "needs"], let_formula(parts, LambdaText(result))))


def ended_name() -> Stored:
    """DIP_ENDED(board, draws): how the game on a board ended.

    draws: 1 if games without marks are scored as draws, 0 if not; 2 if the system decides the end in its own
        way, and the result is only a full stop.
    """
    by_clock, by_draw = (ending_formula(Formula(""), draws=draws) for draws in (False, True))
    how = f'IF([draws]=2,".",": "&IF([draws]=1,{by_draw},{by_clock}))'
    *parts, (_, result) = _of_board([Column("ending", "", Formula(how))], ("ending",), {"draws": "one"})
    return as_file(function(["board", "draws"], let_formula(parts, result)))


def _of_board(
    columns: Sequence[Column], wanted: Sequence[str], shapes: Mapping[str, Shape]
) -> list[tuple[str, LambdaText]]:
    """Variables of a LET, with formulas, for the `wanted` columns and all columns that their formulas read.

    The formulas read the variable `board`. shapes: by token, the shape of each variable that exists.
    """
    usual = run_rule(find("SHARE"), {}, {})
    given: dict[str, Shape] = {**shapes, **dict.fromkeys(OF_POWER, "seven"), "last_year": "one"}
    own = {one.name for one in columns} | given.keys()
    others = [one for one in facts((*TYPED, "chart"), usual.solo, usual.group) if one.name not in own]
    kept = [*BoardFormula(given).parts(find_needed_columns([*others, *columns], wanted, ""))]
    read = ",".join(text for _, text in kept)
    parts: list[tuple[str, LambdaText]] = []
    for n, name in enumerate(OF_POWER, 1):
        text = f"CHOOSECOLS(@board,{n})"
        if re.search(rf"{variable(name)}\b", read):
            parts.append((variable(name), LambdaText(f"MAX({text})" if name == "last_year" else text)))
    return [*parts, *kept]


def check_name(scored: Sequence[System]) -> Stored:
    """DIP_CHECK for these systems. It calls KEY_SCORE, a name that the workbook must have for each system."""
    usual = run_rule(find("SHARE"), {}, {})
    draws, needs = [], []
    for system in scored:
        rule = run_rule(system, {}, {name: [f"[{name}_1]"] for name in system.meanwhile})
        own = (rule.solo, rule.group) != (usual.solo, usual.group)
        draws.append("2" if own else str(int(system.draws_unmarked)))
        house = "h" if any(sentence != NOBODY for _, sentence in rule.house) else ""
        needs.append(f'"{house}{"".join(word[0] for word in MISSING if word in rule.on.demands)}"')
    keys, whole = ",".join(f'"{system.key}"' for system in scored), with_blanks(BOARD)
    parts: list[tuple[str, LambdaText]] = [
        ("@score", LambdaText(f"CHOOSE(@n,{','.join(f'{system.key}_SCORE' for system in scored)})")),
        ("@scores", LambdaText(f"@score({whole})")),
        ("@draws", LambdaText(f"CHOOSE(@n,{','.join(draws)})")),
        ("@needs", LambdaText(f"CHOOSE(@n,{','.join(needs)})")),
    ]
    of_board: list[tuple[str, LambdaText]] = [
        ("@total", LambdaText("SUM(IF(ROWS(@scores)*COLUMNS(@scores)=7,@scores,CHOOSEROWS(@scores,@m)))")),
        ("@said", LambdaText('DIP_SAYS(@cells,@chart,@draws,IF(ISNA(@total),@needs,""))')),
    ]
    ended = f'IF(AND(NOT(ISNA(@total)),LEFT(@needs,1)="h"),"{ENDED}","{OPTIONS}")'
    sound = f'IF(LEFT(@said,2)<>"OK",@said,IF(ISERROR(@total),{ended},@said))'
    of_each = f"LAMBDA(@cells,@chart,@m,{let_formula(of_board, LambdaText(sound))})"
    checked = let_formula(parts, LambdaText(f"DIP_BOARDS({whole},{{0,0}},0,{of_each},TRUE)"))
    unknown = 'IF(ISERROR(@system),@system,"There is no system "&@system&" in this workbook.")'
    text = f"LET(@n,IFERROR(MATCH(UPPER(TRIM(@system)),{{{keys}}},0),0),IF(@n=0,{unknown},{checked}))"
    return as_file(function(["system", *(f"?{one}" for one in (*BOARD, "row"))], LambdaText(text)))


INSIDE_CHECK = {"DIP_SAYS": says_name, "DIP_ENDED": ended_name}
