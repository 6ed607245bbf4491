"""Write the files of the World Diplomacy Database, classification and boards, and read the boards file.

The columns are from the database's last public exporter (dipvis, up to July 2026). Countries have the
database's own codes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from xl_dipscore.errors import Fault, Faults, WithFaults, join
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, STANDARD_VICTORY, Board, End, count_of
from xl_dipscore.rules.event.games import Game, add_places
from xl_dipscore.rules.event.scored import Result, results_of
from xl_dipscore.rules.points import Exact
from xl_dipscore.rules.tournament.awards import worth_by
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.games import GameRow, MissingColumn, SameColumnTwice
from xl_dipscore.tables.cells.values import Cell, is_blank, number, year
from xl_dipscore.tables.exchange.formats import COUNTRY, File, Read, Seated, reads, with_last_years
from xl_dipscore.tables.exchange.writers import (
    Outgoing,
    Written,
    last_year,
    missing_name_notes,
    omission_notes,
    seats_of,
    writes,
)

ROUNDS, AWARDS, YEARS = 8, 12, 20
"""How many columns the database has for rounds, awards and years."""
UNRANKED = 999
"""Written in place of a missing rank."""
CODES = {power: f"0{power[:2].upper()}" for power in POWERS}
"""The database's code of each power: 0 for the standard map, and two letters."""
BLANK, UNKNOWN = "YYY", "ZZZ"
"""The codes for no country, and for a country that the database does not know."""
COUNTRIES = {
    "DZ": "ALG", "AR": "ARG", "AU": "AUS", "AT": "AUT", "BY": "BLR", "BE": "BEL", "BJ": "BEN", "BW": "BOT",
    "BR": "BRE", "CM": "CAM", "CA": "CAN", "CN": "CHI", "KM": "COM", "CZ": "CZE", "CD": "RDC", "DK": "DAN",
    "DJ": "DJI", "EG": "EGY", "ET": "ETH", "FI": "FIN", "FR": "FRA", "GA": "GAB", "GE": "GEO", "DE": "ALL",
    "GR": "GRE", "GN": "GU", "HU": "HON", "IS": "ISL", "IR": "IRN", "IE": "IRL", "IL": "ISR", "IT": "ITA",
    "JP": "JAP", "KZ": "KAZ", "KE": "KEN", "LU": "LUX", "MX": "MEX", "MD": "MOL", "MC": "MON", "MA": "MAR",
    "NL": "HOL", "NZ": "NZE", "NO": "NGE", "PK": "PAK", "PH": "PHI", "PL": "POL", "PT": "POR", "RO": "ROU",
    "RU": "RUS", "SC": "SEY", "ZA": "SA", "KR": "COR", "ES": "ESP", "SE": "SUE", "CH": "SUI", "TH": "THA",
    "TN": "TUN", "TR": "TUR", "UA": "UKR", "GB": "ANG", "US": "USA",
}  # fmt: skip
"""The database's code of a country by its ISO 3166 code; most codes abbreviate the French name."""
AS_IN_ISO = (
    "AD AO BF BI CV CF TD GQ ER GM GH GW IN CI LB LS LR LY LI MG MW ML MT MR MU MZ NA NE NG CG RW SM ST SN "
    "SL SG SO SD SZ SY TJ TZ TG UG VN ZM ZW"
)
"""ISO 3166 codes that are the database's codes too."""
CLASSIFICATION = (
    *("FIRST NAME", "NAME", "HOMONYME", "RANK", "EXAEQUO", "LOCATION", "NATIONALITY", "SCORE"),
    *(f"R{n}" for n in range(1, ROUNDS + 1)),
    *(f"{word}_{code}" for code in CODES.values() for word in ("RK", "PT", "CT", "HEAT", "BOARD")),
    *(f"RK_AWA_{n}" for n in range(1, AWARDS + 1)),
)
TOP_BOARD = tuple(f"{word}_TOPBOARD" for word in ("NAME", "HEAT", "BOARD", "RK", "CT", "COUNTRY"))
TEAM = ("TEAM", "TEAM_SCORE", "TEAM_RANK")
_KNOWN_BY = ("FIRST NAME", "NAME", "HOMONYME", "ROUND", "BOARD", "COUNTRY")
BOARDS = (
    *_KNOWN_BY,
    *("RANK", "EXAEQUO", "SCORE", "NB_CENTRE", "YEAR_ELIMINATION", "DRAW"),
    *(f"CT_{n:02}" for n in range(1, YEARS + 1)),
)
NAME = "boards of the World Diplomacy Database"


