"""The calculator: formualizer, fed with values and formulas cell by cell, never with a director's file.

What it does differently from Excel is levelled here: array formulas fill the cells they were entered
in, plain formulas give one value, errors among the cells of a conditional sum come through, functions
of one value go over several, numbers are compared and turned into text with 15 digits.
"""

import marshal
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from types import FrameType
from typing import Any

import formualizer

from xl_dipscore.calculate.block import (
    KINDS,
    MARKS,
    Block,
    CalculatorFailed,
    OurFunction,
    cell_of,
    error_of,
    one_of,
    parts_of,
    result_of,
)
from xl_dipscore.calculate.links import Names
from xl_dipscore.calculate.trust import LIFTED
from xl_dipscore.errors import NA, VALUE
from xl_dipscore.xlsx.formula import Area, absolute, column_letters
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

_CODES = dict(enumerate(MARKS, 1))
_NUMBERS = {kind: number for number, kind in _CODES.items()}
"""The kinds by the number that ERROR.TYPE gives them."""
_EMPTY = formualizer.LiteralValue.empty()
_SECONDS = 900
"""The largest event takes two minutes on a slow computer; a workbook that never ends has to."""
_WORK = 2_000_000_000


class Calculator:
    """One workbook's values and formulas."""

    def __init__(self, sheets: Sequence[str], functions: Sequence[OurFunction], date1904: bool) -> None:
        date_system = "1904" if date1904 else "1900"
        self._book = _new_book(date_system)
        self._names = Names(sheets)
        for sheet in sheets:
            self._book.add_sheet(self._names.sheet(sheet))
        # The book keeps what it calls for ever: nothing of that may lead back to the book.
        self._calls = _Calls(date_system)
        for function in functions:
            needed = sum(not argument.optional for argument in function.arguments)
            call = self._calls.ours(function.name.upper(), function.call)
            self._register(function.name, call, needed, len(function.arguments))
        self._register("DIP_FIT", _fit, 5, 255)
        self._register("DIP_SAME", self._calls.same, 4, 255)
        self._register("DIP_LIFT", self._calls.lift, 1, 255)
        self._register("DIP_DIGITS", _each(_digits), 1, 1)
        self._register("DIP_TEXT", _each(_text), 1, 1)
        self._register("DIP_CODES", _codes, 1, 1)
        self._register("DIP_MARK", _mark, 1, 1)
        self._register("DIP_SOUND", _each(_sound), 1, 1)
        self._register("DIP_LAST", _last, 2, 2)
        self._register("DIP_UNIQUE", _unique, 1, 3)
        self._register("DIP_FILTER", _filtered, 2, 3)
        self._register("DIP_NEAREST", _nearest, 3, 3)
        self._register("DIP_SORTBY", _sorted_by, 2, 255)
        self._register("DIP_TYPED", _typed, 1, 1)
        self._register("DIP_LINK", _linked, 1, 2)

    @property
    def sizes(self) -> dict[int, tuple[int, int]]:
        """The rows and columns of dynamic arrays that no longer have the size of their cells, by number."""
        return self._calls.sizes

    def result(self, name: str, arguments: Sequence[CellValue | Block]) -> Block | None:
        """What a call of ours came to in a formula; None if none was made with these arguments."""
        found = self._calls.results.get((name, _key(arguments)))
        if found is None:
            return None
        return (
            [list(map(result_of, row)) for row in found] if isinstance(found, list) else [[result_of(found)]]
        )

    def _register(self, name: str, call: Callable[..., Any], least: int, most: int) -> None:
        self._book.register_function(name, call, min_args=least, max_args=most)

    def put(self, sheet: str, cells: Iterable[tuple[int, int, CellValue]]) -> None:
        """Constants. No blanks: they would hide what an array fills in."""
        target = self._sheet(sheet)
        ordered = enumerate(sorted(cells, key=lambda cell: (cell[1], cell[0])))
        # Cells that lie below each other at once; the calculator is slow to take them one by one.
        for (column, _), found in groupby(ordered, lambda one: (one[1][1], one[1][0] - one[0])):
            run = [cell for _, cell in found]
            values = [[_error_mark(v) if isinstance(v, ErrorMark) else v] for _, _, v in run]
            target.set_values_batch(run[0][0], column, len(run), 1, values)

    def formula(
        self,
        area: Area,
        text: str,
        *,
        array: bool = False,
        dynamic: int | None = None,
        after: Sequence[str] = (),
    ) -> None:
        """A formula and the cells it fills; `dynamic` is the number by which `sizes` knows it.

        `after` are the first cells of the arrays whose others it refers to. formualizer 0.13 knows only then
        that these come before it; it would compute it from blanks first, and again later, but a lookup keeps
        the index that it has made of blanks.
        """
        rows, columns = area.shape
        order = "".join(f",{cell}" for cell in after)
        if dynamic is not None:
            text = f"=DIP_SAME({text},{rows},{columns},{dynamic}{order})"
        elif array:
            for part in parts_of(area):
                first, count = part.top - area.top, part.bottom - part.top + 1
                fitted = f"=DIP_FIT({text},{rows},{columns},{first},{count}{order})"
                self.plain(area.sheet, part.top, area.left, fitted)
            return
        elif after:
            text = f"=IF(FALSE,SUM({order[1:]}),@({text}))"
        else:
            text = f"=@({text})"
        self.plain(area.sheet, area.top, area.left, text)

    def plain(self, sheet: str, row: int, column: int, text: str) -> None:
        """A formula of the calculator's own, as it stands."""
        try:
            self._book.set_formula(self._names.sheet(sheet), row, column, self._names.formula(text))
        except RuntimeError as failure:
            raise CalculatorFailed(why=str(failure)) from failure

    def run(self) -> None:
        try:
            with _caught(self._calls.fail):
                self._book.evaluate_all()
        except BaseException as failure:  # a panic of the calculator is not an Exception
            if isinstance(failure, KeyboardInterrupt | SystemExit):
                raise
            if self._calls.failure is None:
                why = str(failure).splitlines()[0] if str(failure) else type(failure).__name__
                raise CalculatorFailed(why=why) from failure
        if self._calls.failure is not None:
            raise self._calls.failure

    def values(self, area: Area) -> Block:
        sheet = self._names.sheet(area.sheet)
        there = formualizer.RangeAddress(sheet, area.top, area.left, area.bottom, area.right)
        return [list(map(result_of, row)) for row in self._book.sheet(sheet).get_values(there)]

    def end(self) -> None:
        """Forget the workbook; what calls of ours came to stays known."""
        self._book = None

    def _sheet(self, name: str) -> Any:
        return self._book.sheet(self._names.sheet(name))


