"""The report of many workbooks for programs."""

import json
from pathlib import Path

import pytest

from xl_dipscore.cli.many import as_json
from xl_dipscore.sheets.calculate.block import Change
from xl_dipscore.workbooks.acts.attempt import Failed
from xl_dipscore.workbooks.acts.batch import Batch
from xl_dipscore.workbooks.acts.rebuild_data import Report


@pytest.mark.parametrize("count", [0, 1, 3])
def test_files_are_a_list_in_one_document(count: int) -> None:
    notes = ('a "files": []\n\u2028',)
    changed = (Change("Games", "F2", None, 0.5),)
    done = {Path(f"{n}.xlsx"): Report(Path(f"{n}.xlsx"), changed, (), 1.0, notes) for n in range(count)}
    if count:
        done[Path("bad.xlsx")] = Failed(("There is no file bad.xlsx.",))
    text = as_json(Batch(done, [Path("left.xlsx")]), dry_run=True)
    read = json.loads(text)
    assert text == json.dumps(read, indent=1, ensure_ascii=False) + "\n"
    assert [file["path"] for file in read["files"]] == [str(path) for path in done]
    assert [file["notes"] for file in read["files"][:count]] == [[*notes]] * count
    assert (read["dry_run"], read["not_begun"]) == (True, ["left.xlsx"])