class TooManyRounds(Fault):
    """The World Diplomacy Database has columns for {most} rounds, but the event has {rounds}."""


class TooManyYears(Fault):
    """The World Diplomacy Database has columns for years up to {most}, but the board goes on to {year}."""


@writes("wdd", "the two files of the World Diplomacy Database", scored=True, secret=False)
def write_wdd(outgoing: Outgoing) -> Written:
    """Write `wdd-classification.csv` and `wdd-boards.csv`. Raises Faults for too many rounds or years."""
    scored = outgoing.scored
    faults: list[Fault] = []
    if (rounds := max(outgoing.rounds[one.game.round] for one in scored)) > ROUNDS:
        faults.append(TooManyRounds(most=ROUNDS, rounds=rounds))
    for one in scored:
        last = None if one.game.board is None else last_year(one.game.board)
        if last is not None and last > FIRST_YEAR + YEARS - 1:
            late = TooManyYears(most=FIRST_YEAR + YEARS - 1, year=last)
            faults += add_places([late], one.game.place)
    if faults:
        raise Faults(faults)
    countries, unknown = _countries(outgoing)
    omitted = omission_notes(outgoing, "The World Diplomacy Database")
    notes = [*_unknown_country_notes(unknown), *omitted, *missing_name_notes(outgoing)]
    notes.append("The award columns (RK_AWA_1 ...) are blank: type the ranks for the awards that you gave.")
    header = [*CLASSIFICATION, *(TOP_BOARD if outgoing.top_board else ()), *(TEAM if outgoing.teams else ())]
    people = _classification(outgoing, countries)
    tables = {"wdd-classification.csv": (header, people), "wdd-boards.csv": (BOARDS, _boards(outgoing))}
    files = {
        name: csv_text([words, *([row.get(word, "") for word in words] for row in rows)])
        for name, (words, rows) in tables.items()
    }
    return Written(files, tuple(notes))


def _countries(outgoing: Outgoing) -> tuple[dict[str, str], dict[str, str]]:
    """The code of each player's country, and the country of each player whose country has no code."""
    codes, unknown = {}, {}
    for player in (row.player for row in outgoing.table or ()):
        typed = outgoing.cell_of(player, COUNTRY)
        iso = typed.upper().partition("-")[0]
        code = COUNTRIES.get(iso, iso if iso in AS_IN_ISO.split() else UNKNOWN)
        codes[player] = code if typed else BLANK
        if codes[player] == UNKNOWN:
            unknown[player] = typed
    return codes, unknown


def _unknown_country_notes(countries: Mapping[str, str]) -> Iterator[str]:
    if countries:
        listed = join(f"{typed} of {player}" for player, typed in countries.items())
        yield (
            f"Countries without a code in the World Diplomacy Database are written as {UNKNOWN}: {listed}. "
            "On Players, type a country as two letters, such as GB."
        )


def _name_cells(outgoing: Outgoing, player: str) -> dict[str, Cell]:
    first, last = outgoing.parts_of(player)
    return {"FIRST NAME": first, "NAME": last, "HOMONYME": 1}


def _best_games(outgoing: Outgoing) -> Iterator[tuple[str, Result, int]]:
    """For each power, each player's best game: the power's code, the game, its place among these games."""
    best: dict[tuple[int, str], Result] = {}
    worth = worth_by(outgoing.awards)
    for one in results_of(outgoing.scored):
        if one.score is not None and one.game.board is not None and not one.typed.unranked:
            best[one.seat, one.player] = max(best.get((one.seat, one.player), one), one, key=worth)
    for seat, code in enumerate(CODES.values()):
        its = [one for one in best.values() if one.seat == seat]
        for one, place in zip(its, _ranks(list(map(worth, its))), strict=True):
            yield code, one, place or UNRANKED


