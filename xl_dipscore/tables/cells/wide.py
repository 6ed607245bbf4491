"""Tables with one row per game, and a column headed with the name of each power."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from xl_dipscore.errors import Fault, WithFaults, join
from xl_dipscore.rules.board import CENTRES, LETTERS, POWERS, SEATS, NotAPower, SamePowerTwice
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.columns import (
    ASKED,
    LOOSE_SCORED,
    OF_A_POWER,
    ONCE_A_BOARD,
    TYPED_ORDER,
    is_count,
    squeeze_heading,
)
from xl_dipscore.tables.cells.games import ErrorInCell, GameRow
from xl_dipscore.tables.cells.headings import (
    EXACT,
    FOREIGN,
    LOOSEST,
    game_as_round,
    games_header,
    is_game,
    rank,
)
from xl_dipscore.tables.cells.languages import (
    Letters,
    Word,
    is_letter,
    letters_in,
    of_all,
    seat_of_name,
)
from xl_dipscore.tables.cells.one_table import Headings, OneTable
from xl_dipscore.tables.cells.options import not_a_power
from xl_dipscore.tables.cells.values import Cell, error_in, is_blank, named_power, number, read_mark


class WideHeading(NamedTuple):
    """The meaning of a column: a fact about one power, or about the board if `seat` is None."""

    word: Word
    seat: int | None = None

    @property
    def counts(self) -> bool:
        """Does the column contain centres, at the end or in a year of a chart?"""
        return is_count(self.word)


_SMALL = """a an and as at by did does end ended ending final for from had has have how in included is last
letter many name names no number of on or part played power powers country countries s season supply the their
there this to under was were what which with your"""
_BESIDE = frozenset(_SMALL.split())
"""Words that add nothing to a question."""
_ABOUT_DRAWS = """agreed all also among any apply between case check declared drew game if include included
includes into involved it list members nation nations no none part participant participants participate
participated please result select share shared shares sharing so survive take tick took whom who whose"""
_BESIDE_DRAW = _BESIDE | frozenset(_ABOUT_DRAWS.split())
"""Words that add nothing to a question about the powers in the draw: `If drawn, which powers?`"""
_COUNTING = frozenset(("how", "many", "number", "size"))
"""Words that ask for a number: `How many powers were in the draw?` does not ask for the draw."""
_IN_ORDER = (*(word for word in TYPED_ORDER if word in OF_A_POWER - {"centres"}), "centres")
"""If a question contains several of these words, it asks for the first in this order."""
_LONGEST_NAME = 3
"""The most words in a power's name."""
_ONE_LETTER = re.compile(rf"(?<![^\W_])[{LETTERS}](?![^\W_])")
_YES_OR_NO = frozenset(("was", "is", "did", "were", "does"))
"""The first words of questions that are answered by yes or no."""
_NOBODY = frozenset(("none", "nobody", "nodraw", "-", "–", "—", "n/a", "solo"))
_AND = of_all("conjunction")
_LETTERS = frozenset(LETTERS)


class NotADraw(Fault, remedy="Write powers with commas between them, or none."):
    """{value} is not a power in the draw."""


class UnclearDraw(Fault, remedy="Write the powers in full, with commas between them."):
    """{value} may be {powers}, or mean {other}."""


def word_of(cell: Cell) -> Word | None:
    """The meaning of a heading, including headings that are not used in games lists."""
    found = games_header(cell)
    word = squeeze_heading(cell)
    return LOOSE_SCORED.get(word) if found is None and isinstance(cell, str) else found


def _meaning_of_heading(cell: Cell, least: int) -> WideHeading | None:
    """The meaning of a heading that consists of a power, of a known word, or of both; otherwise None.

    least: the lowest rank that the known word may have; 0 also allows words that games lists do not use.
    """
    if is_blank(cell) or not isinstance(cell, str):
        return None
    if (seat := named_power(cell)) is not None:
        return WideHeading("centres", seat)
    seat, rest = _without_power(cell)
    words = cell if seat is None else " ".join(rest)
    meaning = games_header if least else word_of
    word = meaning(words) if rest and rank(words) >= least else None
    known = word in ONCE_A_BOARD if seat is None else word in OF_A_POWER or isinstance(word, int)
    return WideHeading(word, seat) if known and word is not None else None


def _meaning_of_question(cell: Cell) -> WideHeading | None:
    """The fact that a question asks for; None if it has other words that are not in `_BESIDE`."""
    if is_blank(cell) or not isinstance(cell, str):
        return None
    seat, rest = _without_power(cell)
    said = [one.casefold() for one in rest]
    meant = [ASKED.get(one) or games_header(one) for one in said]
    drew = seat is None and "draw" in meant and _COUNTING.isdisjoint(said)
    small = _BESIDE_DRAW if drew else _BESIDE
    if any(one is None and word not in small for word, one in zip(said, meant, strict=True)):
        return None
    known: Sequence[Word] = _IN_ORDER
    if seat is None:
        counted = not _COUNTING.isdisjoint(said)
        known = [*([] if counted else ["draw"]), "year"]
        known += (one for one in meant if one in ONCE_A_BOARD and one != "draw" and "last" not in said)
    elif not any(meant):
        meant = ["centres"]
    return next((WideHeading(one, seat) for one in known if one in meant), None)


