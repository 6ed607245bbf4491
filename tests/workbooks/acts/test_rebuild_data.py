"""Values in sentences, and reports in little memory."""

import pickle
from pathlib import Path

from tests.each import each
from xl_dipscore.sheets.calculate.block import Change, NotComputed
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.workbooks.acts.rebuild_data import Report, digest, text_of_value


@each(
    ("value", "text"),
    [
        (None, "blank"),
        ("", "blank"),
        (0, "0"),
        (True, "TRUE"),
        (False, "FALSE"),
        (ErrorMark("#N/A"), "#N/A"),
        ("#N/A", '"#N/A"'),
        ("Ann", '"Ann"'),
        (0.1 + 0.2, "0.3"),
        (1e15, "1e+15"),
        (33, "33"),
    ],
)
def test_a_value_in_words(value: CellValue, text: str) -> None:
    assert text_of_value(value) == text


def test_digests_tell_contents_apart() -> None:
    assert digest(b"a") == digest(b"a") != digest(b"b")


def test_a_packed_report_is_the_same_and_small() -> None:
    values: list[CellValue] = [None, "", 0.5, True, ErrorMark("#N/A"), "#N/A"]
    changed = [Change("Games", f"F{row}", values[row % 6], row / 7) for row in range(1000)]
    plain = Report(Path("a.xlsx"), changed, [NotComputed("Games", "A1", "why")], 1.5)
    packed = pickle.loads(pickle.dumps(plain.compact()))
    assert [*packed.changed] == changed
    assert (len(packed.changed), packed.changed[999], packed.changed[:2]) == (
        1000,
        changed[999],
        (*changed[:2],),
    )
    assert [type(one.old) for one in packed.changed] == [type(one.old) for one in changed]
    assert [*packed.not_computed] == plain.not_computed
    assert len(pickle.dumps(packed)) < 15 * len(changed)


def test_nothing_packed_is_false() -> None:
    assert not Report(Path("a.xlsx"), (), (), 0.0).compact().changed
