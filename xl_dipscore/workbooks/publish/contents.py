"""The contents of an event's page. Numbers come from the workbook's cells, explanations from the rule."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import chain as chained
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.rules.board import POWERS, SEATS, Board, End, count_of
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.decision import Part
from xl_dipscore.rules.event.games import Game, Round, heading_of, name_of, round_order, rounds_of
from xl_dipscore.rules.event.scored import Scored, score_of
from xl_dipscore.rules.points import Line, as_double, as_typed, text
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.explain import Section, explain_row, explain_team
from xl_dipscore.rules.tournament.games import system_and_options
from xl_dipscore.rules.tournament.table import Standing, parts_of
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.values import Cell, as_cell, is_blank, number
from xl_dipscore.workbooks.layout.event import EventIn, NoSystem
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.pages import CENTRES_ONLY, find_secrecy_cell
from xl_dipscore.workbooks.publish.charts import Bars, Range, bars, centres_by_year, ranges
from xl_dipscore.workbooks.publish.parts import (
    BestLine,
    BoardShown,
    Contents,
    ExplanationSection,
    Number,
    PlayerLine,
    RoundShown,
    RuleShown,
    SeatLine,
    TeamLine,
)
from xl_dipscore.workbooks.publish.reading import ReadEvent
from xl_dipscore.workbooks.publish.stored import (
    USUAL_DECIMALS,
    StoredRow,
    StoredTable,
    decimals_of,
    format_short,
    format_value,
    number_in,
    shows_result,
    stored_best,
    stored_teams,
)
from xl_dipscore.workbooks.publish.typical import typical_scores

MANY_DECIMALS = 9
"""Enough decimals to show a difference between totals that are not equal."""
LEADERS = 10
"""The most players in the chart of scores by round."""
SHORT = 6
"""The most characters of a number in a narrow table."""


# -- all of it --------------------------------------------------------------------------------


def contents(event: EventIn, when: datetime, sentences: Iterable[str], scores: str = "") -> Contents:
    """The contents of the page for a workbook whose formulas are computed. Raises NoGamesSheet.

    when: the time at which the numbers were saved or computed.
    sentences: the source of the numbers, in words.
    scores: which scores to publish, as in a command's option `--scores`; blank: as the workbook itself says.
    """
    read = ReadEvent(event)
    head = (_name(event), _date(when), when.isoformat(timespec="minutes"), " ".join(sentences))
    if find_secrecy_cell(event, scores):
        return _contents_without_scores(read, head)
    lines = tuple(_lines(read))
    shown = Contents(
        *head,
        rule=_rule(read),
        facts=tuple(_facts(read, lines)),
        headings=(),
        standings=lines,
        about=tuple(_about_standings(read)),
        rounds=tuple(_rounds(read)),
        identity=str(read.identity),
    )
    return _with_results(_with_headings(shown, read), read)


def _with_headings(shown: Contents, read: ReadEvent) -> Contents:
    """The contents with the headings of the standings, if the event has any."""
    table = read.shown_standings
    if table is None:
        return shown
    rounds = tuple(map(heading_of, table.rounds))
    return shown._replace(headings=rounds, tiebreaks=tuple(map(_tie_break, table.tiebreaks)))


def _with_results(shown: Contents, read: ReadEvent) -> Contents:
    """The contents with all that follows from scores besides the standings."""
    chart = _leaders(read)
    team_headings, *_ = _team_rows(read) or [()]
    return shown._replace(
        legend=chart.legend,
        leaders=chart.bars,
        best=tuple(_best(read)),
        ranges=_ranges(read),
        typical=typical_scores(read),
        team_headings=tuple(map(str, team_headings)),
        teams=tuple(_teams(read)),
        serious=_problems(read),
    )


def _about_standings(read: ReadEvent) -> Iterator[str]:
    """Sentences below the standings."""
    if read.shown_standings is not None and read.workbook.standings_shown is None:
        yield "The workbook has no standings table: this one was computed from its games."
    yield from read.progress.reason_sentences
    if read.open:
        yield "Boards in play count here as if they ended now."
    if read.table is not None:
        yield from read.table.notes


def _contents_without_scores(read: ReadEvent, head: tuple[str, str, str, str]) -> Contents:
    """The contents while scores are hidden: centres, boards and seats, as on the sheet Print."""
    rounds = tuple(map(_without_scores, _rounds(read)))
    standings = tuple(_centres_of_players(rounds, read.workbook.players))
    return Contents(
        *head,
        rule=_rule(read, all_options=False),
        facts=tuple(_facts(read, standings)),
        headings=tuple(map(heading_of, rounds_of(read.listed.games))),
        standings=standings,
        about=(CENTRES_ONLY,),
        rounds=rounds,
        identity=str(read.identity),
        secret=True,
    )


def _without_scores(round_: RoundShown) -> RoundShown:
    """Remove the scores from a round, and everything from which scores could be derived."""
    boards = []
    for board in round_.boards:
        seats = tuple(seat._replace(score=None) for seat in board.seats)
        boards.append(board._replace(seats=seats, notes=(), faults=(), lines=()))
    return round_._replace(boards=tuple(boards))


def _centres_of_players(rounds: Iterable[RoundShown], roster: Iterable[str]) -> Iterator[PlayerLine]:
    """A line for each player, in the order of the roster: boards played, and the centres of each round."""
    played = [round_ for round_ in rounds if any(board.played for board in round_.boards)]
    names = {name.casefold(): name for name in roster}
    owned: dict[str, dict[str, list[Fraction]]] = {name: defaultdict(list) for name in names}
    for round_ in played:
        for seat in chained.from_iterable(board.seats for board in round_.boards):
            centres = number(seat.centres)
            if seat.player and centres is not None:
                name = names.setdefault(seat.player.casefold(), seat.player).casefold()
                owned.setdefault(name, defaultdict(list))[round_.name].append(Fraction(centres))
    for name, theirs in owned.items():
        counts = tuple(Number(text(sum(theirs[r.name])) if r.name in theirs else "") for r in played)
        yield PlayerLine("", names[name], str(sum(map(len, theirs.values()))), counts, ())


def _name(event: EventIn) -> str:
    return event.title or event.book.name.rpartition(".")[0] or event.book.name


def _date(when: datetime) -> str:
    zone = when.strftime("%z")
    offset = f"UTC{zone[:3].replace('-', '−')}:{zone[3:5]}" if zone and zone[1:5] != "0000" else "UTC"
    return f"{when.day} {when:%B %Y, %H:%M} ({offset})"


def _tie_break(heading: str) -> str:
    """The heading of a tie-break as our rules write it, such as `MSD` for `msd`; else `heading` itself."""
    found = next((one for one in tie_breaks_named([heading.lower()])), None)
    return heading if found is None else found.heading.removesuffix(" (tie-break)")


def _facts(read: ReadEvent, lines: Sequence[PlayerLine]) -> Iterator[str]:
    rounds = rounds_of(read.listed.games)
    planned = None if read.event is None else read.event.chosen.settings.rounds
    numbered = [round_ for round_ in rounds if isinstance(round_, int)]
    if planned and numbered and len(numbered) < planned:
        yield f"{len(numbered)} of {planned} rounds"
    elif numbered:
        yield count_of(len(numbered), "round") + (" and a Final" if "Final" in rounds else "")
    if read.listed.games:
        yield count_of(len(read.listed.games), "board")
    players = {name for game in (*read.listed.games, *read.listed.to_come) for name in game.players}
    if count := len(players) or len(lines):
        yield count_of(count, "player")


# -- standings --------------------------------------------------------------------------------


def _lines(read: ReadEvent) -> list[PlayerLine]:
    if (table := read.shown_standings) is None:
        return []
    columns = ([row.breaks[n] for row in table.rows] for n in range(len(table.tiebreaks)))
    places = [decimals_of(n for cell in column if (n := number_in(cell)) is not None) for column in columns]
    totals = Counter(format_value(row.total, MANY_DECIMALS) for row in table.rows)
    level = {total for total, count in totals.items() if count > 1}
    lines = [
        _line(read, table, row, places, level=format_value(row.total, MANY_DECIMALS) in level)
        for row in table.rows
    ]
    rows = [read.rows.get(row.player) for row in table.rows]
    parts = [*parts_of(row for row in rows if row is not None)]
    whole = len(parts) == len(lines) and len({*parts}) > len([*filter(None, parts)])
    return [line._replace(part=part) for line, part in zip(lines, parts, strict=True)] if whole else lines


def _line(
    read: ReadEvent, table: StoredTable, stored: StoredRow, places: Sequence[int], *, level: bool
) -> PlayerLine:
    """A line of the standings. places: decimals of each tie-break. level: do others have the same total?"""
    row = read.rows.get(stored.player)
    counted = stored.counted
    if counted is None and row is not None and row.total is not None:
        counted = frozenset(map(str, row.counted))
    mine = (one.game for one in read.open if any(seat.player == stored.player for seat in one.game.seats))
    playing = {game.round for game in mine}
    rounds: list[Number] = []
    for round_ in table.rounds:
        value = stored.rounds.get(round_)
        dropped = counted is not None and str(round_) not in counted and number_in(value) is not None
        typed = row is not None and round_ in row.overridden
        shown = format_value(value, read.decimals)
        rounds.append(Number(shown, dropped=dropped, typed=typed, open=round_ in playing))
    why, tie = _why(read, stored, row, level=level)
    return PlayerLine(
        format_value(stored.rank, 0),
        stored.player,
        format_value(stored.total, read.decimals),
        tuple(rounds),
        tuple(map(format_value, stored.breaks, places)),
        tie,
        why,
    )


class _Why(NamedTuple):
    """Sections that explain a player's total, and sentences on what separates players with the same total."""

    sections: tuple[ExplanationSection, ...]
    ties: tuple[str, ...]