@contextmanager
def _caught(keep: Callable[[BaseException], None]) -> Iterator[None]:
    """What a signal raises here goes to `keep`. Only the main thread of a program hears signals.

    Python raises what Ctrl-C means wherever it is just then. In what the calculator calls back, that would be
    #VALUE! in a cell, and the program would go on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = {int(number): signal.getsignal(number) for number in signal.valid_signals()}
    handlers = {number: handler for number, handler in usual.items() if callable(handler)}

    def hear(number: int, frame: FrameType | None) -> None:
        try:
            handlers[number](number, frame)
        except BaseException as told:
            keep(told)

    try:
        for number in handlers:
            signal.signal(number, hear)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


class _Calls:
    """What the calculator calls back."""

    def __init__(self, date_system: str) -> None:
        self._date_system = date_system
        self.failure: BaseException | None = None
        self.sizes: dict[int, tuple[int, int]] = {}
        self.results: dict[tuple[str, object], Any] = {}

    def fail(self, failure: BaseException) -> None:
        """The next call of ours ends the computing, with this."""
        self.failure = failure

    def ours(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            if self.failure is not None:
                return error_of(VALUE)
            try:
                given = list(map(_incoming, arguments))
                # The parts of a large array each ask for all of it.
                asked = name, _key(given)
                if asked not in self.results:
                    self.results[asked] = _outgoing(call(*given))
                return self.results[asked]
            except BaseException as failure:
                # The calculator would turn a mistake of ours into #VALUE! in the workbook.
                self.fail(failure)
                return error_of(VALUE)

        return called

    def same(self, value: Any, rows: float, columns: float, number: float, *after: Any) -> Any:
        """A dynamic array, if its size is still that of the cells it fills."""
        block = value if isinstance(value, list) else [[value]]
        size = len(block), len(block[0])
        if size != (rows, columns):
            self.sizes[int(number)] = size
            return {"type": "Error", "kind": "Spill"}
        self.sizes.pop(int(number), None)
        return _fit(block, rows, columns, 0, rows)

    def lift(self, name: str, *arguments: Any) -> Any:
        """A function of one value over arrays, value by value, asked of another workbook."""
        places = LIFTED.get(name, range(255))
        over = [a for place, a in enumerate(arguments) if place in places and isinstance(a, list)]
        if not over:
            over = [[[None]]]
        height, width = max(map(len, over)), max(len(block[0]) for block in over)

        def at(block: Any, row: int, column: int) -> Any:
            return one_of(block, row, column, error_of(NA)) if isinstance(block, list) else block

        book = _new_book(self._date_system)
        book.add_sheet("values")
        call: list[str] = []
        each: list[list[Any]] = [[] for _ in range(height * width)]
        for place, argument in enumerate(arguments):
            if isinstance(argument, list) and place not in places:
                book.add_sheet(f"block{place}")
                sheet = book.sheet(f"block{place}")
                rows = [list(map(_error_value, row)) for row in argument]
                sheet.set_values_batch(1, 1, len(rows), len(rows[0]), rows)
                call.append(f"block{place}!$A$1:{absolute(len(rows), len(rows[0]))}")
            else:
                call.append(f"{column_letters(len(each[0]) + 1)}%d")
                for number, values in enumerate(each):
                    values.append(_error_value(at(argument, number // width, number % width)))
        sheet = book.sheet("values")
        if each[0]:
            sheet.set_values_batch(1, 1, len(each), len(each[0]), each)
        result = len(each[0]) + 1
        text = f"={name}({','.join(call)})"
        formulas = [[text.replace("%d", str(row))] for row in range(1, len(each) + 1)]
        sheet.set_formulas_batch(1, result, len(each), 1, formulas)
        book.evaluate_all()
        there = formualizer.RangeAddress("values", 1, result, len(each), result)
        found = [row[0] for row in sheet.get_values(there)]
        return [found[row * width : (row + 1) * width] for row in range(height)]


def _key(arguments: Sequence[Any]) -> object:
    """Equal for the same arguments of the same types only; to nothing where these cannot be told apart.

    An argument that is left out comes as 0 from the calculator.
    """
    try:
        return marshal.dumps([0.0 if value is None else value for value in arguments], 2)
    except ValueError:
        return object()


def _incoming(value: Any) -> Any:
    if isinstance(value, list):
        return [list(map(_incoming, row)) if isinstance(row, list) else _incoming(row) for row in value]
    if isinstance(value, dict):
        return MARKS.get(value.get("kind", ""), VALUE)
    return value


def _outgoing(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [[cell_of(cell) for cell in row] for row in value]
    return cell_of(value)


def _new_book(date_system: str) -> Any:
    config = formualizer.EvaluationConfig()
    config.enable_parallel = False
    config.date_system = date_system
    config.max_eval_time_ms = _SECONDS * 1000
    config.max_work_units = _WORK
    book = formualizer.Workbook(config=formualizer.WorkbookConfig(eval_config=config))
    book.set_temporal_egress("serial")
    return book


def _error_mark(value: ErrorMark) -> Any:
    return formualizer.LiteralValue.error(KINDS.get(value, "Value"), None)


def _error_value(value: Any) -> Any:
    """What a function was handed, for a cell."""
    if isinstance(value, dict):
        return formualizer.LiteralValue.error(value.get("kind", "Value"), None)
    return value


def _fit(value: Any, rows: float, columns: float, first: float, count: float, *after: Any) -> Any:
    """An array formula of fixed size fills all its cells; this is `count` of its rows from `first` on."""
    block = value if isinstance(value, list) else [[value]]
    if (len(block), len(block[0])) != (rows, columns):
        block = [
            [one_of(block, row, column, error_of(NA)) for column in range(int(columns))]
            for row in range(int(rows))
        ]
    wanted = block[int(first) : int(first + count)]
    return [[0.0 if cell is None else cell for cell in row] for row in wanted]


def _each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [[change(cell) for cell in row] for row in value]
        return change(value)

    return changed


def _digits(value: Any) -> Any:
    """A number as it is compared."""
    if type(value) is float:
        whole = value.is_integer() and -1e15 < value < 1e15
        return value if whole else float(f"{value:.15g}")
    return _EMPTY if value is None else value


def _text(value: Any) -> Any:
    """A number as it is joined to text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return general(value) if isinstance(value, int | float) else value


