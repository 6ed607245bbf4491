"""Compile a scoring system to columns of formulas: run its rule on a BoardInCells instead of a Board."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import STANDARD_VICTORY
from xl_dipscore.rules.system import Option, System
from xl_dipscore.tables.native.board import BoardInCells
from xl_dipscore.tables.native.columns import Column
from xl_dipscore.tables.native.facts import (
    CHART_GAP,
    IMPOSSIBLE,
    NO_COUNT,
    SOUND,
    Found,
    board_faults,
    board_misfits,
    cell_faults,
    ending_formula,
    facts,
    first_sentence,
    nest_conditions,
    row_faults,
    safe_house,
)
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import NoFormInEvent
from xl_dipscore.tables.native.symbols import (
    OWNED,
    Branch,
    Num,
    OptionNum,
    RuleSheet,
    Seats,
    factor,
    join_conditions,
    largest_in,
    make_cell_points,
    number_in_formula,
    text_of_tree,
    trace_answers,
    use_rule_sheet,
)

FACTS = ("who", "turn", "b", "played", "ok", "points", "counts", "won", "drew", "seat")
"""Names of columns that every compiled system keeps, because the formulas of an event read them."""
ELSEWHERE = "Another row of this board is wrong."
NOBODY = "All survivors are in civil disorder, so nobody draws: mark the result."
IN_FIRST = "See this board's first row."
ERROR = f"IF([refused]=1,{IMPOSSIBLE},NA())"
"""A formula for the error of a board that was played and has no score."""
NO_FORMULA = Formula("")
APART = "The rows of this board do not stand together, one below the other."
NO_NUMBER = "The function of the system gives no number here: see Guide."
_APART = "COUNTIF(INDEX([b:],[b]):INDEX([b:],[b]+6),[b])<7"
SHARED: Mapping[Formula, str] = {
    Formula("SUMIF([b:],[b],[solo:])"): "solos",
    Formula("SUMIF([b:],[b],[mark:])"): "marks",
    Formula("SUMIF([b:],[b],[active:])"): "played_on",
    Formula("SUMIF([b:],[b],[won:])"): "winners",
    Formula("SUMIF([b:],[b],[drew:])"): "draw_size",
}
"""Formulas of sums over a board, each with the column of `facts` that contains the sum for the rules."""


@dataclass(frozen=True)
class Compiled:
    """The formulas of Score, Counts, Check and the columns right of Check. Tokens (`[name]`) mean columns."""

    columns: tuple[Column, ...]
    lines: tuple[str, ...]
    """The names of the columns that add up to the score."""
    score: Formula
    counts: Formula
    check: Formula
    asks: frozenset[str]
    """The facts that the rule needs besides the counts of centres, such as `year`."""
    assumed: Mapping[str, bool]
    """For cells of Setup: True if the formulas assume that the number is not 0, False if they assume 0."""
    all_columns: tuple[Column, ...]
    """`columns`, and facts that the rule does not read, but that amounts of tie-breaks may read."""

    def columns_for(self, read: Iterable[str]) -> tuple[Column, ...]:
        """`columns`, and the columns that the formulas `read` need."""
        kept = [one.name for one in self.columns]
        return find_needed_columns(self.all_columns, kept, "".join(read))


class _LineColumn(NamedTuple):
    label: str
    text: Formula
    adds: bool
    stands_for: tuple[str, ...]
    """The formulas of the lines that this column merges; each line is from a different branch of the rule."""


@dataclass(frozen=True)
class RuleInCells:
    on: RuleSheet
    solo: Formula
    """A formula: 1 if the seat wins outright by its centres, else 0."""
    group: Formula
    """A formula: 1 for seats to which a game is adjudicated, else 0; "" if the system adjudicates none."""
    lines: Mapping[str, _LineColumn]
    house: Found
    told: Mapping[str, Num]
    """Numbers that are known only from the whole event, such as the value of a solo, by parameter."""

    def columns(self, bare: bool) -> Iterator[Column]:
        named = {text: f"[{name}]" for name, part in self.lines.items() for text in part.stands_for}
        for name, here in _helpers(self.on, bare):
            yield Column(name, heading_of(name), _replace_line_marks(here, named))
        for name, one in self.lines.items():
            yield Column(name, one.label, _replace_line_marks(one.text, named))


def run_rule(
    system: System, options: Mapping[str, object], cells: Mapping[str, Sequence[str]]
) -> RuleInCells:
    """Run the system's rule on a BoardInCells. Raises NoForm and Faults, like `compile_system`."""
    settings, to = system.settings(options), system.accept(options).get("scale_to")
    if system.accept(options).get("round_systems"):
        raise NoFormInEvent(field="round systems", what="The option round systems", instead="")
    on = RuleSheet(helpers=dict(SHARED))
    values = {one.parameter: _in_cells(one, settings[one.parameter], cells) for one in system.options}
    told = {name: Num(Formula(f"SUM({cells[name][0]})")) for name in system.meanwhile if name in cells}
    values |= told
    with use_rule_sheet(on):
        read = trace_answers(lambda: _read_board(system, values))
        solo, group = text_of_tree(read, _solo), next(_groups(read), "")
        rule = trace_answers(lambda: _scale_points(system.rule(BoardInCells(), **values), to))
        refused = trace_answers(lambda: _first_house_fault(system, values))
    lines = {f"line{number}": part for number, part in enumerate(_flat(rule), 1)}
    return RuleInCells(on, solo, Formula(group), lines, [*_house(system, refused)], told)