def _why(read: ReadEvent, stored: StoredRow, row: Standing | None, *, level: bool) -> _Why:
    """Sections that explain a player's total, and sentences on what separates players with the same total.

    level: do other players have the same total? If not, tie-breaks are not explained. No sentence says that
    larger totals rank higher, because the table itself shows that.
    """
    if read.table is None or read.system is None or row is None:
        return _Why((), ())
    total, decided, *others = explain_row(read.system, read.table, row, read.options).sections
    sentences = [part.words for part in decided.parts if not part.words.startswith(SHOWN_BY_THE_TABLE)]
    sentences = [words for words in sentences if " by the total: " not in words]
    if not shows_result(stored.total, row.total):
        shown = format_value(stored.total, 3) or "nothing"
        sentences.append(f"The workbook itself shows {shown}: its own formula, or what its director typed.")
    tie = tuple(words for words in sentences if "; ahead by " in words)
    sections = [_section(total)._replace(title="", sentences=tuple(w for w in sentences if w not in tie))]
    sections += [_section(one) for one in others if level or not one.title.startswith("Tie-break")]
    return _Why(tuple(sections), tie if level else ())


SHOWN_BY_THE_TABLE = "Rank "
"""The beginning of a sentence that only repeats the table."""


def _section(section: Section) -> ExplanationSection:
    """Show a section as a table or, if it has neither headings nor numbers, as sentences."""
    if not section.headings and all(not part.numbers for part in section.lines):
        return ExplanationSection(section.title, (), (), tuple(part.words for part in section.lines))
    width = max(len(section.headings), *(len(part.numbers) for part in section.lines))
    lines = [_cells(part, width) for part in section.lines]
    headings = [*section.headings, *[""] * (width - len(section.headings))]
    if headings == ["Score", "Weight", "Counts"]:
        # The words already say "in full" or "dropped", so a column of only ones and noughts adds nothing.
        if all(line[2] in ("", "1") for line in lines):
            return ExplanationSection(section.title, ("",), tuple((line[0], line[3]) for line in lines))
        if all(line[2] in ("", "1", "0") for line in lines):
            return ExplanationSection(
                section.title, ("Score", "Counts"), tuple((line[0], line[1], line[3]) for line in lines)
            )
    return ExplanationSection(section.title, tuple(headings), tuple(lines))


