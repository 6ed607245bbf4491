"""A director's own system, wholly from options."""

from typing import Literal

from xl_dipscore import points as p
from xl_dipscore.board import SEATS, Board
from xl_dipscore.points import Amount, DrawTable, PerPower, PlaceTable, Points
from xl_dipscore.system import system


@system("CUSTOM", "Custom", family="any", source="the director's own options")
def custom(
    board: Board,
    *,
    win: Amount = 0,
    others: Amount | None = None,
    draw: DrawTable = (),
    part: Amount = 0,
    centre: Amount = 1,
    cap_centres: int | None = None,
    conceded: int = 0,
    conceded_centres: bool = True,
    places: PlaceTable = (),
    order: Literal["centres", "survival", "result"] = "centres",
    ties: Literal["share", "lower"] = "share",
    lead: Amount = 0,
    kill: Amount = 0,
    survive_year: int = 1905,
    survive: Amount = 0,
    year: Amount = 0,
    newcomer: Amount = 0,
    country: PerPower = (0,) * 7,
    squares: Amount = 0,
    prospects: Amount = 0,
    share: Amount = 0,
    scale: Amount | None = None,
    cap: Amount | None = None,
) -> Points:
    """A system of your own: it adds up the options you set. Without options, a point a centre.

    WBC, for instance, is `win` 46, `draw` 22 10 4 1, `conceded` 18. With `others` a win ends the matter: the
    winner has `win`, everybody else `others`, and nothing else counts. C-Diplo is `win` 100, `others` 0,
    `part` 1, `places` 38 14 7. A concession is scored as a win.

    Options:
        win: points for a win
        others: points for each loser of a win, and then nothing else counts; none where the rest still counts
        draw: points each in a 2-, 3-, ... 7-way draw
        part: points for taking part
        centre: points for every centre
        cap centres: the most centres that count
        conceded: the centres that a conceded win counts as, where it has fewer
        conceded centres: does anybody get points for centres in a game that was conceded?
        places: points for first, second, ... place
        order: who is first, by centres with the dead level, by centres with the dead by year, or by result
        ties: level powers share the values of the places they fill, or all take the lower place
        lead: points for every centre of a sole leader's lead over the second
        kill: points for every survivor for each dead position
        survive year: the year whose Fall a power must outlive for the points of `survive`
        survive: points for owning a centre after that Fall
        year: points for every complete game year survived
        newcomer: points for a new player
        country: what each power gets for being hard or easy to play, Austria to Turkey
        squares: points shared in proportion to the squares of the centres
        prospects: points shared in proportion to prospects, n / (18 - n); 18 centres take all
        share: points shared in proportion to the centres
        scale: what the board adds up to in the end, everybody in proportion
        cap: the most that a game can score
    """
    if board.winner is not None and others is not None:
        return p.winner_takes(board, win, others)
    score = Points()
    if draw or (win and others is None):
        score += p.win_or_draw(board, win, draw)
    if part:
        score += p.to_each("taking part", part, SEATS)
    if centre and (conceded_centres or not board.conceded):
        score += p.centres(board, centre, cap=cap_centres, conceded=conceded or None)
    if places:
        ranked = {"centres": p.by_centres, "survival": p.by_survival, "result": p.by_result}[order]
        score += p.places(places, ranked(board), ties=ties)
    if lead:
        score += p.lead(board, lead)
    if kill:
        score += p.kills(board, kill)
    if survive:
        score += p.alive_after(board, survive_year, survive)
    if year:
        score += p.years_survived(board, year)
    if newcomer and board.new_player:
        score += p.to_each("new player", newcomer, board.new_player)
    if any(country):
        score += p.country(country)
    if squares:
        score += p.squares(board, squares)
    if prospects:
        score += p.prospects(board, prospects)
    if share:
        score += p.share(board, share)
    if scale is not None:
        score = score.scaled(scale)
    return score if cap is None else score.capped(cap)