def _ranks(amounts: Sequence[Exact | tuple[Exact, ...] | None]) -> list[int | None]:
    """The place of each amount: 1 for the largest, equal places for equal amounts; None for no amount."""
    known: list[Any] = [one for one in amounts if one is not None]
    return [None if one is None else 1 + sum(other > one for other in known) for one in amounts]


def _classification(outgoing: Outgoing, countries: Mapping[str, str]) -> list[dict[str, Cell]]:
    assert outgoing.table is not None, "A format with ranks declares that it needs standings."
    shared = [row.rank for row in outgoing.table]
    rows: dict[str, dict[str, Cell]] = {}
    for row in outgoing.table:
        code = countries[row.player]
        rows[row.player] = {
            **_name_cells(outgoing, row.player),
            "RANK": row.rank or UNRANKED,
            "EXAEQUO": shared.count(row.rank) if row.rank else 1,
            "LOCATION": code,
            "NATIONALITY": code,
            "SCORE": row.total,
            **{f"R{outgoing.rounds[round_]}": score for round_, score in row.by_round.items()},
        }
    for code, one, place in _best_games(outgoing):
        if one.player in rows:
            made = (place, one.score, one.centres, *_round_and_board(outgoing, one.game))
            words = ("RK", "PT", "CT", "HEAT", "BOARD")
            rows[one.player] |= {f"{word}_{code}": cell for word, cell in zip(words, made, strict=True)}
    for player, cells in _top_board(outgoing):
        rows.get(player, {}).update(zip(TOP_BOARD, cells, strict=True))
    for team in outgoing.teams or ():
        its = dict(zip(TEAM, (team.name, team.total, team.rank or UNRANKED), strict=True))
        for player in team.members:
            rows.get(player, {}).update(its)
    return [*rows.values()]


def _top_board(outgoing: Outgoing) -> Iterator[tuple[str, Sequence[Cell]]]:
    top = outgoing.top_board
    if top is not None and top.game.board is not None:
        places = _ranks(top.scores or [None] * 7)
        for one in top.results:
            place, code = places[one.seat] or UNRANKED, CODES[one.power]
            yield one.player, ("A", *_round_and_board(outgoing, top.game), place, one.centres, code)


def _round_and_board(outgoing: Outgoing, game: Game) -> tuple[int, int]:
    """The numbers of a game's round, and of its board within the round."""
    return outgoing.rounds[game.round], outgoing.numbers[game.round, game.name]


def _boards(outgoing: Outgoing) -> Iterator[dict[str, Cell]]:
    for one in outgoing.scored:
        board = one.game.board
        assert board is not None, "Only games with a board are scored."
        scores = one.scores or (None,) * 7
        places = _ranks(scores)
        year = last_year(board)
        chart = dict(board.chart) or ({} if year is None else {year: board.centres})
        for seat in seats_of(one.game):
            gone = board.eliminated[seat]
            yield {
                **_name_cells(outgoing, one.game.seats[seat].player),
                **dict(zip(("ROUND", "BOARD"), _round_and_board(outgoing, one.game), strict=True)),
                "COUNTRY": CODES[POWERS[seat]],
                "RANK": places[seat] or UNRANKED,
                "EXAEQUO": places.count(places[seat]) if places[seat] else 1,
                "SCORE": scores[seat],
                "NB_CENTRE": board.centres[seat],
                "YEAR_ELIMINATION": "" if gone is None else gone - FIRST_YEAR + 1,
                "DRAW": _draw(board, seat),
                **{f"CT_{y - FIRST_YEAR + 1:02}": counts[seat] for y, counts in chart.items()},
            }


def _draw(board: Board, seat: int) -> Cell:
    """The DRAW cell of a seat: 1 for a winner, n in a draw of n, else 0; blank if time ran out."""
    match board.ending.end:
        case End.CLOCK:
            return ""
        case End.DRAW:
            return len(board.drew) if seat in board.drew else 0
    return int(seat == board.winner)


class NotADrawNumber(Fault):
    """{value} cannot be in DRAW: type 1 for the winner, the number of powers in the draw, 0, or nothing."""


class OtherDrawNumber(Fault, remedy="Correct the column for all powers of the board."):
    """DRAW counts {said} in the draw, but is above 0 for {found}."""


