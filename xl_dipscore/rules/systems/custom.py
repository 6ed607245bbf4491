"""CUSTOM, a system that the director defines by its options."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from xl_dipscore.rules import points as p
from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Exact, Points
from xl_dipscore.rules.system import (
    Amount,
    ClearTable,
    CountTable,
    DrawTable,
    NearTable,
    Option,
    PerPower,
    PlaceTable,
    Signed,
    TopTable,
    system,
)

NOTHING = Points()
Adds = Callable[..., Points] | None
Chosen = Mapping[str, Any]
"""The value of each option, as chosen or by default; the keys are the names of the parameters."""


def _result(board: Board, win: Exact, draw: Sequence[Exact], outside: Exact) -> Points:
    """Points for a win or a draw. Other survivors get `outside` times the winner's or a member's points."""
    points = p.win_or_draw(board, win, draw)
    if outside and board.placed:
        each = points.whole / p.number_of(board.placed) * outside
        points += p.to_each(f"Survivor outside: {p.text(outside)} times as much", each, board.outside)
    return points


def _centres_of_losers(board: Board, each: Exact, larger: bool, year: Exact, *how: Any) -> Points:
    points = p.centres(board, each).only(board.others)
    return points.at_least(_years(board, year, board.others, *how)) if larger and year else points


def _years(board: Board, each: Exact, seats: Sequence[int], last_too: bool, at_most: Exact | None) -> Points:
    return p.years_played(board, each, seats, last_too=last_too, at_most=at_most)


def _centres(board: Board, each: Exact, counts: bool, over: int, cap: int | None, won: int) -> Points:
    if not counts and board.conceded:
        return NOTHING
    return p.centres(board, each, over=over or 0, cap=cap, conceded=won or None)


def _near_top(board: Board, values: Sequence[Exact], pot: Exact) -> Points:
    """Points for being near the top: `values`, or `pot` points (if not 0) in proportion to `values`."""
    shares = p.near_top(board, values)
    return shares.scaled(pot, "Share of the {} points for being near the top", "shares") if pot else shares


def _places(
    board: Board, values: Sequence[Exact], order: str, placed: str, ties: Any, pairs: Any, whole: bool
) -> Points:
    alive = placed == "survivors"
    ranked = p.by_centres(board, board.survivors) if alive and order in ALIVE_ALIKE else ORDERS[order](board)
    points = p.places(values, ranked, ties=ties, pairs=pairs)
    points = points.only(board.survivors) if alive else points
    return points.rounded() if whole else points


ORDERS: Mapping[str, Callable[[Board], p.Ranking]] = {
    "centres": p.by_centres,
    "survival": p.by_survival,
    "result": p.by_result,
    "history": p.by_history,
}
ALIVE_ALIKE = ("centres", "survival")
"""Keys of ORDERS; these orders differ only in the places of the dead."""


def _of_survivors(board: Board, pot: Exact, tribute: Exact, over: int) -> Points:
    """`pot` points shared by the survivors. With `tribute`, the others pay the top from their shares."""
    if tribute:
        return p.tribute(board, pot, over, tribute)
    return p.pool(pot, board.survivors, "survivor")


class Entry(Option):
    """An option of CUSTOM, and the function that computes the points for the option.

    adds: called with the board, the option's value, and the values of the options named in `beside`; returns
        the points to add. For the options in IN_THE_END, called with the points so far before all these
        arguments; returns all points.
    """

    def __init__(self, name: str, kind: Any, default: object, words: str, adds: Adds = None, *beside: str):
        super().__init__(name, kind, default, words)
        self.adds = adds
        self.beside = beside

    def is_set(self, chosen: Chosen) -> bool:
        """Does the option's value have any effect?"""
        value = chosen[self.parameter]
        return value is not None and bool(self.optional or value)

    def points_of_entry(self, chosen: Chosen, *given: Board | Points) -> Points:
        """Call `adds`. given: the board; for an option in IN_THE_END, the points so far and the board."""
        assert self.adds is not None, f"The entry {self.parameter} adds no points: give it `adds`."
        return self.adds(*given, chosen[self.parameter], *(chosen[other] for other in self.beside))


