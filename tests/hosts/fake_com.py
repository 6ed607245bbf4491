"""Excel for Windows as xlwings sees it, without Windows: only pywin32 is imitated, all of xlwings is real."""

from __future__ import annotations

import ctypes
import datetime as dt
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import xlwings

OMITTED = -2147352572
"""What VBA passes for an optional argument that is not there."""


def error_code(number: int) -> int:
    """What pywin32 makes of an error cell: CVErr(2042) is #N/A."""
    return number - 2146828288


class Time(dt.datetime):
    """pywin32's date: a datetime with a time zone."""


class Iid(str):
    """The name of a COM interface."""

    __slots__ = ()


class ComError(Exception):
    """What every failed COM call raises."""


_RANGE = Iid("{00020846-0000-0000-C000-000000000046}")
_DISPATCH = Iid("{00020400-0000-0000-C000-000000000046}")
_ENUM = Iid("{00020404-0000-0000-C000-000000000046}")


class Range:
    """A reference in a formula. `Value` is a scalar for one cell, else a tuple of rows."""

    def __init__(self, value: Any) -> None:
        rows = value if isinstance(value, tuple) else ((value,),)
        application = SimpleNamespace(Name="Microsoft Excel", Hwnd=1)
        book = SimpleNamespace(Name="Book.xlsm", Application=application)
        type_info = SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=_RANGE))
        self.Value = value
        self.Row = self.Column = 1
        self.Count = len(rows) * len(rows[0])
        self.Rows = SimpleNamespace(Count=len(rows))
        self.Columns = SimpleNamespace(Count=len(rows[0]))
        self.Worksheet = SimpleNamespace(Name="Sheet1", Parent=book, Application=application)
        self._oleobj_ = SimpleNamespace(GetTypeInfo=lambda: type_info)

    def GetAddress(self, *_: object) -> str:  # noqa: N802
        return "$A$1"


class Workbook:
    """A workbook that takes the VBA module and the help texts from xlwings."""

    Name = "Tournament.xlsm"
    Sheets = Worksheets = ()

    def __init__(self) -> None:
        self.vba = ""
        self.help: dict[str, dict[str, Any]] = {}
        components = mock.Mock(side_effect=ComError)  # there is no module of that name yet
        components.Import = self._import
        self.VBProject = SimpleNamespace(VBComponents=components)
        self.Application = SimpleNamespace(Version="16.0", MacroOptions=self._macro_options)

    def _import(self, path: str) -> None:
        self.vba = Path(path).read_text()

    def _macro_options(self, macro: str, **options: Any) -> None:
        self.help[macro.removeprefix(f"'{self.Name}'!")] = options


class Excel:
    """A server that calls functions, and imports them into a workbook, through xlwings' own code."""

    def __init__(self, udfs: Any, com_server: Any) -> None:
        self._udfs, self._server = udfs, com_server.XLPython()

    def call(self, module: str, function: str, *arguments: object) -> Any:
        """Call a function as a formula's VBA function does. Arguments are ranges, constants or OMITTED."""
        return self._server.CallUDF(module, function, arguments)

    def import_functions(self, module: str) -> Workbook:
        workbook = Workbook()
        self._udfs.import_udfs(module, workbook)
        return workbook


@contextmanager
def excel(*modules: str) -> Iterator[Excel]:
    """Imitate Excel inside the block. `modules` are imported anew, so that they register with it."""
    fakes = _pywin32()
    windows = ["xlwings._win32patch", "xlwings._xlwindows", "xlwings.udfs", "xlwings.com_server"]
    with ExitStack() as stack:
        stack.enter_context(_forgotten([*fakes, *windows, *modules]))
        stack.enter_context(_engines_kept())
        sys.modules.update(fakes)
        with (
            mock.patch.object(ctypes, "windll", mock.MagicMock(), create=True),
            mock.patch.object(ctypes, "oledll", mock.MagicMock(), create=True),
            mock.patch.object(ctypes, "PyDLL", mock.MagicMock()),
            mock.patch("atexit.register", lambda function: function),  # it would end other Excels
        ):
            _xlwindows = import_module("xlwings._xlwindows")
        xlwings.engines.add(xlwings.Engine(impl=_xlwindows.engine))
        udfs = import_module("xlwings.udfs")
        udfs.__pro__ = False
        com_server = import_module("xlwings.com_server")
        stack.callback(com_server.loop.close)
        for name, decorator in {"func": udfs.xlfunc, "arg": udfs.xlarg, "ret": udfs.xlret}.items():
            stack.enter_context(mock.patch.object(xlwings, name, decorator))
        for name in modules:
            import_module(name)
        yield Excel(udfs, com_server)


@contextmanager
def _forgotten(names: Sequence[str]) -> Iterator[None]:
    """Hide these modules from Python inside the block, and restore its modules afterwards."""
    before = {name: sys.modules.pop(name, None) for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            package, _, attribute = name.rpartition(".")
            holder = vars(sys.modules[package]) if package in sys.modules else {}
            if module is None:
                sys.modules.pop(name, None)
                holder.pop(attribute, None)
            else:
                sys.modules[name] = holder[attribute] = module


@contextmanager
def _engines_kept() -> Iterator[None]:
    engines = xlwings.engines
    before = (engines.active, engines.engines.copy(), engines.engines_by_name.copy())
    try:
        yield
    finally:
        engines.active, engines.engines, engines.engines_by_name = before


def _pywin32() -> dict[str, ModuleType]:
    """The parts of pywin32 that xlwings touches on the way to a worksheet function."""

    def itself(thing: object = None, *_: object, **__: object) -> object:
        return thing

    def not_ours(_: object) -> None:
        raise ComError

    def kind(name: str) -> type:
        return type(name, (), {})

    contents: dict[str, dict[str, Any]] = {
        "pywintypes": {"IID": Iid, "com_error": ComError, "error": ComError, "TimeType": Time},
        "pythoncom": {
            "__file__": "pythoncom.dll",
            "CoInitialize": itself,
            "IID_IDispatch": _DISPATCH,
            "IID_IEnumVARIANT": _ENUM,
            "TypeIIDs": {_DISPATCH: kind("PyIDispatch")},
        },
        "win32api": {},
        "win32con": {},
        "win32event": {},
        "win32gui": {},
        "win32process": {"GetWindowThreadProcessId": lambda _: (1, 1)},
        "win32timezone": {"TimeZoneInfo": SimpleNamespace(utc=lambda: dt.UTC)},
        "win32com": {"__path__": []},
        "win32com.client": {
            "Dispatch": itself,
            "DispatchEx": itself,
            "CDispatch": kind("CDispatch"),
            "CoClassBaseClass": kind("CoClassBaseClass"),
            "DispatchBaseClass": kind("DispatchBaseClass"),
        },
        "win32com.server": {"__path__": []},
        "win32com.server.dispatcher": {},
        "win32com.server.policy": {},
        "win32com.server.util": {"wrap": itself, "unwrap": not_ours},
        "win32com.universal": {},
    }
    modules = {name: ModuleType(name) for name in contents}
    for name, module in modules.items():
        vars(module).update(contents[name])
        package, _, attribute = name.rpartition(".")
        if package:
            setattr(modules[package], attribute, module)
    return modules