def general(number: float) -> str:
    """A number in the format General, in a wide cell."""
    digits, _, exponent = f"{number:.14e}".partition("e")
    digits, power = digits.rstrip("0").rstrip("."), int(exponent)
    if power > 20 or len(digits) - power > 20:
        return f"{digits}E{power:+03}"
    rounded = float(f"{number:.15g}") + 0.0
    fixed = f"{rounded:.{max(0, 14 - power)}f}"
    return fixed.rstrip("0").rstrip(".") if "." in fixed else fixed


def _codes(value: Any) -> Any:
    """For each cell, the number of its error, counted up by rows; empty text for the others."""
    block = value if isinstance(value, list) else [[value]]
    width = len(block[0])
    return [
        [
            (row * width + column) * 10 + _NUMBERS.get(cell.get("kind", ""), 3)
            if isinstance(cell, dict)
            else ""
            for column, cell in enumerate(line)
        ]
        for row, line in enumerate(block)
    ]


def _linked(target: Any, *shown: Any) -> Any:
    """What a link shows: the calculator's own makes text of a number."""
    if isinstance(target, dict):
        return {"type": "Error", "kind": "Name"}  # programs differ
    found = shown[0] if shown else target
    return 0.0 if found is None else found


def _mark(code: Any) -> Any:
    """The error that was counted."""
    kind = _CODES.get(int(code) % 10, "Value") if isinstance(code, float | int) else "Value"
    return {"type": "Error", "kind": kind}