def _asks_yes_or_no(cell: Cell) -> bool:
    """Is this a question for yes or no, such as `Was there a draw?` beside `If drawn, which powers?`"""
    return isinstance(cell, str) and cell.strip().partition(" ")[0].casefold() in _YES_OR_NO


class PowerInWords(NamedTuple):
    """The power that some words name, and the other words."""

    seat: int | None
    rest: list[str]


def _without_power(cell: str) -> PowerInWords:
    """The power that a heading names, and the other words; None and all words if it names two powers."""
    words = re.findall(r"[^\W_]+", visible_text(cell))
    seat, rest = first_power(words)
    while seat is not None and (again := first_power(rest)).seat is not None:
        if again[0] != seat:
            return PowerInWords(None, words)
        rest = again[1]
    return PowerInWords(seat, rest)


def power_in(cell: str) -> int | None:
    """The first power that a heading names, among any other words."""
    seat = named_power(cell)
    return first_power(re.findall(r"[^\W_]+", visible_text(cell))).seat if seat is None else seat


@lru_cache(maxsize=1 << 15)
def may_name_power(cell: str) -> bool:
    """Can `power_in` find a power in a heading, as it stands or as `spell_letters` returns it?"""
    return _ONE_LETTER.search(cell) is not None or power_in(cell) is not None


def first_power(words: list[str]) -> PowerInWords:
    """The power that some of these words name, and the other words."""
    for size in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - size + 1):
            name = "".join(words[start : start + size])
            if len(name) > 1 and (seat := seat_of_name(name)) is not None:
                return PowerInWords(seat, [*words[:start], *words[start + size :]])
    return PowerInWords(None, words)


def wide_headings(header: Sequence[Cell], above: Sequence[Cell] = ()) -> list[WideHeading | None]:
    """The meaning of each column, if the headings name all seven powers; otherwise [].

    above: the row above, in which one cell may head several columns: Players above the seven powers, or a
    power above Player and SCs. A heading that follows each power, such as SCs, belongs to that power.
    """
    if _is_row_of_counts(header):
        return []
    above = [*above, *[None] * (len(header) - len(above))]
    found = read_headings(header)
    named = _find_power_names(header)
    if not _all_powers(found):
        return _under_powers(header, above, found)
    follow = {word_of(header[i + 1]) if i + 1 < len(header) else None for i in named}
    if len(follow) == 1 and len(named) == len(SEATS) and (word := follow.pop()) in OF_A_POWER:
        for i in named:
            found[i + 1] = WideHeading(word or "", named_power(header[i]))
            found[i] = WideHeading("player" if word == "centres" else "centres", named_power(header[i]))
        return found
    over: Word | None = None
    for i, title in enumerate(above):
        over = over if is_blank(title) else _meaning_of_title(title)
        if i in named and over in OF_A_POWER:
            found[i] = WideHeading(over or "", named_power(header[i]))
    return found


def _is_row_of_counts(cells: Sequence[Cell]) -> bool:
    """Is this a row of counts and of players such as A or E, not of headings? Letters may be powers."""
    named = [cells[i] for i in _find_power_names(cells)]
    counts = (number(cell) for cell in cells)
    counted = any(count is not None and count <= CENTRES for count in counts)
    return counted and all(is_letter(str(cell)) for cell in named)


def wide_table(
    row: int,
    headings: Mapping[int, WideHeading | None],
    titles: Mapping[int, Cell],
    cells: Iterable[tuple[tuple[int, int], Cell]],
) -> OneTable | None:
    """The table of these headings, with a row for each board; None if they have no gap, or no centres.

    titles: the cells above the columns, in this row or in the row above.
    """
    words = {n: one for n, one in headings.items() if one is not None}
    counts = [n for n, one in words.items() if one.counts]
    if not counts or not (found := Headings(row, titles, words, cells)).has_gap:
        return None
    return found.table_of(counts[0], {WideHeading("board")})


