"""The page of a season, and its table as text for a forum."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlsplit

from markupsafe import Markup

from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.points import Exact, round_to_decimals, text
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_target, kind_like, write_file
from xl_dipscore.workbooks.acts.paths import make_folder
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Engine
from xl_dipscore.workbooks.layout.identity import Identity
from xl_dipscore.workbooks.layout.season import SeasonIn, SeasonLine
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.publish.page import NAME, PAGE, Published, check_same_event, render
from xl_dipscore.workbooks.publish.parts import Contents, ExplanationSection, Number, PlayerLine, RuleShown

TEXT = "season.txt"
DECIMALS = 2


def publish_season(workbook: Path, folder: Path, engine: Engine, *, replace: bool = False) -> Published:
    """Write a season's page, and its table as text, into a folder. Raises Faults, and then writes nothing.

    replace: may the page replace that of an event or of another season?
    """
    package = Package.read(workbook)
    report = rebuild_package(package, workbook, engine=engine)
    season = SeasonIn(Setup(package))
    saved = datetime.fromtimestamp(workbook.stat().st_mtime).astimezone()
    data = render(_contents(season, saved)).encode()
    page = make_folder(folder) / NAME
    if not replace:
        check_same_event(page, Identity.of_season(season))
    forum = page.with_name(TEXT)
    forum_text = "\n".join(_lines(season))
    kind = kind_like(forum_text, ".txt")
    check_target(forum, kind, [workbook])  # before the page is written
    write_file(page, data, PAGE, [workbook])
    write_file(forum, forum_text, kind, [workbook])
    done = {**vars(report), "problems": tuple(map(str, season.problems))}
    stale = len(report.changed)
    return Published(**done, page=page, size=len(data), players=len(season.lines), stale=stale)


def _contents(season: SeasonIn, saved: datetime) -> Contents:
    """A season's page: the table, each player's events, links to pages of events, and the rule."""
    circuit = season.circuit
    events = season.row_of_event.values()
    totals = circuit.rule.name
    if circuit.in_full:
        totals += f"; {', '.join(circuit.in_full)} in full"
    unsettled = tuple(circuit.unsettled)
    rule = RuleShown(circuit.name, (circuit.help,), circuit.source, (), totals, (), unsettled)
    wrong = [fault for fault in season.problems if fault.rank == "wrong"]
    return Contents(
        season.title,
        f"{saved.day} {saved:%B %Y, %H:%M}",
        saved.isoformat(timespec="minutes"),
        f"Computed from {season.file}.",
        rule=rule,
        facts=(count_of(len(events), "event"), count_of(len(season.lines), "player")),
        headings=tuple(_heading(season, row) for row in events),
        standings=tuple(_line(season, one) for one in season.lines),
        about=(),
        rounds=(),
        identity=str(Identity.of_season(season)),
        serious=tuple(map(str, wrong)),
    )


def _heading(season: SeasonIn, row: int) -> str:
    """The event's name, as a link if the sheet Events has the address of the event's page."""
    name = season.events.text(row, "event")
    page = season.events.text(row, "page")
    is_on_web = urlsplit(page).scheme in ("http", "https")
    is_beside = page.endswith(".html") and ":" not in page
    if not is_on_web and not is_beside:
        return name
    return Markup('<a href="{}">{}</a>').format(page, name)


def _line(season: SeasonIn, one: SeasonLine) -> PlayerLine:
    dropped = {event: not weight for event, _, weight in season.weights(one)}
    numbers = []
    for row in season.row_of_event.values():
        event = season.events.text(row, "event")
        if event in one.points:
            numbers.append(Number(_format_number(one.points[event]), dropped[event]))
        else:
            numbers.append(Number(""))
    section = season.explain_season_total(one.player)
    lines = tuple((part.words, *map(_format_number, part.numbers)) for part in section.lines)
    why = ExplanationSection(section.title, ("", *section.headings), lines)
    total = _format_number(one.total)
    return PlayerLine(one.rank, one.player, total, tuple(numbers), (), why=(why,))


def _format_number(number: Exact | None) -> str:
    if number is None:
        return ""
    return text(round_to_decimals(Fraction(number), DECIMALS))


def _lines(season: SeasonIn) -> Iterator[str]:
    yield season.title
    for one in season.lines:
        rank = "-" if one.rank == "-" else f"{one.rank}."
        total = "total unknown" if one.total is None else _format_number(one.total)
        events = [f"{event} {_format_number(points)}" for event, points in one.points.items()]
        beside = f" ({', '.join(events)})" if events else ""
        yield f"{rank} {one.player}: {total}{beside}"
    yield ""