def compile_system(
    system: System,
    options: Mapping[str, object],
    typed: Collection[str],
    cells: Mapping[str, Sequence[str]],
    *,
    bare: bool = False,
    score: Formula = NO_FORMULA,
) -> Compiled:
    """Compile the system with these options to columns.

    typed: the words of typed columns, such as `docked`; for a centre chart, `chart` and its years (`1901`).
    cells: references such as "Setup!$B$9", by three kinds of keys. The parameter of an option: the cells of
        its values. `made_for`: a cell that shows a sentence if Setup contradicts the formulas. `solo`, or
        another parameter in `System.meanwhile`: the cell of a number known only from the whole event.
    bare: compute each helper column on all boards, though it may have errors on boards that do not use it.
    score: a formula that replaces the lines of the rule. It needs the rows of a board one below the other.
    Raises NoForm if formulas cannot express the rule, and Faults for an unknown option.
    """
    rule = run_rule(system, options, cells)
    if score:
        line = _LineColumn("Score", Formula(f"IF([b]*[played]=0,0,{score})"), True, ())
        rule = replace(rule, lines={"line1": line})
    on, lines, told = rule.on, rule.lines, rule.told
    (made_for,) = cells.get("made_for", ("",))
    points = tuple([name for name, part in lines.items() if part.adds])
    years = sorted(word for word in typed if re.fullmatch(r"\d{4}", word))
    house = [*rule.house, *missing_facts(on, "year", "chart")]
    if score:
        house = [(Formula(_APART), APART), *house, (Formula("NOT(ISNUMBER([line1]))"), NO_NUMBER)]
    misfit = board_misfits(typed, fewer=system.fewer, years=years)
    columns = [
        *facts(typed, rule.solo, rule.group),
        *rule.columns(bare),
        Column("misread", "cannot be read", first_sentence(cell_faults(typed))),
        Column("wrong", "wrong in the row", _wrong(row_faults(typed), missing_facts(on, "eliminated"))),
        Column("misfit", "rows that fit no board", nest_conditions(misfit)),
        Column("amiss", "wrong on the board", _amiss([*board_faults(), *safe_house(house)])),
        *_error_columns(),
    ]
    known = [Formula(f"ISNUMBER({cells[name][0]})") for name in told]
    columns += _result_columns("override" in typed, known, made_for)
    # With a typed override, Counts is known at once, but Score only when the value of a solo is known.
    stands = f"AND([ok]=1,OR([won]=0,{','.join(known)}))" if known else "[ok]=1"
    error = f'IF({made_for}<>"",NA(),{ERROR})' if made_for else ERROR
    total = "+".join(f"[{name}]" for name in points) or "0"
    score = Formula(f'IF([played]=0,"",IF({stands},{total},{error}))')
    counts = Formula(f'IF([played]=0,"",IF([ok]=1,[points],{error}))')
    how = ending_formula(rule.group, draws=system.draws_unmarked)
    check = _check(system, how, "board" in typed, known, made_for)
    kept = find_needed_columns(columns, FACTS, score + counts + check)
    asks = frozenset(on.demands)
    return Compiled(kept, points, score, counts, check, asks, on.assumed, tuple(columns))


