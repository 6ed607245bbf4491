"""Write one self-contained page of an event, for phones, for projectors and for a club's site."""

import os
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from functools import cache, cached_property
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any
from zlib import compress

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from xl_dipscore.errors import WHERE_TO_REPORT, without_cycle_collector
from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import FileKind, check_target, write_file
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.acts.memory import find_remembered_report
from xl_dipscore.workbooks.acts.paths import make_folder
from xl_dipscore.workbooks.acts.rebuild import compute_in_memory, repair
from xl_dipscore.workbooks.acts.rebuild_data import Engine, Order, Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import Identity, OtherPage
from xl_dipscore.workbooks.layout.pages import event_of_finished_rounds, find_secrecy_cell, secrecy_message
from xl_dipscore.workbooks.plain.values import COPY, seal, values_name
from xl_dipscore.workbooks.publish.contents import contents
from xl_dipscore.workbooks.publish.parts import Contents
from xl_dipscore.workbooks.publish.private import public_copy
from xl_dipscore.workbooks.publish.reading import ReadEvent
from xl_dipscore.workbooks.publish.stored import cells_on_page

NAME = "index.html"
BEFORE_THE_ROUND = "A round is being played: its scores appear when it is finished."
UNFINISHED = "The page shows the event as unfinished:"
LARGEST_PLAIN = 150_000
"""The largest page, in bytes, that shows its explanations without a script."""
_OURS = (
    rb"(?s)\s*<!doctype html>.{0,2000}"
    rb'<meta name=(generator content=xl_dipscore|description content="[^"]* of a Diplomacy event)'
)
"""The beginning of our pages; older pages do not name the program."""
_EVENT = re.compile(rb'<meta name=event content="([^"<>]*)">')
_TITLE = re.compile(rb"(?s)<title>(.*?)</title>")
PAGE = FileKind("a page that dipscore wrote", ".html", re.compile(_OURS).match)


@dataclass(frozen=True)
class Published(Report):
    """A written page, the messages about it, and the report on computing its workbook."""

    _: KW_ONLY
    page: Path
    size: int
    players: int
    stale: int
    """The number of values on the page that differ from the stored values."""
    outdated: tuple[str, ...] = ()
    """Messages about outdated files beside the page."""
    values: Path | None = None
    """The workbook beside the page, with values in place of our formulas."""
    about_values: tuple[str, ...] = ()
    """Messages about the workbook of values."""
    secret: str = ""
    """The message that the page omits scores, and how to show them; empty if scores are shown."""
    unfinished: tuple[str, ...] = ()
    """Sentences: why the event is not over, as on the page, and how to declare that it is over."""

    @property
    def lines(self) -> Iterator[str]:
        """The lines that a menu shows."""
        yield f"The page is {self.page}: open it in a browser, or put it on the club's site."
        yield from filter(None, (self.secret, *self.unfinished, *self.problems))