def _cells(part: Part, width: int) -> tuple[str, ...]:
    numbers = ["" if number is None else text(number).replace("-", "−") for number in part.numbers]
    return (part.words, *numbers, *[""] * (width - len(numbers)))


def _leaders(read: ReadEvent) -> Bars:
    """The legend of the chart of leaders, and a bar for each leader, with a part for each round."""
    if (table := read.shown_standings) is None or len(table.rounds) < 2:
        return Bars((), ())
    made = []
    for stored in table.rows[:LEADERS]:
        row, total = read.rows.get(stored.player), number_in(stored.total)
        if row is None or total is None or row.ranks:
            return Bars((), ())
        parts = []
        for round_ in table.rounds:
            score, weight = number_in(stored.rounds.get(round_)), row.weights.get(round_)
            amount = 0.0 if score is None or weight is None else score * float(weight.exact)
            parts.append((heading_of(round_), amount))
        rest = total - sum(amount for _, amount in parts)
        parts.append(("+", rest if abs(rest) > TOO_SMALL * max(1, abs(total)) else 0.0))
        if any(amount < 0 for _, amount in parts):
            return Bars((), ())
        made.append((stored.player, total, format_value(total, read.decimals), parts))
    return bars(made)


TOO_SMALL = 1e-6
"""An amount below this fraction of the total is only a rounding error."""


# -- boards -----------------------------------------------------------------------------------