def _amiss(found: Found) -> Formula:
    return Formula(f'IF([misfit]<>"",[misfit],{nest_conditions(found)})')


_UNCOUNTED, _IMPOSSIBLE = 1000, 1_000_000
"""Numbers for a row without a count and for an impossible row. The sum over a board tells how many it has."""


def _error_columns() -> Iterator[Column]:
    """Columns for the error of a board without a score: `refused` is 1 for #VALUE!, and 0 for #N/A.

    As in `Faults.cell`: an impossible board is #VALUE!, even if a fact is missing too. A system refuses only
    boards of which all counts are known.
    """
    uncounted = f"OR({_is_text('wrong', NO_COUNT, CHART_GAP)})"
    lacking = f"IF({_is_text('wrong', MISSING['eliminated'][1])},1,{_IMPOSSIBLE})"
    bad = Formula(f'IF([wrong]="",0,IF({uncounted},{_UNCOUNTED},{lacking}))')
    yield Column("bad", f"wrong: {_UNCOUNTED} lacks a count, {_IMPOSSIBLE} impossible, 1 else", bad)
    yield Column("all_bad", "wrong, together", Formula("SUMIF([b:],[b],[bad:])"))
    unknown = _is_text("amiss", "", NOBODY, MISSING["year"][1], MISSING["chart"][1])
    against = f"AND(MOD([all_bad],{_IMPOSSIBLE})<{_UNCOUNTED},NOT(OR({unknown})))"
    refused = f'IF(OR([all_bad]>={_IMPOSSIBLE},[misfit]<>"",{against}),1,0)'
    yield Column("refused", "impossible board", Formula(refused))


def _is_text(name: str, *texts: str) -> str:
    return ",".join(f'[{name}]="{text}"' for text in texts)


def _result_columns(overrides: bool, known: Sequence[Formula], made_for: str) -> list[Column]:
    """The columns `ok` and `points`. known: conditions that the numbers in `RuleInCells.told` are known."""
    conditions = [SOUND]
    if made_for:
        conditions.append(f'{made_for}=""')
    if known:
        own = ["ISNUMBER([override])"] if overrides else []
        conditions.append(f"OR({','.join(['[won]=0', *own, *known])})")
    points = "IF(ISNUMBER([override]),[override],[score])" if overrides else "[score]"
    return [
        Column("ok", "scored", Formula(f"IF(AND({','.join(conditions)}),1,0)")),
        Column("points", "what counts", Formula(f"IF([ok]=1,{points},0)")),
    ]


