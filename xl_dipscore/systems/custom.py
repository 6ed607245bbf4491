"""A director's own system, wholly from options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from xl_dipscore import points as p
from xl_dipscore.board import SEATS, Board
from xl_dipscore.points import Exact, Points
from xl_dipscore.system import (
    Amount,
    ClearTable,
    CountTable,
    DrawTable,
    NearTable,
    PerPower,
    PlaceTable,
    Signed,
    TopTable,
    system,
)

NOTHING = Points()
HEADINGS = {
    "win": "A win",
    "draw": "A draw",
    "part": "Centres",
    "top": "The top",
    "lead": "Being ahead",
    "places": "Places",
    "survivor": "Survivors",
    "kill": "The dead and the years",
    "newcomer": "Who plays",
    "squares": "Shares of a pot",
    "levy": "In the end",
}


@system("CUSTOM", "Custom", family="any", source="the director's own options", headings=HEADINGS)
def custom(
    board: Board,
    *,
    win: Amount = 0,
    others: Signed | None = None,
    winner_centre: Amount = 0,
    loser_centre: Amount = 0,
    loser_survivor: Amount = 0,
    loser_year: Amount = 0,
    loser_larger: bool = False,
    winner_times: Amount | None = None,
    loser_times: Amount | None = None,
    conceded: int = 0,
    conceded_centres: bool = True,
    draw: DrawTable = (),
    pot: Amount = 0,
    rest: bool = False,
    outside_part: Amount = 0,
    outside_centre: Amount = 0,
    part: Signed = 0,
    centre: Amount = 1,
    centre_values: CountTable = (),
    centres_over: int = 0,
    cap_centres: int | None = None,
    who: Literal["all", "unbeaten", "members"] = "all",
    top: TopTable = (),
    top_pot: Amount = 0,
    top_centre: Amount = 0,
    clear_top: ClearTable = (),
    near_top: NearTable = (),
    near_pot: Amount = 0,
    lead: Amount = 0,
    gap: Amount = 0,
    beaten: Amount = 0,
    behind: Signed = 0,
    places: PlaceTable = (),
    order: Literal["centres", "survival", "result", "history"] = "centres",
    placed: Literal["all", "survivors"] = "all",
    ties: Literal["share", "lower", "higher", "pair"] = "share",
    pairs: PlaceTable = (),
    whole_places: bool = False,
    survivor: Amount = 0,
    survivor_pot: Amount = 0,
    tribute: Amount = 0,
    tribute_over: int = 6,
    open_tribute: Literal["no", "whole", "exact"] = "no",
    kill: Amount = 0,
    survive_year: int = 1905,
    survive: Amount = 0,
    year: Amount = 0,
    dead_year: Amount = 0,
    last_year: bool = True,
    most_years: Amount | None = None,
    newcomer: Amount = 0,
    country: PerPower = (0,) * 7,
    squares: Amount = 0,
    prospects: Amount = 0,
    share: Amount = 0,
    manorcon: Amount = 0,
    dead_weight: Amount = 16,
    levy: Amount = 0,
    scale: Amount | None = None,
    cap: Amount | None = None,
) -> Points:
    """A system of your own: it adds up the options you set. Without options, a point a centre.

    WBC, for instance, is `win` 46, `draw` 22 10 4 1, `conceded` 18. With `others` a win ends the matter: the
    winner has `win`, everybody else `others`, and nothing else counts but what the options with winner and
    loser give. C-Diplo is `win` 100, `others` 0, `part` 1, `places` 38 14 7. Bangkok is `win` 41, `others` 0,
    `loser centre` 0.5, `near top` 3 2 1, `near pot` 12, `survivor` 3, `dead year` 0.3. A concession is scored
    as a win.

    The points are added up, then comes `levy`, then `scale`, then what the dead get for their years, then
    `winner times` and `loser times`, and last `cap`. The order history takes the centre chart.

    Options:
        win: points for a win
        others: points for each loser of a win, and then nothing else counts; none where the rest still counts
        winner centre: points for every centre of the winner, beside `win`
        loser centre: points for every centre of a loser of a win, beside `others`
        loser survivor: points for a loser of a win that still owns a centre
        loser year: points for every year that a loser of a win played
        loser larger: does a loser get the larger of the points for centres and for years, and not both?
        winner times: how many times its points a winner has, where the rest still counts
        loser times: how many times their points the losers have then
        conceded: the centres that a conceded win counts as, where it has fewer
        conceded centres: does anybody get points for centres in a game that was conceded?
        draw: points each in a 2-, 3-, ... 7-way draw
        pot: points for the winner, or shared by the draw
        rest: is the pot only what all other points leave of it?
        outside part: the part of the points for a win or a draw that each other survivor gets; 0.5 is half
        outside centre: points for every centre of a survivor outside the draw
        part: points for taking part; below 0, what everybody pays
        centre: points for every centre
        centre values: points for 1, 2, 3, ... centres, and 1 for every further one; none for `centre` each
        centres over: the number of centres above which each gives points
        cap centres: the most centres that count
        who: who gets points for centres, at the top and for being ahead, all, all but the losers of a win, or
            only the winner and the draw's members
        top: points for being at the top
        top pot: points shared by all that are level at the top
        top centre: further points for every centre of a lone top
        clear top: further points for a lone top that nobody is near
        near top: points for being near the top
        near pot: what the points of `near top` are scaled to, so that they are shares of it; 0 where they
            are points
        lead: points for every centre of a sole leader's lead over the second
        gap: points for every centre more than each smaller power owns
        beaten: points for every power with fewer centres
        behind: points for every centre by which a survivor is behind the top; below 0, what it loses
        places: points for first, second, ... place
        order: who is first, by centres with the dead level, by centres with the dead by year, by result, or
            by centres with level powers by the years before
        placed: who has a place, all or only the survivors
        ties: level powers share the values of the places they fill, all take the lower or the higher one, or
            what `pairs` has for the last two of them
        pairs: points each for two that are level from first, second, ... place on
        whole places: are the points for places rounded to whole numbers, half to the even one?
        survivor: points for every survivor
        survivor pot: points shared by the survivors
        tribute: points that every other survivor pays the top, out of its share of `survivor pot`, for each
            of the top's centres above `tribute over`
        tribute over: the centres of the top that cost the others nothing
        open tribute: does every survivor pay the top a point for each centre it is behind, and so is it paid
            for the dead? Level tops get whole numbers, or exactly what it comes to
        kill: points for every survivor for each dead position
        survive year: the year whose Fall a power must outlive for the points of `survive`
        survive: points for owning a centre after that Fall
        year: points for every complete game year survived
        dead year: points for every year that a dead power played; `scale` leaves them alone
        last year: does the last year count as played, that of the elimination or of the win?
        most years: the most that a power gets for `dead year` or `loser year`
        newcomer: points for a new player
        country: what each power gets for being hard or easy to play, Austria to Turkey
        squares: points shared in proportion to the squares of the centres
        prospects: points shared in proportion to prospects, n / (18 - n); 18 centres take all
        share: points shared in proportion to the centres
        manorcon: points shared by the survivors in proportion to n x n + 4 x n + 16, n the centres owned
        dead weight: what each of the dead counts in the sum that `manorcon` is shared by
        levy: the largest part of its points that every other power pays to a sole leader, a point for each
            centre of its lead
        scale: what the board adds up to in the end, everybody in proportion
        cap: the most that a game can score
    """
    with_centres = conceded_centres or not board.conceded
    beside = NOTHING
    if board.winner is not None:
        if loser_centre and with_centres:
            beside += p.centres(board, loser_centre).only(board.others)
        if loser_year:
            years = p.years_played(board, loser_year, board.others, last_too=last_year, at_most=most_years)
            beside = beside.at_least(years) if loser_larger and beside.lines else beside + years
        if loser_survivor:
            beside += p.to_each("Survivor", loser_survivor, board.outside)
        if winner_centre and with_centres:
            beside += p.centres(board, winner_centre).only(board.placed)
        if others is not None:
            return p.winner_takes(board, win, others) + beside
    score = _sum_of(
        (
            draw or (win and others is None),
            lambda: _result(board, win if others is None else 0, draw, outside_part),
        ),
        (part, lambda: p.to_each("Taking part", part, SEATS)),
    )
    owned = NOTHING
    if centre_values and with_centres:
        owned = p.centre_table(board, centre_values)
    elif centre and with_centres:
        owned = p.centres(board, centre, over=centres_over or 0, cap=cap_centres, conceded=conceded or None)
    owned += _sum_of(
        (top, lambda: p.top_table(board, top)),
        (top_pot, lambda: p.pool(top_pot, p.within(board, 0), p.near_by(0))),
        (top_centre, lambda: p.top_centres(board, top_centre)),
        (clear_top, lambda: p.clear_top(board, clear_top)),
        (near_top, lambda: _near_top(board, near_top, near_pot)),
        (lead, lambda: p.lead(board, lead)),
        (gap, lambda: p.gap(board, gap)),
        (beaten, lambda: p.beaten(board, beaten)),
        (behind, lambda: p.behind(board, behind, board.survivors)),
    )
    if owned.lines and (who == "members" or (who == "unbeaten" and board.winner is not None)):
        owned = owned.only(board.placed)
    score = score + owned if score.lines else owned
    if beside.lines:
        score += beside
    if outside_centre and board.winner is None:
        score += p.centres(board, outside_centre).only(board.outside)
    if places:
        points = p.places(places, _ranking(board, order, placed), ties=ties, pairs=pairs)
        if placed == "survivors":
            points = points.only(board.survivors)
        score += points.rounded() if whole_places else points
    score += _sum_of(
        (survivor, lambda: p.to_each("Survivor", survivor, board.survivors)),
        (survivor_pot, lambda: _of_survivors(board, survivor_pot, tribute, tribute_over)),
        (open_tribute != "no", lambda: p.open_tribute(board, whole=open_tribute == "whole")),
        (kill, lambda: p.kills(board, kill)),
        (survive, lambda: p.alive_after(board, survive_year, survive)),
        (year, lambda: p.years_survived(board, year)),
    )
    if newcomer and board.new_player:
        score += p.to_each("New player", newcomer, board.new_player)
    if any(country):
        score += p.country(country)
    score += _sum_of(
        (squares, lambda: p.squares(board, squares)),
        (prospects, lambda: p.prospects(board, prospects)),
        (share, lambda: p.share(board, share)),
        (manorcon, lambda: p.weighted_share(board, manorcon, dead_weight)),
    )
    if pot:
        score += p.win_or_share(board, pot, score.whole if rest else 0, "for all else")
    if levy:
        score += p.levy(board, score, levy)
    if scale is not None:
        score = score.scaled(scale)
    if dead_year:
        score += p.years_played(board, dead_year, board.dead, last_too=last_year, at_most=most_years)
    if winner_times is not None or loser_times is not None:
        times = (1 if one is None else one for one in (winner_times, loser_times))
        score = score.times_on_a_win(board, *times)
    return score if cap is None else score.capped(cap)


def _sum_of(*parts: tuple[object, Callable[[], Points]]) -> Points:
    """The parts that the options ask for, added up."""
    return sum((points() for asked, points in parts if asked), NOTHING)


def _result(board: Board, win: Exact, draw: Sequence[Exact], outside: Exact) -> Points:
    """What winning or drawing gives, and the part of it that the other survivors get."""
    points = p.win_or_draw(board, win, draw)
    if outside and board.placed:
        each = points.whole / p.number_of(board.placed) * outside
        points += p.to_each(f"Survivor outside: {p.text(outside)} times as much", each, board.outside)
    return points


def _near_top(board: Board, values: Sequence[Exact], pot: Exact) -> Points:
    """What being near the top gives, as it is or as shares of a pot."""
    shares = p.near_top(board, values)
    return shares.scaled(pot, "Share of the {} points for being near the top", "shares") if pot else shares


def _of_survivors(board: Board, pot: Exact, tribute: Exact, over: int) -> Points:
    """A pot shared by the survivors, who may pay the top out of it."""
    if tribute:
        return p.tribute(board, pot, over, tribute)
    return p.pool(pot, board.survivors, "survivor")


def _ranking(board: Board, order: str, placed: str) -> p.Ranking:
    """Who is first, second, ..."""
    if placed == "survivors" and order in ("centres", "survival"):
        return p.by_centres(board, board.survivors)
    return _ORDERS[order](board)


_ORDERS: Mapping[str, Callable[[Board], p.Ranking]] = {
    "centres": p.by_centres,
    "survival": p.by_survival,
    "result": p.by_result,
    "history": p.by_history,
}