def _rounds(read: ReadEvent) -> Iterator[RoundShown]:
    boards: dict[Round, list[BoardShown]] = defaultdict(list)
    for one in read.scored:
        boards[one.game.round].append(_board(read, one))
    for game in read.listed.to_come:
        boards[game.round].append(_board_to_come(game))
    last = round_order(read.last_round) if read.last_round is not None else 0
    dates = {one.round: one.date for one in read.listed.games} if read.listed.by_dates else {}
    for round_ in sorted(boards, key=round_order):
        name, day = name_of(round_), dates.get(round_)
        anchor, current = name.lower().replace(" ", "-"), round_order(round_) >= last
        yield RoundShown(day_in_words(day) if day else name, anchor, tuple(boards[round_]), current)


def _board_to_come(game: Game) -> BoardShown:
    seats = [(power, seat.player) for power, seat in zip(POWERS, game.seats, strict=True)]
    if game.without_power:
        seats = [*(seat for seat in seats if seat[1]), *(("", name) for name in game.without_power)]
    lines = (SeatLine(*seat, "", Number("")) for seat in seats)
    return BoardShown(game.name, tuple(lines), played=False)


def _board(read: ReadEvent, one: Scored) -> BoardShown:
    is_open = one in read.open
    board, faults = one.board or one.game.board, tuple(fault.sentence for fault in one.faults)
    explained = _explain_scores(read, one)
    seats = tuple(_seat(read, one, seat, board) for seat in SEATS)
    lines = tuple(_shown_line(read, line) for line in explained.lines)
    return BoardShown(
        one.game.name,
        seats,
        "" if board is None else _ending(board, is_open),
        (*_notes(read, one, board), *explained.notes),
        faults,
        open=is_open,
        lines=lines,
        wide=any(len(amount) > SHORT for _, amounts in lines for amount in amounts),
        chart=None if one.game.board is None else centres_by_year(one.game.board),
    )


def _shown_line(read: ReadEvent, line: Line) -> tuple[str, tuple[str, ...]]:
    decimals = max(read.decimals, USUAL_DECIMALS)
    return line.label, tuple(format_short(as_double(amount), decimals) for amount in line.amounts)


def _ending(board: Board, is_open: bool) -> str:
    said = board.ending_in_words()
    return f"If it ended now: {said}" if is_open else said[0].upper() + said[1:]


def _seat(read: ReadEvent, one: Scored, seat: int, board: Board | None) -> SeatLine:
    typed, row = one.game.seats[seat], one.game.place.rows[seat]
    if row is None:
        return SeatLine(POWERS[seat], "not played", "", Number(""))
    shown = format_value(read.counted_value(one, seat), read.decimals)
    score = Number(shown, typed=typed.override is not None)
    if board is None:
        centres = format_short(read.typed_cell(one, seat, "centres"))
        return SeatLine(POWERS[seat], typed.player, centres, score)
    return SeatLine(POWERS[seat], typed.player, str(board.centres[seat]), score, _tag(board, seat))


def _tag(board: Board, seat: int) -> str:
    if seat == board.winner:
        return "won" if board.conceded or board.ending.end is End.CLOCK else "solo"
    if seat in board.drew and board.ending.end is End.DRAW:
        return "draw"
    gone = board.eliminated[seat]
    return f"out {gone}" if gone is not None and not board.centres[seat] else ""


def _notes(read: ReadEvent, one: Scored, board: Board | None) -> Iterator[str]:
    if board is not None and read.system is not None and one.game.board is not None:
        try:
            system, options = read.system.of_game(one.game.round, one.game.system, read.options)
            yield from system.notes(one.game.board, **options)
        except Faults:
            yield from board.notes()
    if one.game.weight != 1:
        yield f"A board of weight {as_typed(one.game.weight)}."


class _ExplainedScores(NamedTuple):
    """Lines that explain a board's scores, and notes."""

    lines: list[Line]
    notes: list[str]


def _explain_scores(read: ReadEvent, one: Scored) -> _ExplainedScores:
    """Lines that explain a board's scores, and notes. Lines that are not added up to the scores come first.

    If cells show other scores than the rule computes, one note lists these scores.
    """
    if read.system is None or one.scores is None or one.game.board is None:
        return _ExplainedScores([], [])
    try:
        if read.table is not None:
            system, options = system_and_options(read.system, read.table.event, one.game, read.options)
        else:
            system, options = read.system.of_game(one.game.round, one.game.system, read.options)
        points = system.so_far(one.game.board, **options)
    except Faults:
        return _ExplainedScores([], [])
    lines = [*points.not_added, *points.lines, Line("Total", points.totals)]
    rows = zip(SEATS, one.game.place.rows, one.game.seats, strict=True)
    ours = [seat for seat, row, its in rows if row is not None and its.override is None]
    cells = {seat: read.counted_value(one, seat) for seat in ours if seat not in points.untold}
    differing = {seat: cell for seat, cell in cells.items() if not shows_result(cell, points.totals[seat])}
    other = [f"{POWERS[seat]} {format_value(cell, 3)}" for seat, cell in differing.items()]
    shown = [f"The workbook itself shows other scores: {join(other)}."] if other else []
    return _ExplainedScores(lines, [*points.notes, *shown])


