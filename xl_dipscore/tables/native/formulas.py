"""The words of points.py as formulas. A word is a function that rules call. This file has a form of each.

A form has the name and arguments of the word, and returns a formula. If a rule runs on a BoardInCells, its
words call their forms. If a form needs a number for each of the seven seats before it can compute the result,
it adds a helper column beside the games.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, TypeVar

from xl_dipscore.rules.board import CENTRES, FIRST_YEAR, SEATS
from xl_dipscore.rules.points import Exact, InCells, behind, points_of, text
from xl_dipscore.tables.native.notation import Formula, Token
from xl_dipscore.tables.native.symbols import (
    COUNTS,
    NOWHERE,
    OWNED,
    CellPoints,
    Cond,
    Num,
    Ranking,
    Seats,
    board_sum,
    by_seat,
    cell_line,
    count_above,
    count_level,
    factor,
    join_numbers,
    largest_in,
    make_cell_points,
    make_ranking,
    number_in_formula,
    place_in,
    seats_of,
    seven,
    sheet,
)

Number = Exact | Num
"""A plain number, or the formula of a number in cells."""
Board = Any
Form = TypeVar("Form", bound=Callable[..., object])

WON, DREW, ALIVE, DEAD = Token("[won]"), Token("[drew]"), Token("[alive]"), Formula("(1-[alive])")


def form(say: Form) -> Form:
    """Register the decorated function as the form of the word with the same name."""
    InCells.formulas[say.__name__] = say
    return say


# -- by result --------------------------------------------------------------------------------


@form
def line(label: str, amounts: Sequence[object]) -> CellPoints:
    return cell_line(label, by_seat(amounts))


@form
def to_each(label: str, amount: object, seats: object) -> CellPoints:
    return cell_line(label, seats_of(seats).times(amount))


@form
def winner_takes(board: Board, amount: object, others: object = 0) -> CellPoints:
    if others == 0:
        return to_each("Win", amount, Seats(WON))
    return cell_line("Win", Formula(f"IF({WON}=1,{number_in_formula(amount)},{number_in_formula(others)})"))


@form
def win_or_draw(board: Board, win: object, draw: Sequence[object]) -> CellPoints:
    if board.winner is not None:
        return winner_takes(board, win)
    values = [win, *draw, *[0] * 7][:7]
    return cell_line("Draw", Formula(f"{DREW}*CHOOSE(1+{board_sum(DREW)},0,{join_numbers(values)})"))


@form
def win_or_share(board: Board, pot: Number, less: Number = 0, what: str = "") -> CellPoints:
    if board.winner is not None:
        return winner_takes(board, pot - less)
    return pool(pot, board.drew, "member of the draw", less, what)


@form
def pool(pot: Number, seats: object, who: str, less: Number = 0, what: str = "") -> CellPoints:
    chosen = seats_of(seats)
    one, _, rest = who.partition(" ")
    label = f"Shared by {one}s {rest}{' after points' * bool(what)} {what}"
    return cell_line(label, Formula(f"{factor(pot - less)}*{chosen.text}/MAX(1,{chosen.count})"))


@form
def number_of(seats: object) -> Num:
    return Num(seats_of(seats).count)


# -- by centres -------------------------------------------------------------------------------


@form
def centres(
    board: Board, each: Number = 1, *, over: object = 0, cap: object = None, conceded: object = None
) -> CellPoints:
    count = "[counts]" if cap is None else f"MIN([counts],{number_in_formula(cap)})"
    if conceded is not None:
        count = f"IF(AND({WON}=1,[conceded]=1),MAX({count},{number_in_formula(conceded)}),{count})"
    if over != 0:
        count = f"MAX(0,{count}-{factor(over)})"
    return cell_line("Centres", number_in_formula(each * Num(Formula(count))))


@form
def part_of_centres(board: Board, seats: object) -> CellPoints:
    chosen = seats_of(seats)
    return cell_line(
        "Part of the centres", chosen.times(Num(Formula(f"INT([counts]/MAX(1,{chosen.count}))")))
    )


@form
def centre_table(board: Board, values: Sequence[object]) -> CellPoints:
    if not values:
        return cell_line("Centres", Formula("[counts]"))
    beyond = f"{number_in_formula(values[-1])}+[counts]-{len(values)}"
    table = f"CHOOSE(1+[counts],0,{join_numbers(values)})"
    return cell_line("Centres", Formula(f"IF([counts]>{len(values)},{beyond},{table})"))


@form
def centres_of_years(board: Board) -> tuple[Num, ...]:
    board.need(chart=True)
    return seven(sheet().column("centres_of_years", Formula("SUM([chart])-[owned]+[counts]")))


@form
def in_proportion(
    pot: Number, weights: Sequence[object], unit: str, what: str = "", *, whole: object = None
) -> CellPoints:
    weight = sheet().column("weight", by_seat(weights))
    among = board_sum(weight) if whole is None else sheet().column("whole", number_in_formula(whole))
    label = f"Share of the {points_of(pot)} by {unit or what}"
    return cell_line(label, Formula(f"IF({among}=0,0,{factor(pot)}*{weight}/{among})"))


@form
def prospects(board: Board, pot: Number) -> CellPoints:
    most = largest_in(COUNTS)
    needed = f"IF({most}>=18,IF([counts]={most},1,0),[counts]/(18-[counts]))"
    return in_proportion(pot, seven(Formula(needed)), "prospects")


@form
def tribute(board: Board, pot: Number, over: object = 6, each: Number = 1) -> CellPoints:
    most = largest_in(COUNTS)
    alone = f"{factor(pot)}/MAX(1,{board_sum(ALIVE)})"
    asked = each * Num(Formula(f"MAX(0,{most}-{factor(over)})"))
    due = sheet().column("due", Formula(f"MIN({alone},{number_in_formula(asked)})"))
    top = sheet().column("top", Formula(f"IF(AND({ALIVE}=1,[counts]={most}),1,0)"))
    gained = f"{due}*({board_sum(ALIVE)}-{board_sum(top)})/MAX(1,{board_sum(top)})"
    return pool(pot, board.survivors, "survivor") + cell_line(
        "Tribute to the top", Formula(f"IF({top}=1,{gained},-{due}*{ALIVE})")
    )


@form
def lead(board: Board, each: Number = 1) -> CellPoints:
    by = each * Num(Formula(f"{largest_in(COUNTS)}-{largest_in(COUNTS, 2)}"))
    return cell_line("Lead", Formula(f"IF([counts]={largest_in(COUNTS)},{number_in_formula(by)},0)"))


@form
def smaller(board: Board) -> tuple[tuple[Num, ...], tuple[Num, ...]]:
    theirs = sheet().column("of_smaller", Formula('SUMIFS([counts:],[b:],[b],[counts:],"<"&[counts])'))
    return seven(sheet().column("smaller", Formula('COUNTIFS([b:],[b],[counts:],"<"&[counts])'))), seven(
        theirs
    )


@form
def above_least(board: Board, each: Number = 1, seats: object = SEATS) -> CellPoints:
    chosen = seats_of(seats)
    less = sheet().column("less", Formula(f"IF({chosen.text}=1,-[counts],{NOWHERE})"))
    beyond = Num(Formula(f"[counts]+{largest_in(less)}"))
    return cell_line(
        f"{points_of(each)} per centre more than the smallest member's", chosen.times(each * beyond)
    )


@form
def open_tribute(board: Board, *, whole: bool = True) -> CellPoints:
    most = largest_in(COUNTS)
    top = sheet().column("top", Formula(f"IF(AND({ALIVE}=1,[counts]={most}),1,0)"))
    gained = (
        f"({len(SEATS)}*{most}-{board_sum(Formula('[counts]'))})/MAX(1,{board_sum(top)}*{board_sum(top)})"
    )
    to_top = f"{top}*INT({gained})" if whole else f"{top}*{gained}"
    return behind(board, -1, board.survivors) + cell_line("Tribute to the top", Formula(to_top))


@form
def levy(board: Board, points: object, part: object) -> CellPoints:
    most = largest_in(COUNTS)
    raw = sheet().column("raw", make_cell_points(points).total)
    due = sheet().column(
        "due", Formula(f"IF([counts]={most},0,MIN({most}-{largest_in(COUNTS, 2)},{factor(part)}*{raw}))")
    )
    return cell_line("Paid to the top for its lead", Formula(f"IF([counts]={most},{board_sum(due)},-{due})"))


@form
def top(board: Board, amount: object, label: str, ties: Literal["nobody", "share"] = "nobody") -> CellPoints:
    tops = sheet().column("level_counts_", count_level(COUNTS))
    is_top = f"[counts]={largest_in(COUNTS)}"
    if ties == "share":
        return cell_line(label, Formula(f"IF({is_top},{factor(amount)}/{tops},0)"))
    return cell_line(label, Formula(f"IF(AND({is_top},{tops}=1),{number_in_formula(amount)},0)"))


@form
def top_table(board: Board, values: Sequence[object]) -> CellPoints:
    tops = sheet().column("level_counts_", count_level(COUNTS))
    table = f"CHOOSE({tops},{join_numbers([*values, *[0] * 7][:7])})"
    return cell_line("Top", Formula(f"IF([counts]={largest_in(COUNTS)},{table},0)"))


@form
def clear_top(board: Board, values: Sequence[object]) -> CellPoints:
    clear = f"MAX(0,MIN({len(values)},{largest_in(COUNTS)}-{largest_in(COUNTS, 2)}-1))"
    sums = ",".join(_sum(values[:k]) for k in range(len(values) + 1))
    return cell_line(
        "No other power near the top",
        Formula(f"IF([counts]={largest_in(COUNTS)},CHOOSE(1+{clear},{sums}),0)"),
    )


@form
def near_top(board: Board, values: Sequence[object]) -> CellPoints:
    off = f"MIN({len(values)},{largest_in(COUNTS)}-[counts])"
    return cell_line("At or near the top", Formula(f"CHOOSE(1+{off},{join_numbers([*values, 0])})"))


@form
def within(board: Board, n: object) -> Seats:
    return Seats(
        sheet().column("near", Formula(f"IF({largest_in(COUNTS)}-[counts]<={number_in_formula(n)},1,0)"))
    )


@form
def beyond(board: Board, n: object) -> Seats:
    return Seats(
        sheet().column("far", Formula(f"IF({largest_in(COUNTS)}-[counts]>{number_in_formula(n)},1,0)"))
    )


@form
def centres_of(board: Board, seats: object, *, docked: bool = True) -> Num:
    return Num(board_sum(seats_of(seats).times(Num(Formula("[counts]" if docked else "[owned]")))))


# -- by place ---------------------------------------------------------------------------------

GONE = Formula("[gone]-2000")
"""A ranking key for eliminated powers: below the key of any survivor, and larger for a later year."""


@form
def by_centres(board: Board, seats: object = SEATS) -> Ranking:
    return Ranking((seats_of(seats).text, Formula("[counts]")))


@form
def by_result(board: Board) -> Ranking:
    _need_eliminations()
    return Ranking(
        (Formula("([won]+[drew])"), Formula("100")), (ALIVE, Formula("[counts]")), (Formula("1"), GONE)
    )


@form
def by_survival(board: Board) -> Ranking:
    _need_eliminations()
    return Ranking((ALIVE, Formula("[counts]")), (Formula("1"), GONE))


@form
def by_elimination(board: Board) -> Ranking:
    _need_eliminations()
    return Ranking((DEAD, GONE))


@form
def by_history(board: Board) -> Ranking:
    """Rank survivors by centres, then by the centres of each earlier year, the latest year first.

    Eliminated powers rank by their last year with a centre, then by their centres in that year and before it.
    Each key is one number in base _BASE. Its highest digits are the order so far; each of the next IN_A_KEY
    years has one digit, the number of centres.
    """
    sheet().need("chart", where=f"{board_sum(count_level(COUNTS))}>7")
    year = sheet().column("before", Formula(f'IF({ALIVE}=1,COUNT([chart])-1,COUNTIF([chart],">0"))'))
    so_far = f"IF({ALIVE}=1,100+[counts],{year})"
    for first in range(0, LOOK_BACK, IN_A_KEY):
        digits = [so_far, *(_count_before(year, n) for n in range(first, first + IN_A_KEY))]
        weights = (_BASE ** (IN_A_KEY - n) for n in range(IN_A_KEY + 1))
        key = "+".join(f"{digit}*{weight}" for digit, weight in zip(digits, weights, strict=True))
        key = sheet().column("key", Formula(key))
        so_far = f"(7-{count_above(key)})"
    return Ranking((Formula("1"), Formula(key)))


LOOK_BACK, IN_A_KEY, _BASE = 24, 6, CENTRES + 1
"""The number of earlier years that are compared; the number of years in one key, which is small because
programs compare only 15 digits of a number; the base of a key's digits."""