def _check(system: System, how: Formula, listed: bool, known: Sequence[Formula], made_for: str) -> Formula:
    """The formula of the column Check: a sentence about a row; "" before a result is typed.

    how: a formula for the words on the end of the game. listed: may there be several boards? Then only the
        first row of a board has these words. known: as in `_result_columns`.
    """
    here = f'"OK: "&{how}'
    here = f'IF([b]=[row],{here},"OK")' if listed else here
    if known:
        here = f'IF([ok]=0,"{system.key} has no value for a solo yet.",{here})'
    # A sentence about the whole board is reliable only if no row of the board is wrong.
    amiss = f'IF([b]=[row],[amiss],"{IN_FIRST}")' if listed else "[amiss]"
    here = f'IF([wrong]<>"",[wrong],IF([all_bad]>0,"{ELSEWHERE}",IF([amiss]<>"",{amiss},{here})))'
    if made_for:
        here = f'IF({made_for}<>"",{made_for},{here})'
    return Formula(f'IF([played]=0,"",{here})')


def _scale_points(points: Any, to: Any) -> object:
    return points if to is None else make_cell_points(points).scaled(to)


def _in_cells(option: Option, value: object, cells: Mapping[str, Sequence[str]]) -> object:
    """An option's value, with a reference in place of each number that has a cell on Setup."""
    where = cells.get(option.parameter)
    if not where or isinstance(value, bool):
        return value
    if isinstance(value, int | Fraction):
        return OptionNum(Formula(where[0]), value)
    if isinstance(value, tuple):
        return tuple(OptionNum(Formula(cell), one) for cell, one in zip(where, value, strict=False))
    return value


def _read_board(system: System, values: Mapping[str, Any]) -> object:
    board: Any = BoardInCells()
    return board if system.reads is None else system.reads(board, values)


def _solo(read: object) -> Formula:
    assert isinstance(read, BoardInCells), "`reads` of a system returns a board made from the one given."
    if read.victory == STANDARD_VICTORY:
        return Formula(f"IF([owned]>={STANDARD_VICTORY.centres},1,0)")
    wanted, lead = read.victory
    ahead = f"[owned]={largest_in(OWNED)},[owned]-{largest_in(OWNED, 2)}>={number_in_formula(lead)}"
    return Formula(f"IF(AND([owned]>={factor(wanted)},{ahead}),1,0)")


def _groups(read: object) -> Iterator[Formula]:
    """Yield the formula of the seats to which a game is adjudicated, for each branch that has such seats."""
    if isinstance(read, Branch):
        yield from (*_groups(read.yes), *_groups(read.no))
    elif isinstance(read, BoardInCells) and isinstance(read.adjudicated, Seats):
        yield read.adjudicated.text


def _first_house_fault(system: System, values: Mapping[str, Any]) -> str:
    board: Any = BoardInCells()
    found = (one for check in system.checks for one in check(board, values))
    return next((str(one) for one in found if isinstance(one, Fault)), "")


def _house(system: System, refused: object) -> Iterable[tuple[Formula, str]]:
    """Conditions under which the system refuses a board, with sentences. refused: a sentence or a Branch."""
    if not isinstance(refused, str) or refused:
        here = text_of_tree(refused, lambda sentence: f'"{sentence}"')
        yield Formula(f'{here}<>""'), Formula(f'""&{here}')
    if system.concession is not None:
        has = "SUMIFS([owned:],[b:],[b],[won:],1)"
        takes = f"{system.key} takes a concession from {system.concession} centres on"
        yield Formula(f"AND([conceded]=1,{has}<{system.concession})"), f"{takes}."
        smaller = 'COUNTIFS([b:],[b],[owned:],">"&' + has + ")>0"
        to_largest = f"{system.key} takes a concession only to the largest power."
        yield Formula(f"AND([conceded]=1,{smaller})"), to_largest
    yield Formula("AND([solos]=0,[marks]=0,[played_on]=0)"), NOBODY


MISSING = {
    "year": ("[last_year]=0", "The last game year is missing."),
    "chart": ("COUNT([chart])=0", "The centre chart is missing."),
    "eliminated": ("[gone]=0", "The year of elimination is missing: type it."),
}
"""For each fact that a rule may need: the condition that it is missing, and the sentence to show."""