_WORDS = {
    "ROUND": "round",
    "BOARD": "board",
    "COUNTRY": "power",
    "NB_CENTRE": "centres",
    "YEAR_ELIMINATION": "eliminated",
    "NAME": "player",
    "DRAW": "draw",
}
_POWERS = {code.casefold(): power for power, code in CODES.items()}


def _titles(file: File) -> list[str]:
    """The file's headings as the database writes them: in capitals, with single spaces."""
    row = file.rows[0] if file.rows else ()
    return [" ".join(str("" if cell is None else cell).split()).upper() for cell in row]


@reads("wdd", NAME, lambda file: {*_titles(file)} >= {*_KNOWN_BY})
def read_wdd(file: File) -> Read:
    """Each board with its players, counts, years and draw, and with the counts of every year if there are
    columns CT_01 ...

    It also reads the scores, and reports errors in the database's own columns.
    """
    titles = _titles(file)
    faults: list[Fault] = [
        SameColumnTwice(place=file.name, name=title)
        for title in dict.fromkeys(titles)
        if titles.count(title) > 1 and title in BOARDS
    ]
    if not any(title == "NB_CENTRE" or _year(title) for title in titles):
        faults.append(MissingColumn(place=file.name, name="NB_CENTRE"))
    if faults:
        return Read(faults=tuple(faults))
    columns = {_WORDS.get(title) or _year(title) or title: i for i, title in enumerate(titles)}
    rows, faults = _with_marks(map(_row, file.below(columns)))
    rows = [*with_last_years(rows)]
    return Read(tuple(rows), faults=tuple(faults), scores=_scores(rows) or None)


def _year(title: str) -> int | None:
    """The year of a heading such as CT_07; None for other headings."""
    found = re.fullmatch(r"CT_(\d\d)", title)
    return FIRST_YEAR - 1 + int(found[1]) if found and int(found[1]) else None


def _row(line: GameRow) -> GameRow:
    code = str(line.get("power") or "").strip().casefold()
    power = _POWERS.get(code, line.get("power"))
    gone, player = year(line.get("eliminated")), _player(line)
    return line._replace(cells={**line.cells, "power": power, "player": player, "eliminated": gone})


def _player(line: GameRow) -> str:
    """First and last name. HOMONYME is 2 or more for a further person of the same name: `Ann Lee (2)`."""
    name = " ".join(str(line.get(part) or "").strip() for part in ("FIRST NAME", "player")).strip()
    which = number(line.get("HOMONYME"))
    return f"{name} ({which})" if name and isinstance(which, int) and which > 1 else name


def _with_marks(rows: Iterable[GameRow]) -> WithFaults[list[GameRow]]:
    """The rows, with a draw mark if DRAW is above 0 but centres are too few to win, and faults in DRAW."""
    read: list[GameRow] = []
    faults: list[Fault] = []
    boards: dict[tuple[Cell, Cell], list[tuple[GameRow, int]]] = {}
    for row in rows:
        if "draw" not in row.cells:
            read.append(row)
            continue
        count = number(row.get("draw"))
        if is_blank(row.get("draw")):
            count = 0
        elif not isinstance(count, int) or not 0 <= count <= 7:
            faults.append(row.wrong(NotADrawNumber, "draw", value=repr(row.get("draw"))))
            count = 0
        mark = "x" if count and not _has_won(row) else None
        read.append(row._replace(cells={**row.cells, "draw": mark}))
        if count:
            boards.setdefault((row.get("round"), row.get("board")), []).append((row, count))
    for marked in boards.values():
        for row, count in [one for one in marked if one[1] != len(marked)][:1]:
            facts = {"said": count_of(count, "power"), "found": count_of(len(marked), "power")}
            faults.append(row.wrong(OtherDrawNumber, "draw", **facts))
    return WithFaults(read, faults)


def _has_won(row: GameRow) -> bool:
    """Does the power have enough centres for a win?"""
    count = number(row.get("centres"))
    return count is not None and count >= STANDARD_VICTORY.centres


def _scores(rows: Iterable[GameRow]) -> dict[Seated, Fraction]:
    scores: dict[Seated, Fraction] = {}
    for row in rows:
        score, seat, board = number(row.get("SCORE")), row.seat, row.key
        if score is not None and seat is not None and board is not None:
            scores[(*board, seat)] = Fraction(score)
    return scores
