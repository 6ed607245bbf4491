"""Python as Excel's macros reach it: one call a line in, one answer a line out.

Run by `run_macros.py`, whose own Python is LibreOffice's and has no packages.
"""

import json
import sys
from types import ModuleType

import fake_com

MODULE, MENU = "xl_dipscore.hosts.excel", "xl_dipscore.hosts.excel_menu"


def boom(_: object) -> None:
    raise RuntimeError("boom")


def main() -> None:
    with fake_com.excel(MODULE, MENU) as excel:
        module = ModuleType("extras")
        module.__file__ = __file__
        sys.modules["extras"] = module
        from xl_dipscore.tables.functions.declared import Argument, Function

        extras = [
            Function(
                "DIP_ECHO", "Gives back what it gets.", (Argument("cells", "Any."),), lambda cells: cells
            ),
            Function("DIP_BOOM", "Fails.", (Argument("cells", "Any."),), boom),
        ]
        vars(module).update(sys.modules[MODULE].worksheet_functions(extras))
        for line in sys.stdin:
            asked, name, arguments = json.loads(line)
            try:
                where = "extras" if hasattr(module, name) else asked
                answer = {"result": excel.call(where, name, *map(as_com, arguments))}
            except Exception as failure:
                answer = {"failure": str(failure)}
            print(json.dumps(answer), flush=True)


def as_com(argument: object) -> object:
    return tuple(map(as_com, argument)) if isinstance(argument, list) else argument


if __name__ == "__main__":
    main()