def _wrong(found: Found, demands: Iterable[tuple[Formula, str]]) -> Formula:
    return Formula(f'IF([misread]<>"",[misread],{first_sentence([*found, *demands])})')


def missing_facts(on: RuleSheet, *wanted: str) -> Iterable[tuple[Formula, str]]:
    """For each fact in `wanted` that the rule needs: the condition that a board lacks it, and a sentence."""
    for fact in wanted:
        missing, sentence = MISSING[fact]
        if needs := dict.fromkeys(on.demands.get(fact, ())):
            where = f"OR({','.join(needs)})" if len(needs) > 1 else next(iter(needs))
            yield join_conditions(missing, "" if "" in needs else where), sentence


def _flat(tree: object) -> list[_LineColumn]:
    """Merge the lines of all branches into columns. A line of only one branch is 0 in the other branch."""
    if isinstance(tree, Faults):
        raise tree
    if not isinstance(tree, Branch):
        return [
            _LineColumn(one.label, one.text, one.adds, (one.text,)) for one in make_cell_points(tree).lines
        ]
    found, rest = [], _flat(tree.no)
    for part in (ours := _flat(tree.yes)):
        texts = {other.text for other in ours}
        alike = [other for other in rest if other.adds == part.adds]
        same = next((other for other in alike if other.text == part.text), None) or next(
            (other for other in alike if other.label == part.label and other.text not in texts), None
        )
        no = same.text if same else "0"
        if same:
            rest.remove(same)
        here = part.text if no == part.text else f"IF({tree.question},{part.text},{no})"
        stands_for = (*part.stands_for, *(same.stands_for if same else ()))
        found.append(part._replace(text=Formula(here), stands_for=stands_for))
    return [*found, *(part._replace(text=Formula(f"IF({tree.question},0,{part.text})")) for part in rest)]


def _helpers(on: RuleSheet, bare: bool) -> Iterable[tuple[str, Formula]]:
    """The names and formulas of helper columns. A column that only one branch of the rule reads is 0 on
    boards of other branches. Exceptions are sums and counts over a board and, if `bare`, all columns."""
    for here, name in on.helpers.items():
        if name not in SHARED.values():
            paths = on.paths[here]
            (path,) = paths if len(paths) == 1 else ("",)
            alone = path and not bare and not here.startswith(("SUMIF", "COUNTIF"))
            yield name, Formula(f"IF({path},{here},0)" if alone else here)


def _replace_line_marks(here: Formula, named: Mapping[str, str]) -> Formula:
    """Replace each formula between « and » by the token of its line column, if there is such a column."""

    def token_or_formula(mark: re.Match[str]) -> str:
        return named.get(mark[1], f"({mark[1]})")

    return Formula(re.sub("«([^«»]*)»", token_or_formula, here))


def find_needed_columns(columns: Sequence[Column], always: Collection[str], read: str) -> tuple[Column, ...]:
    """The columns in `always`, the columns with tokens in `read`, and all columns on which they depend."""
    texts = {one.name: one.text for one in columns}
    wanted: set[str] = set()
    todo = [*(name for name in texts if name in always), *_tokens(read)]
    while todo:
        name = todo.pop()
        if name in texts and name not in wanted:
            wanted.add(name)
            todo += _tokens(texts[name])
    return tuple(one for one in columns if one.name in wanted)


_tokens: Callable[[str], list[str]] = re.compile(r"\[(\w+):?\]").findall

_HEADINGS = {"all": "{}, together", "order": "order by {}"}
_HEADINGS |= {"above": "above in {}", "level": "level in {}"}


def heading_of(name: str) -> str:
    """The heading of a helper column, made from its name: `alive, together` from `all_alive_1`."""
    kind, _, rest = name.partition("_")
    what = re.sub(r"_\d+$", "", rest).replace("_", " ")
    known = _HEADINGS.get(kind) if rest else None
    return known.format(re.sub("1$", "", what)) if known else re.sub("1$", "", name).replace("_", " ").strip()