@without_cycle_collector("Making the page")
def publish(
    workbook: Package | str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    engine: Engine | None = "auto",
    saved: datetime | None = None,
    values: bool = False,
    scores: str = "",
    replace: bool = False,
) -> Published:
    """Write the page of a workbook into a folder, in one step; the workbook's file stays unchanged.

    The page shows the stored numbers. If some are out of date, all numbers are computed in memory first; a
    Package passed as `workbook` may then contain the new numbers.
    engine: the program that computes the workbook; None if it is open in a program that has just computed it.
    saved: the time at which a Package was saved. For a file, its own time is used.
    values: also write a copy of the workbook, with values in place of our formulas?
    scores: the choice of scores to publish, instead of the workbook's choice; blank: the workbook's choice.
    replace: may the page replace the page of another event?
    Raises a Fault, and then writes nothing.
    """
    now = datetime.now().astimezone()
    path = None if isinstance(workbook, Package) else Path(workbook)
    typed = EventIn(workbook if isinstance(workbook, Package) else Package.read(workbook))
    if path is not None:
        saved = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    if not replace:
        check_same_event(Path(folder) / NAME, ReadEvent(typed).identity)
    source = _compute(typed, path, engine, scores)
    typed = source.typed
    when = now if source.stale or saved is None else saved
    shown = contents(source.event, when, [*source.origin_sentences], scores)
    data = render(shown).encode()
    page = make_folder(folder) / NAME
    copy = page.with_name(values_name(Path(typed.book.name)))
    inputs = [] if path is None else [path]
    if values:
        check_target(copy, COPY, inputs)  # before the page is written
    write_file(page, data, PAGE, inputs)
    unfinished = typed.progress.reason_sentences
    boards = sum(board.played for round_ in shown.rounds for board in round_.boards)
    about_values = _write_values(source, shown, copy, inputs) if values else ()
    typed = typed.anew() if values and source.report.not_computed else typed
    outdated = f"{copy} is older and may show scores. Delete it, or write it again with --values."
    return Published(
        **{**vars(source.report), "boards": boards, "problems": typed.problem_lines},
        page=page,
        size=len(data),
        players=len(shown.standings),
        stale=source.stale,
        outdated=(outdated,) if source.omits_values and not values and copy.exists() else (),
        values=copy if values else None,
        about_values=about_values,
        secret=secrecy_message(source.secret) if source.secret else "",
        unfinished=(UNFINISHED, *unfinished, typed.setup.how_to_end()) if unfinished else (),
    )


def check_page(workbook: Path, folder: Path) -> None:
    """Raise OtherPage if the page in the folder may belong to another event than the workbook's."""
    event = EventIn(Package.read(workbook))
    identity = Identity.of_season(event.season) if event.circuit else ReadEvent(event).identity
    check_same_event(folder / NAME, identity)


def check_same_event(page: Path, identity: Identity) -> None:
    """Raise OtherPage if our page at this path belongs to another event, or may belong to one."""
    data = page.read_bytes() if page.is_file() else b""
    if not PAGE.is_one(data):
        return  # other files are never replaced
    found, title = _EVENT.search(data), _TITLE.search(data)
    if not identity.continues(Identity.read(found[1].decode() if found else "")):
        raise OtherPage(page=page, title=unescape(title[1].decode()) if title else "missing")


@dataclass(frozen=True)
class _Source:
    """The computed workbook behind a page."""

    typed: EventIn
    """The whole workbook. If `event` is a copy of it, only the copy is computed."""
    event: EventIn
    """The workbook that the page shows: `typed`, or a copy without the results of unfinished rounds."""
    engine: Engine | None
    report: Report
    secret: str
    """The cell that keeps scores secret; empty if they may be shown."""

    @property
    def omits_values(self) -> bool:
        """Does the page omit values that the cells store?"""
        return bool(self.secret) or self.event is not self.typed

    @cached_property
    def stale(self) -> int:
        """The number of values on the page that differ from the stored values."""
        return 0 if self.omits_values else len([*cells_on_page(self.event, self.report.changed)])

    @property
    def origin_sentences(self) -> Iterator[str]:
        """Sentences on the source of the page's numbers."""
        name = self.event.book.name
        old = 0 if self.secret else len([*cells_on_page(self.event, self.report.not_computed)])
        if self.secret:
            yield f"Centres are those in {name}."
        elif self.stale:
            are = f"stores {'is' if self.stale == 1 else 'are'} out of date"
            numbers = count_of(self.stale, "number")
            yield f"Scores, totals and ranks were computed for this page: {numbers} that {name} {are}."
        else:
            yield f"Scores, totals and ranks are those that {name} stored when it was saved."
        if old:
            yield f"{count_of(old, 'number')} could not be computed and may be out of date."
        if self.event is not self.typed:
            yield BEFORE_THE_ROUND