def _count_before(year: str, n: int) -> str:
    """A formula for the centres in the chart n columns before column number `year`; 0 before column 1."""
    return f"IF({year}>{n},SUM(INDEX([chart],1,{year}-{n})),0)"


def _need_eliminations() -> None:
    sheet().need("eliminated", DEAD, where=f"{board_sum(ALIVE)}<6")


@form
def places(
    values: Sequence[object],
    ranking: object,
    *,
    ties: Literal["share", "lower", "higher", "pair"] = "share",
    pairs: Sequence[object] = (),
) -> CellPoints:
    ranking = make_ranking(ranking)
    key = ranking.column
    better = sheet().column(f"above_{key.name}_", count_above(key))
    same = sheet().column(f"level_{key.name}_", count_level(key))
    worth = [*values, *[0] * 7][:7]
    if ties == "share":
        sums = [_sum(worth[:k]) for k in range(8)]
        here = f"(CHOOSE(1+{better}+{same},{','.join(sums)})-CHOOSE(1+{better},{','.join(sums)}))/{same}"
    else:
        last = "1" if ties in ("higher", "pair") else same
        here = f"CHOOSE({better}+{last},{join_numbers(worth)})"
    if pairs or ties == "pair":
        two = f"CHOOSE({better}+{same}-1,{join_numbers([*pairs, *[0] * 6][:6])})"
        here = f"IF({same}{'>1' if ties == 'pair' else '=2'},{two},{here})"
    return cell_line("Place", Formula(here if ranking.ranks_every_seat else f"IF({key}={NOWHERE},0,{here})"))