YEARS = ("last_year", "most_years")
TABLE: Sequence[str | Entry] = (
    "A win",
    Entry("win", Amount, 0, "points for a win",
          lambda board, win, others, part: NOTHING if others is not None else _result(board, win, (), part),
          "others", "outside_part"),
    Entry("others", Signed | None, None,
          "points for each loser of a win, and then nothing else counts; type none to count the rest too"),
    Entry("winner_centre", Amount, 0, "points for every centre of the winner, beside `win`",
          lambda board, each: p.centres(board, each).only(board.placed)),
    Entry("loser_centre", Amount, 0, "points for every centre of a loser of a win, beside `others`",
          _centres_of_losers, "loser_larger", "loser_year", *YEARS),
    Entry("loser_survivor", Amount, 0, "points for a loser of a win that still owns a centre",
          lambda board, each: p.to_each("Survivor", each, board.outside)),
    Entry("loser_year", Amount, 0, "points for every year that a loser of a win played",
          lambda board, each, larger, centre, *how:
          NOTHING if larger and centre else _years(board, each, board.others, *how),
          "loser_larger", "loser_centre", *YEARS),
    Entry("loser_larger", bool, False,
          "does a loser get the larger of the points for centres and for years, and not both?"),
    Entry("winner_times", Amount | None, None,
          "the factor for the points of a winner, if `others` is none",
          lambda points, board, winner, losers:
          points.times_on_a_win(board, winner, 1 if losers is None else losers), "loser_times"),
    Entry("loser_times", Amount | None, None, "the factor for the points of the losers then",
          lambda points, board, losers, winner:
          points.times_on_a_win(board, 1, losers) if winner is None else points, "winner_times"),
    Entry("conceded", int, 0, "the centres credited to a conceded win that has fewer"),
    Entry("conceded_centres", bool, True, "does anybody get points for centres in a game that was conceded?"),
    "A draw",
    Entry("draw", DrawTable, (), "points each in a 2-, 3-, ... 7-way draw",
          lambda board, draw, win, others, part: _result(board, win if others is None else 0, draw, part),
          "win", "others", "outside_part"),
    Entry("pot", Amount, 0, "points for the winner, or shared by the draw",
          lambda points, board, pot, rest:
          points + p.win_or_share(board, pot, points.whole if rest else 0, "for all else"), "rest"),
    Entry("rest", bool, False, "are all other points taken out of the pot first?"),
    Entry("outside_part", Amount, 0,
          "the part of the points for a win or a draw that each other survivor gets; 0.5 is half"),
    Entry("outside_centre", Amount, 0, "points for every centre of a survivor outside the draw",
          lambda board, each: NOTHING if board.winner is not None
          else p.centres(board, each).only(board.outside)),
    "Centres",
    Entry("part", Signed, 0, "points for taking part; below 0, everybody pays them",
          lambda board, each: p.to_each("Taking part", each, SEATS)),
    Entry("centre", Amount, 1, "points for every centre",
          _centres, "conceded_centres", "centres_over", "cap_centres", "conceded"),
    Entry("centre_values", CountTable, (),
          "points for 1, 2, 3, ... centres, and 1 for every further one; type none for `centre` each",
          p.centre_table),
    Entry("centres_over", int, 0, "the number of centres above which each gives points"),
    Entry("cap_centres", int | None, None, "the most centres that count"),
    Entry("who", Literal["all", "unbeaten", "members"], "all",
          "who gets points for centres, for the top and for being ahead: all, all but the losers of a win, "
          "or only the winner and the draw's members"),
    "The top",
    Entry("top", TopTable, (), "points for being at the top", p.top_table),
    Entry("top_pot", Amount, 0, "points shared by all powers level at the top",
          lambda board, pot: p.pool(pot, p.within(board, 0), p.near_by(0))),
    Entry("top_centre", Amount, 0, "further points for every centre of a lone top", p.top_centres),
    Entry("clear_top", ClearTable, (), "further points for a lone top that nobody is near", p.clear_top),
    Entry("near_top", NearTable, (), "points for being near the top", _near_top, "near_pot"),
    Entry("near_pot", Amount, 0,
          "the pot of which the values of `near top` are shares; 0 if they are points"),
    "Being ahead",
    Entry("lead", Amount, 0, "points for every centre of a sole leader's lead over the second", p.lead),
    Entry("gap", Amount, 0, "points for every centre more than each smaller power owns", p.gap),
    Entry("beaten", Amount, 0, "points for every power with fewer centres", p.beaten),
    Entry("behind", Signed, 0,
          "points for every centre by which a survivor is behind the top; below 0, it loses them",
          lambda board, each: p.behind(board, each, board.survivors)),
    "Places",
    Entry("places", PlaceTable, (), "points for first, second, ... place",
          _places, "order", "placed", "ties", "pairs", "whole_places"),
    Entry("order", Literal["centres", "survival", "result", "history"], "centres",
          "the order of places: by centres with the dead level, by centres with the dead by year, by "
          "result, or by centres with level powers by earlier years"),
    Entry("placed", Literal["all", "survivors"], "all", "who has a place, all or only the survivors"),
    Entry("ties", Literal["share", "lower", "higher", "pair"], "share",
          "level powers share the values of the places they fill, all take the lower or the higher one, or "
          "all take the value in `pairs` for the last two of these places"),
    Entry("pairs", PlaceTable, (), "points each for two level in first and second, second and third, ..."),
    Entry("whole_places", bool, False,
          "are the points for places rounded to whole numbers, half to the even one?"),
    "Survivors",
    Entry("survivor", Amount, 0, "points for every survivor",
          lambda board, each: p.to_each("Survivor", each, board.survivors)),
    Entry("survivor_pot", Amount, 0, "points shared by the survivors",
          _of_survivors, "tribute", "tribute_over"),
    Entry("tribute", Amount, 0,
          "points that every other survivor pays the top, out of its share of `survivor pot`, for each of "
          "the top's centres above `tribute over`"),
    Entry("tribute_over", int, 6, "the centres of the top that cost the others nothing"),
    Entry("open_tribute", Literal["no", "whole", "exact"], "no",
          "does every survivor pay the top a point for each centre it is behind? The top gets as much for "
          "the dead. Level tops get whole numbers, or the exact points",
          lambda board, how: NOTHING if how == "no" else p.open_tribute(board, whole=how == "whole")),
    "The dead and the years",
    Entry("kill", Amount, 0, "points for every survivor for each dead position", p.kills),
    Entry("survive_year", int, 1905, "the year whose Fall a power must outlive for the points of `survive`"),
    Entry("survive", Amount, 0, "points for owning a centre after that Fall",
          lambda board, each, year: p.alive_after(board, year, each), "survive_year"),
    Entry("year", Amount, 0, "points for every complete game year survived", p.years_survived),
    Entry("dead_year", Amount, 0, "points for every year that a dead power played; not changed by `scale`",
          lambda points, board, each, *how: points + _years(board, each, board.dead, *how), *YEARS),
    Entry("last_year", bool, True,
          "does the last year count as played, that of the elimination or of the win?"),
    Entry("most_years", Amount | None, None, "the most points of a power for `dead year` or `loser year`"),
    "Who plays",
    Entry("newcomer", Amount, 0, "points for a new player",
          lambda board, of: p.to_each("New player", of, board.new_player) if board.new_player else NOTHING),
    Entry("country", PerPower, (0,) * 7,
          "points of each power for being hard or easy to play, Austria to Turkey",
          lambda _, each: p.country(each) if any(each) else NOTHING),
    "Shares of a pot",
    Entry("squares", Amount, 0, "points shared in proportion to the squares of the centres", p.squares),
    Entry("prospects", Amount, 0,
          "points shared in proportion to prospects, n / (18 - n); 18 centres take all", p.prospects),
    Entry("share", Amount, 0, "points shared in proportion to the centres", p.share),
    Entry("manorcon", Amount, 0,
          "points shared by the survivors in proportion to n x n + 4 x n + 16, n the centres owned",
          p.weighted_share, "dead_weight"),
    Entry("dead_weight", Amount, 16, "what each dead power adds to the sum by which `manorcon` is shared"),
    "In the end",
    Entry("levy", Amount, 0,
          "the largest part of its points that every other power pays to a sole leader, a point for each "
          "centre of its lead", lambda points, board, part: points + p.levy(board, points, part)),
    Entry("scale", Amount | None, None, "the points of the whole board in the end, all scores in proportion",
          lambda points, board, to: points.scaled(to)),
    Entry("cap", Amount | None, None, "the most points for a game",
          lambda points, board, most: points.capped(most)),
)  # fmt: skip
BY_NAME = {one.parameter: one for one in TABLE if isinstance(one, Entry)}
FOR_CENTRES = ("winner_centre", "loser_centre", "centre_values")
"""With `conceded centres` no, these options and `centre` give no points in a conceded game."""
ON_A_WIN = ("loser_centre", "loser_year", "loser_survivor", "winner_centre")
AT_THE_TOP = ("top", "top_pot", "top_centre", "clear_top", "near_top", "lead", "gap", "beaten", "behind")
IN_THE_END = ("pot", "levy", "scale", "dead_year", "winner_times", "loser_times", "cap")
BEFORE = ("win", "draw", "part", "centre", "centre_values", *AT_THE_TOP, *ON_A_WIN)
FURTHER = tuple(name for name, one in BY_NAME.items() if one.adds and name not in (*BEFORE, *IN_THE_END))
"""The options that add points and are neither in BEFORE nor in IN_THE_END, in the order of TABLE."""