def _sound(value: Any) -> Any:
    """A cell that counts, or empty text for an error and a blank."""
    return "" if value is None or isinstance(value, dict) else value


def _last(wanted: float, values: Any) -> Any:
    """The place of the last number among others that are no higher than what is looked for."""
    flat = list(chain.from_iterable(values)) if isinstance(values, list) else [values]
    numbers = [(place, v) for place, v in enumerate(flat, 1) if type(v) is float or type(v) is int]
    if any(value > wanted for _, value in numbers) or (isinstance(values, list) and min(_size(values)) > 1):
        return {"type": "Error", "kind": "NImpl"}
    return float(numbers[-1][0]) if numbers else error_of(NA)


def _nearest(wanted: Any, values: Any, side: float) -> Any:
    """The place of a number, or of the next one below it (-1) or above it (1)."""
    flat = list(chain.from_iterable(values)) if isinstance(values, list) else [values]
    if any(type(value) is not float for value in [wanted, *flat]):
        return {"type": "Error", "kind": "NImpl"}
    found = [value for value in flat if (value >= wanted if side > 0 else value <= wanted)]
    if not found:
        return error_of(NA)
    return float(flat.index(min(found) if side > 0 else max(found)) + 1)


def _size(block: list[list[Any]]) -> tuple[int, int]:
    return len(block), len(block[0])