def _sum(values: Sequence[object]) -> Formula:
    """A formula for the sum of values. Plain numbers are added up here, numbers on Setup by the formula."""
    known = [value for value in values if isinstance(value, int | Fraction)]
    parts = [number_in_formula(value) for value in values if not isinstance(value, int | Fraction)]
    number = sum(known)
    if number or not parts:
        parts.append(number_in_formula(number))
    return Formula("+".join(parts))


@form
def stand_out(
    board: Board, largest_group: int, centres_to_win: object, margin: object, otherwise: str
) -> Seats:
    owned = [largest_in(OWNED, k) for k in range(1, largest_group + 2)]
    size = "-1" if otherwise == "survivors" else "0"
    for k in range(largest_group, 1, -1):
        apart = f"{owned[k - 1]}-{owned[k]}>={factor(margin)}"
        size = f"IF(AND({'+'.join(owned[:k])}>{CENTRES // 2},{apart}),{k},{size})"
    win = f"AND({owned[0]}>={factor(centres_to_win)},{owned[0]}-{owned[1]}>={factor(margin)})"
    group = sheet().column("group", Formula(f"IF({win},1,{size})"))
    return Seats(
        sheet().column("stands_out", Formula(f"IF({group}<0,[active],IF({place_in(OWNED)}<={group},1,0))"))
    )