# -- best countries ---------------------------------------------------------------------------


def _best(read: ReadEvent) -> Iterator[BestLine]:
    stored = stored_best(read.workbook.best_shown)
    if stored is None:
        asked = [] if read.event is None else [read.event.chosen.settings]
        made = awards(read.scored, *asked)
        stored = [
            (one.seat, [one.player, as_double(score_of(one)), one.centres, one.round, one.game.name])
            for one in made
        ]
    for seat, (player, score, centres, round_, board) in stored:
        when = "Final" if label(round_) == "Final" else f"Round {label(round_)}"
        when = "" if is_blank(round_) else when
        where = when if is_blank(board) else f"{when}, board {label(board)}"
        yield BestLine(
            POWERS[seat], label(player), format_value(score, read.decimals), format_short(centres), where
        )


def _ranges(read: ReadEvent) -> tuple[Range, ...]:
    """The lowest, the mean and the highest score with each power, as stored in the cells."""
    by_power: dict[int, list[float]] = defaultdict(list)
    for one in read.scored:
        for seat in SEATS:
            score = number_in(read.counted_value(one, seat))
            if one.game.place.rows[seat] is not None and score is not None:
                by_power[seat].append(score)
    scores = {POWERS[seat]: by_power[seat] for seat in sorted(by_power)}
    return ranges(scores, lambda score: format_value(score, read.decimals))


# -- teams ------------------------------------------------------------------------------------


def _team_rows(read: ReadEvent) -> Sequence[Sequence[Cell]]:
    stored = stored_teams(read.workbook)
    if stored is not None and len(stored) > 1:
        return stored
    if read.teams is None or not len(read.teams):
        return []
    return [[as_cell(cell) for cell in row] for row in read.teams.table()]


def _teams(read: ReadEvent) -> Iterator[TeamLine]:
    names = set() if read.teams is None else {team.name for team in read.teams}
    for row in _team_rows(read)[1:]:
        why: tuple[ExplanationSection, ...] = ()
        if read.teams is not None and str(row[1]) in names:
            _, sections = explain_team(read.teams, str(row[1]))
            why = tuple(map(_section, sections))
        amounts = (format_value(cell, read.decimals) for cell in row[1:])
        yield TeamLine((format_value(row[0], 0), *amounts), why)


# -- the rule, problems -----------------------------------------------------------------------


def _rule(read: ReadEvent, *, all_options: bool = True) -> RuleShown | None:
    """The rule of the event, with the typed options.

    all_options: if False, leave out options that are computed from the event's results, as a solo's value.
    """
    system = read.system
    if system is None:
        return None
    options: list[tuple[str, str]] = []
    for name, *cells in read.workbook.typed_option_rows:
        values = [label(cell) for cell in cells if not is_blank(cell)]
        if values and (all_options or not _is_revealed_at_end(system, name)):
            options.append((str(name), ", ".join(values)))
    paragraphs = tuple(" ".join(lines.split()) for lines in system.rule_text.split("\n\n"))
    remarks = (system.unmarked_game, *system.remarks, *system.unsettled)
    about = (system.name, paragraphs, system.source, tuple(options))
    table = read.table
    if table is None:
        return RuleShown(*about, "", (), remarks)
    combined = "" if table.rule == system.key else table.rule
    breaks = [(_tie_break(one.name), one.help) for one in tie_breaks_named(table.tiebreaks)]
    return RuleShown(*about, combined, tuple(breaks), remarks)


def _is_revealed_at_end(system: System, name: CellValue) -> bool:
    try:
        return system.option(str(name)).parameter in system.computed_at_the_end
    except Fault:
        return False


def _problems(read: ReadEvent) -> tuple[str, ...]:
    """The faults of the workbook and its games. Doubts and notes are left out: the command prints them."""
    found = read.workbook.problems
    serious = [str(one) for one in found if one.rank == "wrong"]
    serious += [str(fault) for fault in read.workbook.game_extract.faults if str(fault) not in serious]
    if not found and not read.workbook.system_name:
        serious.insert(0, str(NoSystem(file=read.workbook.book.name)))
    return tuple(dict.fromkeys(serious))