def read_headings(header: Sequence[Cell]) -> list[WideHeading | None]:
    """The meaning of each heading, without the row above; None for unknown headings.

    Headings are `Austria`, `Player (Austria)`, `Austria 1905`, `Draw`, or questions, as forms ask them: `Who
    played Austria?` and `Which powers were in the draw?`. Of two headings for the same fact, the less clear
    heading is ignored.
    """
    header = spell_letters(header)
    found: list[WideHeading | None] = [None] * len(header)
    in_words = [cell if not _asks_yes_or_no(cell) else None for cell in header]
    by_rank = (EXACT, FOREIGN, LOOSEST + 1, 0)
    ways: list[tuple[Callable[[Cell], WideHeading | None], Sequence[Cell]]] = []
    ways += ((partial(_meaning_of_heading, least=least), header) for least in by_rank)
    ways += ((_meaning_of_question, cells) for cells in (in_words, header))
    for way, cells in ways:
        there = {*found}
        for i, cell in enumerate(cells):
            if not found[i]:
                more = way(cell)
                found[i] = None if more in there else more
    _find_game_as_round(header, found)
    _find_players_beside_counts(header, found)
    return found


def spell_letters(header: Sequence[Cell]) -> list[Cell]:
    """The headings, with powers for letters if all seven stand beside the same words, as in `A player`."""
    spelt = list(header)
    beside: dict[str, dict[str, int]] = {}
    for i, cell in enumerate(header):
        said = re.findall(r"[^\W_]+", cell) if isinstance(cell, str) and _ONE_LETTER.search(cell) else []
        letters = [word for word in said if len(word) == 1 and word in _LETTERS]
        if len(letters) == 1 and len(said) > 1:
            beside.setdefault(" ".join(said).replace(letters[0], "", 1).strip(), {})[letters[0]] = i
    for rest, places in beside.items():
        for letter, i in places.items() if len(places) == len(SEATS) else ():
            spelt[i] = f"{POWERS[LETTERS.index(letter)]} {rest}"
    return spelt


def _find_players_beside_counts(header: Sequence[Cell], found: list[WideHeading | None]) -> None:
    """If each power has `Austria` beside `Austria SC`, change the meaning of `Austria` to its player."""
    bare = {one.seat: i for i, one in enumerate(found) if one and one.counts and _is_bare(header[i])}
    free = ((i, _meaning_of_heading(cell, 0)) for i, cell in enumerate(header) if found[i] is None)
    counted = {said.seat: i for i, said in free if said is not None and said.word == "centres"}
    if bare.keys() == counted.keys() == {*SEATS} and "player" not in {one.word for one in found if one}:
        for seat in SEATS:
            found[bare[seat]], found[counted[seat]] = (
                WideHeading("player", seat),
                WideHeading("centres", seat),
            )


def _is_bare(cell: Cell) -> bool:
    return isinstance(cell, str) and named_power(cell) is not None


def _find_game_as_round(header: Sequence[Cell], found: list[WideHeading | None]) -> None:
    """Change the meaning of Game to the round, if nothing else is, and another heading is the board."""
    said = [_meaning_of_heading(cell, 0) if is_game(cell) else found[i] for i, cell in enumerate(header)]
    words = [None if one is None or one.seat is not None else one.word for one in said]
    for i, word in enumerate(game_as_round(header, words)):
        if word != words[i]:
            found[i] = WideHeading("round")


def letters_of(titles: Iterable[Cell]) -> Letters | None:
    """The meaning of single letters in a draw, from the language of the powers in headings of centres."""
    return letters_in(word for title in titles for word in re.findall(r"[^\W_]+", str(title)))


def _find_power_names(cells: Sequence[Cell]) -> list[int]:
    """The indexes of the cells that name a power."""
    return [i for i, cell in enumerate(cells) if isinstance(cell, str) and named_power(cell) is not None]


def _all_powers(headings: Sequence[WideHeading | None]) -> bool:
    return {one.seat for one in headings if one is not None and one.counts} >= {*SEATS}


def _under_powers(
    header: Sequence[Cell], above: Sequence[Cell], found: list[WideHeading | None]
) -> list[WideHeading | None]:
    """The meanings of columns, if the row above has each power once, over several columns."""
    powers = [named_power(above[i]) for i in _find_power_names(above)]
    if len(powers) != len(SEATS) or {*powers} != {*SEATS} or _find_power_names(header):
        return []
    seat: int | None = None
    under: dict[Word, dict[int, int]] = {}
    for i, cell in enumerate(header):
        seat = seat if is_blank(above[i]) else named_power(above[i])
        word = word_of(cell)
        if seat is not None and word in OF_A_POWER:
            under.setdefault(word or "", {}).setdefault(seat, i)
        elif is_blank(cell) and not is_blank(above[i]):
            found[i] = read_headings([above[i]])[0] if seat is None else None
    for word, columns in under.items():
        for seat, i in columns.items() if len(columns) == len(SEATS) else ():
            found[i] = WideHeading(word, seat)
    return found if _all_powers(found) else []