def _compute(typed: EventIn, path: Path | None, engine: Engine | None, scores: str) -> _Source:
    """Compute the numbers that a page may show. path: the file; None if the workbook is only in memory."""
    event = event_of_finished_rounds(typed, scores)
    is_copy = event is not typed
    report = Report(Path(typed.book.name), (), (), 0.0)
    if is_copy:
        engine, path = engine or "auto", None
    if engine is not None:
        # Cells that cannot be computed keep their numbers. The page says that they may be out of date.
        finished = path and find_remembered_report(path, Order(engine, dry_run=True))
        if finished:
            report = finished
        else:
            event, repairs = repair(event)
            how: dict[str, Any] = {"engine": engine, "keep_stale": True, "repairs": repairs}
            report, event = compute_in_memory(event, event.book.name, **how)
    return _Source(typed if is_copy else event, event, engine, report, find_secrecy_cell(event, scores))


def _write_values(source: _Source, shown: Contents, copy: Path, inputs: Sequence[Path]) -> tuple[str, ...]:
    """Write the copy with values beside the page. Returns messages about the copy."""
    if source.secret:
        package, messages = _workbook_without_scores(shown), tuple[str, ...]()
    else:
        package, messages = public_copy(source.event.file, source.engine or "auto")
    write_file(copy, seal(package.to_bytes()), COPY, inputs)
    return messages


def _workbook_without_scores(shown: Contents) -> Package:
    """The contents of a page without scores, as a workbook: the sheets Print, Games and Board calls."""
    from xl_dipscore.workbooks.author import make_of_values, make_package  # slow: it loads openpyxl
    from xl_dipscore.workbooks.author.values import ValueTable

    boards = [(round_.name, board) for round_ in shown.rounds for board in round_.boards]
    owned = [
        (line.player, number(line.total), *(number(one.text) for one in line.rounds))
        for line in shown.standings
    ]
    played = [
        (round_, board.name, seat.power, seat.player, number(seat.centres), seat.tag, board.ending)
        for round_, board in boards
        if board.played
        for seat in board.seats
    ]
    to_come = [
        (round_, board.name, *map({seat.power: seat.player for seat in board.seats}.get, POWERS))
        for round_, board in boards
        if not board.played
    ]
    heads = {"Round": 10, "Board": 10}
    columns = {"Power": 12, "Player": 30, "Centres": 10, "Ended": 14, "The board": 50}
    tables = [
        ValueTable("Print", {"Player": 30, "Games": 10, **dict.fromkeys(shown.headings, 10)}, owned),
        ValueTable("Games", {**heads, **columns}, played),
    ]
    calls = ValueTable("Board calls", {**heads, **dict.fromkeys(POWERS, 21)}, to_come)
    about = " ".join(shown.about)
    return make_package(make_of_values(shown.name, about, [*tables, calls] if to_come else tables))


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("template")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class _PartsBehindClicks:
    """Parts that a reader opens by a click, such as explanations: in place, or packed at the page's end."""

    def __init__(self, *, pack: bool) -> None:
        self._pack = pack
        self._parts: list[str] = []

    def place(self, part: Markup) -> Markup:
        """The markup in the place of a part: the part itself or, if parts are packed, an empty element."""
        if not self._pack:
            return Markup("<div>{}</div>").format(part)
        self._parts.append(str(part))
        return Markup("<div class=z></div>")

    def pack_parts(self) -> str:
        """All parts, packed for a script that puts them into their places."""
        return b64encode(compress("\0".join(self._parts).encode(), 9)).decode() if self._parts else ""


def render(shown: Contents) -> str:
    """The text of a page. If it has over LARGEST_PLAIN bytes, parts behind clicks are packed for a script."""
    text = _render_page(shown, _PartsBehindClicks(pack=False))
    return text if len(text.encode()) <= LARGEST_PLAIN else _render_page(shown, _PartsBehindClicks(pack=True))


def _render_page(shown: Contents, behind: _PartsBehindClicks) -> str:
    templates = _templates()
    style = templates.get_template("page.css").render(page=shown)
    script = templates.get_template("page.js").render()
    return templates.get_template("page.html").render(
        report=WHERE_TO_REPORT,
        page=shown,
        place=behind.place,
        packed=behind.pack_parts,
        style=Markup(style),
        script=Markup(script),
        style_hash=_digest(style),
        script_hash=_digest(script),
    )


def _digest(text: str) -> str:
    """The hash by which the page's Content-Security-Policy allows its style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