# -- by the way the game went -----------------------------------------------------------------


@form
def in_year(table: Sequence[Exact], year: Num) -> Num:
    if len(table) == 1:
        return Num(number_in_formula(table[0]), year.seats)
    place = f"MIN({factor(year)}-{FIRST_YEAR - 1},{len(table)})"
    symbolic = any(isinstance(value, InCells) for value in table)
    steps = set() if symbolic else {b - a for a, b in pairwise(table)}
    if steps == {1}:
        return Num(
            Formula(place if table[0] == 1 else f"({place}+{number_in_formula(table[0] - 1)})"), year.seats
        )
    return Num(Formula(f"CHOOSE(MAX(1,{place}),{join_numbers(table)})"), year.seats)


@form
def last_years(board: Board, seats: object = SEATS) -> tuple[Num, ...]:
    chosen = seats_of(seats)
    sheet().need("eliminated", Formula(f"{DEAD}*{chosen.text}"))
    if chosen.text != DEAD:
        sheet().need("year", where=f"{board_sum(Formula(f'{ALIVE}*{factor(Num(chosen.text))}'))}>0")
    return seven(Formula(f"IF({ALIVE}=1,[last_year],[gone])"))


@form
def years_survived(board: Board, each: Number, seats: object = SEATS) -> CellPoints:
    chosen = seats_of(seats)
    board.need(year=True, eliminations=Seats(Formula(f"{DEAD}*{factor(Num(chosen.text))}")))
    years = Num(Formula(f"IF({ALIVE}=1,[last_year]-1900,[gone]-1901)"))
    return cell_line(f"{points_of(each)} per complete year survived", chosen.times(each * years))


