"""Run by another Python, in which xlwings serves Office.js: the table of calls in, metadata and results out.

    python office_calls.py CALLS.JSON MAIN.PY

xlwings Lite does the same in the browser, with the main.py that stands in the workbook.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from types import ModuleType

os.environ["XLWINGS_ON_SERVER"] = "true"
os.environ["XLWINGS_LICENSE_KEY"] = "noncommercial"


def run(calls: list[dict[str, object]], code: str) -> str:
    import xlwings
    from xlwings import server

    def start() -> tuple[ModuleType, float]:
        started, main = time.perf_counter(), ModuleType("main")
        exec(code, vars(main))
        return main, time.perf_counter() - started

    # Lite runs the code to list its functions, to call them, and after each change.
    (_, first), (main, second) = start(), start()

    async def answer(call: dict[str, object]) -> object:
        data = {
            "func_name": call["function"],
            "args": call["arguments"],
            "caller_address": "[Book.xlsx]Sheet1!A1",
            "content_language": "en-US",
            "culture_info_name": "en-US",
            "date_format": "m/d/yyyy",
            "version": xlwings.__version__,
            "client": "Office.js",
            "runtime": "1.4",
        }
        return await server.custom_functions_call(data, main)

    async def all_of_them() -> list[object]:
        return [await answer(call) for call in calls]

    started = time.perf_counter()
    results = asyncio.run(all_of_them()) if sys.platform != "emscripten" else _now(all_of_them())
    return json.dumps(
        {
            "meta": server.custom_functions_meta(main),
            "results": results,
            "names": [name for name in vars(main) if not name.startswith("__")],
            "starts": [first, second],
            "seconds": time.perf_counter() - started,
            "version": sys.version.split()[0],
        }
    )


def _now(coroutine: object) -> object:
    """Run a coroutine that never waits to its end; a browser has an event loop of its own."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise RuntimeError("a function waits")


if __name__ == "__main__":
    print(run(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]).read_text("utf-8")))