def with_draw(row: GameRow, seat: int, *, initials: bool | None = None) -> WithFaults[GameRow]:
    """Replace the powers in a row's draw by a mark if this seat is among them; faults for wrong names."""
    try:
        mark = "x" if seat in powers_in(row.get("draw"), row.letters, initials=initials) else None
    except Fault as fault:
        wrong = row.wrong(type(fault), "draw", **fault.facts)
        return WithFaults(row._replace(cells={**row.cells, "draw": None}), [wrong])
    return WithFaults(row._replace(cells={**row.cells, "draw": mark}), [])


def powers_in(cell: Cell, letters: Letters | None = None, *, initials: bool | None = None) -> frozenset[int]:
    """The seats of the powers in a cell: `Austria, England`, `A/E`, `AE`, `A E T`, `Austria e Turchia`.

    letters: the meaning of single letters in the cell; None if they are English.
    initials: does `GER` mean Germany, England and Russia? None if unknown.
    Raises NotADraw, SamePowerTwice and others, and UnclearDraw if the text has two readings.
    """
    if error := error_in([cell]):
        raise ErrorInCell(field="draw", value=error)
    text = "" if cell is None else visible_text(str(cell)).strip()
    if read_mark(text) is False or re.sub(r"[\s.]", "", text).casefold() in _NOBODY:
        return frozenset()
    seat = named_power(text)
    if seat is not None and len(text) > 1 and {*text} <= _LETTERS:
        if initials is not None:
            return frozenset(map(LETTERS.index, text) if initials else [seat])
        powers = join(POWERS[LETTERS.index(letter)] for letter in text)
        raise UnclearDraw(field="draw", value=repr(text), powers=POWERS[seat], other=powers)
    pieces = filter(str.strip, re.split(r"[,;/&+|\r\n]|\s[–—>-]+\s", text))
    words = [_word(word, letters) for piece in pieces for word in (*piece.split(), "")]
    found: set[int] = set()
    for seat in _powers_in_list(words, letters):
        if seat in found:
            raise SamePowerTwice(field="draw", power=POWERS[seat])
        found.add(seat)
    return frozenset(found)


class _Word(NamedTuple):
    """A word in the list of a draw's powers. An empty text is a separator, such as a comma."""

    text: str
    seats: tuple[int, ...] = ()
    """The power that the word names, or several powers if the word is initials, such as `AET`."""
    in_letters: bool = False


def _word(text: str, letters: Letters | None) -> _Word:
    seat = named_power(text, letters)
    if seat is not None:
        return _Word(text, (seat,), is_letter(text))
    run = [*filter(str.isalpha, text)]
    if not run or not {*run} <= _LETTERS:
        return _Word(text)
    seats = [seat for letter in run if (seat := named_power(letter, letters)) is not None]
    return _Word(text, tuple(seats) if len(seats) == len(run) else (), in_letters=True)


def _powers_in_list(words: Sequence[_Word], letters: Letters | None) -> Iterator[int]:
    """The powers of all words, read part by part: a separator or an "and" ends a part."""
    ands = {*_find_ands(words)}
    part: list[_Word] = []
    for n, word in enumerate(words):
        if word.text and n not in ands:
            part.append(word)
            continue
        if part:
            yield from _powers_of_part(part, letters)
        part = []


def _powers_of_part(part: Sequence[_Word], letters: Letters | None) -> Iterator[int]:
    whole = " ".join(word.text for word in part)
    seat = named_power(whole, letters)
    if seat is not None:
        yield seat
        return
    for word in part if any(word.seats for word in part) else [_Word(whole)]:
        if not word.seats:
            kind, facts = not_a_power(word.text, letters)
            raise (NotADraw if kind is NotAPower else kind)(field="draw", **facts)
        yield from word.seats


def _find_ands(words: Sequence[_Word]) -> Iterator[int]:
    """Indexes of words for "and", such as a small `e` between names, but not a capital E between letters."""
    may = {n for n, word in enumerate(words) if n and word.text.casefold() in _AND and words[n + 1].text}
    capital = {n for n in may if words[n].text in _LETTERS}
    sure = {n for n in may - capital if not words[n].seats}
    in_letters = all(word.in_letters for n, word in enumerate(words) if word.text and n not in may)
    may -= (capital if in_letters else set()) | {n + 1 for n in sure} | {n - 1 for n in sure}
    named = {seat for n, word in enumerate(words) if n not in may for seat in word.seats}
    for n in sorted(may):
        if named.isdisjoint(words[n].seats) and n not in sure and (in_letters or n in capital):
            powers = join(POWERS[seat] for seat in words[n].seats)
            raise UnclearDraw(field="draw", value=repr(words[n].text), powers=powers, other="'and'")
        yield n


def _meaning_of_title(cell: Cell) -> Word | None:
    """The meaning of a title above seven powers; `Players` means `Player`."""
    found = word_of(cell)
    return word_of(cell.strip().removesuffix("s")) if found is None and isinstance(cell, str) else found
