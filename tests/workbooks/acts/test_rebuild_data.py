"""Values in sentences."""

from tests.each import each
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.workbooks.acts.rebuild_data import digest, text_of_value


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