@form
def years_played(
    board: Board, each: Number, seats: object = SEATS, *, last_too: bool = True, at_most: object = None
) -> CellPoints:
    last, *_ = last_years(board, seats)
    label = f"{points_of(each)} per year played{'' if last_too else ' before the last'}"
    points = each * (last - (1900 if last_too else 1901))
    if at_most is not None:
        points = Num(Formula(f"MIN({number_in_formula(at_most)},{number_in_formula(points)})"))
    return cell_line(label, seats_of(seats).times(points))


@form
def average_centres(board: Board) -> tuple[tuple[Num, ...], tuple[Num, ...]]:
    board.need(chart=True)
    played = sheet().column("years", Formula('MIN(COUNT([chart]),COUNTIF([chart],">0")+1)'))
    mean = sheet().column("mean", Formula(f"(SUM([chart])-[owned]+[counts])/MAX(1,{played})"))
    return seven(mean), seven(played)


@form
def alive_after(board: Board, year: Number, amount: object) -> CellPoints:
    reached = f"[last_year]>={factor(year)}"
    sheet().need("year")
    sheet().need("eliminated", DEAD, where=reached)
    lived = f"OR({ALIVE}=1,[gone]>{factor(year)})"
    return cell_line(
        f"Still owned a centre after {text(year)}",
        Formula(f"IF(AND({reached},{lived}),{number_in_formula(amount)},0)"),
    )


@form
def kills(board: Board, each: Number) -> CellPoints:
    dead = f"(7-{board_sum(Formula('[active]'))})"
    return cell_line(f"{points_of(each)} per dead power", Formula(f"{factor(each)}*{dead}*{ALIVE}"))


# -- what house rules ask ---------------------------------------------------------------------


@form
def level(board: Board, seats: object) -> Cond:
    among = factor(Num(seats_of(seats).text))
    own, size = board_sum(Formula(f"{among}*[owned]")), seats_of(seats).count
    others = board_sum(Formula(f"IF(AND({among}=1,[owned]*{size}<>{own}),1,0)"))
    return Cond(Formula(f"{others}=0"))


@form
def counts_of(board: Board, seats: object) -> str:
    return "their counts differ"


@form
def names(seats: object) -> str:
    return "…"