@system("CUSTOM", "Custom", family="any", source="the director's own options", takes=TABLE)
def custom(board: Board, **chosen: Any) -> Points:
    """A system of your own: it adds up the options you set. Without options, a point a centre.

    WBC, for instance, is `win` 46, `draw` 22 10 4 1, `conceded` 18. With `others`, a win decides everything:
    the winner has `win`, everybody else `others`, and beside these only the options with winner and loser
    count. C-Diplo is `win` 100, `others` 0, `part` 1, `places` 38 14 7. Bangkok is `win` 41, `others` 0,
    `loser centre` 0.5, `near top` 3 2 1, `near pot` 12, `survivor` 3, `dead year` 0.3. A concession is scored
    as a win.

    The points are added up, then comes `levy`, then `scale`, then the points of the dead for their years,
    then `winner times` and `loser times`, and last `cap`. The order history needs the centre chart.
    """
    if not chosen["conceded_centres"] and board.conceded:
        chosen |= dict.fromkeys(FOR_CENTRES, 0)
    beside = NOTHING
    if board.winner is not None:
        beside = _sum_of(ON_A_WIN, chosen, board)
        if chosen["others"] is not None:
            return p.winner_takes(board, chosen["win"], chosen["others"]) + beside
    score = _sum_of(("draw" if chosen["draw"] else "win", "part"), chosen, board)
    owned = _sum_of(("centre_values" if chosen["centre_values"] else "centre", *AT_THE_TOP), chosen, board)
    who = chosen["who"]
    if owned.lines and (who == "members" or (who == "unbeaten" and board.winner is not None)):
        owned = owned.only(board.placed)
    score = score + owned if score.lines else owned
    if beside.lines:
        score += beside
    score += _sum_of(FURTHER, chosen, board)
    for entry in _options_set(IN_THE_END, chosen):
        score = entry.points_of_entry(chosen, score, board)
    return score


def _sum_of(names: Iterable[str], chosen: Chosen, board: Board) -> Points:
    """The points of the named options, added up in the order of `names`."""
    return sum((entry.points_of_entry(chosen, board) for entry in _options_set(names, chosen)), NOTHING)


def _options_set(names: Iterable[str], chosen: Chosen) -> Iterator[Entry]:
    return (BY_NAME[name] for name in names if BY_NAME[name].is_set(chosen))
