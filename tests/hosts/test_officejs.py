"""The worksheet functions through Office.js, as in xlwings Lite, on this Python, with a workbook's main.py.

In a process of its own: what xlwings decides when it is imported must not leak into other tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.calls import CALLS, Call, received, write_office_calls
from tests.hosts.lite_books import code_in, new_and_attached
from xl_dipscore import systems
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import Function

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    work = tmp_path_factory.mktemp("office")
    calls, main = work / "calls.json", work / "main.py"
    write_office_calls(calls)
    main.write_text(code_in(new_and_attached(work))["main.py"], "utf-8")
    script = Path(__file__).with_name("office_calls.py")
    done = subprocess.run([sys.executable, script, calls, main], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("number", "call"), [*enumerate(CALLS)], ids=map(str, CALLS))
def test_office_computes_what_python_computes(answers: dict[str, Any], number: int, call: Call) -> None:
    assert received(answers["results"][number]) == call.expected


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_office_is_told_of_every_function(answers: dict[str, Any], function: Function) -> None:
    told = {one["name"]: one for one in answers["meta"]["functions"]}[function.name]
    assert told["description"] == function.help
    assert [(one["name"], one["description"], one.get("optional", False)) for one in told["parameters"]] == [
        (one.name, one.help, one.optional) for one in function.arguments
    ]


def test_office_offers_the_systems(answers: dict[str, Any]) -> None:
    """A drop-down where a function takes a system, and nowhere else."""
    lists = {one["id"]: one["values"] for one in answers["meta"]["enums"]}
    offered = [{"name": one.key, "stringValue": one.key, "tooltip": one.name} for one in systems()]
    taken = {f"{one.name}.SYSTEM" for one in FUNCTIONS if one.arguments and one.arguments[0].name == "system"}
    assert lists == dict.fromkeys(taken, offered)
    found = {
        one["customEnumId"]
        for function in answers["meta"]["functions"]
        for one in function["parameters"]
        if "customEnumId" in one
    }
    assert found == taken


def test_office_is_told_of_no_other_function(answers: dict[str, Any]) -> None:
    assert len(answers["meta"]["functions"]) == len(FUNCTIONS)