def _filtered(values: Any, wanted: Any, otherwise: Any = None) -> Any:
    """The rows or columns that are wanted; an error among what says so is the result."""
    block = values if isinstance(values, list) else [[values]]
    said = wanted if isinstance(wanted, list) else [[wanted]]
    flat = list(chain.from_iterable(said))
    if (odd := next((one for one in flat if isinstance(one, dict)), None)) is not None:
        return {"type": "Error", "kind": odd.get("kind", "Value")}
    across = len(said) == 1 and len(block[0]) == len(flat) != len(block)
    lines = [list(line) for line in (zip(*block, strict=True) if across else block)]
    if len(lines) != len(flat) or min(_size(said)) > 1 or any(isinstance(one, str) for one in flat):
        return error_of(VALUE)
    kept = [[_EMPTY if v is None else v for v in line] for line, one in zip(lines, flat, strict=True) if one]
    if not kept:
        return {"type": "Error", "kind": "NImpl"} if otherwise is None else otherwise
    return [list(row) for row in zip(*kept, strict=True)] if across else kept


def _unique(values: Any, across: Any = None, once: Any = None) -> Any:
    """The rows that differ, or columns; capitals make no difference."""
    block = values if isinstance(values, list) else [[values]]
    lines = [tuple(line) for line in (zip(*block, strict=True) if across else block)]
    keys = [tuple(map(_alike, line)) for line in lines]
    kept = [line for place, line in enumerate(lines) if keys.index(keys[place]) == place]
    if once:
        kept = [line for line, key in zip(lines, keys, strict=True) if keys.count(key) == 1]
    if not kept:
        return {"type": "Error", "kind": "NImpl"}
    kept = [tuple(_EMPTY if value is None else value for value in line) for line in kept]
    return [list(row) for row in (zip(*kept, strict=True) if across else kept)]


def _alike(value: Any) -> Any:
    if isinstance(value, str):
        return value.casefold()
    return (type(value), str(value)) if isinstance(value, dict | bool) else value


def _sorted_by(values: Any, *keys: Any) -> Any:
    """The rows in the order of several columns."""
    rows = values if isinstance(values, list) else [[values]]
    columns = [list(chain.from_iterable(key)) for key in keys[::2] if isinstance(key, list)]
    signs = [*keys[1::2], 1][: len(keys[::2])]
    if len(columns) != len(signs) or any(len(column) != len(rows) for column in columns):
        return {"type": "Error", "kind": "NImpl"}
    return _in_order(rows, list(zip(columns, signs, strict=True)))


def _in_order(lines: Sequence[Any], keys: Sequence[tuple[Sequence[Any], Any]]) -> list[list[Any]]:
    """By the first of these first; blanks are the last whichever way."""
    order = list(range(len(lines)))
    for column, sign in reversed(keys):
        order.sort(key=lambda place, column=column: _rank(column[place]), reverse=sign == -1)  # type: ignore[misc]
        order.sort(key=lambda place, column=column: column[place] is None)  # type: ignore[misc]
    return [[_EMPTY if cell is None else cell for cell in lines[place]] for place in order]


def _rank(value: Any) -> tuple[int, Any]:
    """Numbers come before texts, then what is true or false, then errors."""
    if isinstance(value, dict) or value is None:
        return 3, 0
    if isinstance(value, bool):
        return 2, value
    return (1, value.casefold()) if isinstance(value, str) else (0, value)


def _typed(value: Any) -> Any:
    """An argument where numbers belong: a text in it is a number or an error."""
    if not isinstance(value, str):
        return _EMPTY if value is None else value
    try:
        return float(value)
    except ValueError:
        return error_of(VALUE)
