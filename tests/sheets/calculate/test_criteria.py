"""Criteria of COUNTIF and SUMIF."""

from hypothesis import example, given
from hypothesis import strategies as st

from tests.sheets.evaluated import UNSURE, check_values
from xl_dipscore.sheets.calculate import criteria
from xl_dipscore.sheets.calculate.criteria import Index, equal_value
from xl_dipscore.sheets.calculate.kinds import Err, Unsure, Value, Why


def test_values_are_those_of_excel_or_are_not_stored(sheet, tmp_path):
    sheet["N1"], sheet["N2"] = '=""', "abc"
    cases = [
        ('COUNTIF(C$1:C$7,">"&C1)+1', 1),
        ('COUNTIF(C$1:C$7,"<="&C1)', 7),
        ('COUNTIF(C$1:C$7,">="&C1)', 2),
        ('COUNTIF(C$1:C$7,"<"&C1)', 5),
        ('COUNTIF(C$1:C$7,"="&C1)', 2),
        ("COUNTIF(C$1:C$7,C1)", 2),
        ('COUNTIF(C$2:C$7,">"&C4)', 2),
        ('COUNTIF(L1,"~~")', UNSURE),
        ('SUM(COUNTIF(N1:N3,">ab"),COUNTIF(N1:N3,">=abc"))', 2),
        ('COUNTIF(N1:N3,"<b")', Why.EMPTY),
        ('COUNTIF(N2:N3,"<b")', 1),
        ('IF(COUNTIF(N1:N3,"<=b")>9,1,2)', 2),
        ('COUNTIF(D1:D7,"~~t")', 1),
        ("COUNTIF(D1:D7,TRUE)", UNSURE),
        ('COUNTIF(A1:A7,"a~*")', 0),
        ("COUNTIF(E1:E7,TRUE)", 0),
        ('COUNTIF(E1:E14,"#N/A")', 2),
        ("COUNTIF(E1:E14,E13)", 1),
        ('COUNTIF(E1:E14,">#N/A")', Why.LOOKS_FOR_ERRORS),
        ('COUNTIF(D1:D7,"<2024-05-01")', 3),
        ('COUNTIF(E1:E7,">")', 0),
        ('COUNTIF(B:B,">2")', 4),
        ('COUNTIF(B1:B7,"<>5")', 6),
        ("SUMIF(A1:A7,E9,B1:B7)", 0),
        ("COUNTIF(B1:B7,12)", 2),
        ("SUMPRODUCT(COUNTIF(B1:B7,{12,5,12})*{1,10,100})", 2 + 10 + 200),
        ("SUMPRODUCT(COUNTIF(E1:E7,{1,TRUE,1})*{1,10,100})", 3 + 0 + 300),
        ('COUNTIF(B1:B7,"12")', 2),
        ('COUNTIF(B1:B7,"=12")', 2),
        ('COUNTIF(B1:B7,"<>12")', 5),
        ('COUNTIF(B1:B7,">3")', 3),
        ('COUNTIF(B1:B7,">=3")', 4),
        ('COUNTIF(B1:B7,"<3")', 3),
        ('COUNTIF(B1:B7,"<=3")', 4),
        ('COUNTIF(A1:A7,"eva")', 1),
        ('COUNTIF(A1:A7,"<>eva")', 6),
        ('COUNTIF(A1:A7,"?va")', 1),
        ('COUNTIF(A1:A7,"*a*")', 4),
        ('COUNTIF(A1:A7,"<>*a*")', 3),
        ('COUNTIF(D1:D7,"x")', 1),
        ('COUNTIF(D1:D7,">m")', 3),
        ('COUNTIF(M1:M3,"=")', 3),
        ('COUNTIF(M1:M3,"<>")', 0),
        ('COUNTIF(A1:A7,"")', 0),
        ('COUNTIF(A1:A7,"<>")', 7),
        ("COUNTIF(M1:M3,0)", 0),
        ("COUNTIF(B1:B7,M1)", 2),
        ('COUNTIF(E10:E14,"#N/A")', 2),
        ('COUNTIF(E10:E14,"<>#N/A")', 3),
        ("COUNTIF(E10:E14,1)", 1),
        ('COUNTIF(E1:E7,">TRUE")', UNSURE),
        ('COUNTIF(E1:E7,"<>TRUE")', 7),
        ('COUNTIF(A1:A7,">a*")', UNSURE),
        ('COUNTIF(B1:B7,">1900-01-01")', UNSURE),
        ('COUNTIF(B1:B7,"<2024-05-01")', 7),
        ('COUNTIF(B1:B7,"x")', 0),
        ('SUMIF(A1:A7,"e*",B1:B7)', 12),
        ('SUMIF(A1:A7,"<>e*",B1:B7)', 34 - 12),
    ]
    check_values(sheet, tmp_path, cases)


_TEXTS = st.sampled_from(
    ["Eva", "eva", "é", "ss", "ß", "7", "07", "7.0", "1 May", "a*", "~", "TRUE", "#N/A", "-0", " 7"]
)
_VALUES = st.one_of(_TEXTS, st.sampled_from([7.0, -7.0, 0.0, True, False, None, "", Err.NA]))


@given(st.sampled_from(["", "=", "<>", ">"]), _VALUES, st.lists(_VALUES, max_size=6))
@example("=", "weiß", ["Weiss"])
@example("", "ß", ["ss"])
def test_a_criterion_finds_by_the_index_what_it_finds_among_all(
    sign: str, wanted: Value, values: list[Value]
) -> None:
    criterion = f"{sign}{wanted}" if isinstance(wanted, str) else wanted

    def found(by_index: bool) -> object:
        try:
            index, test = Index(values), criteria.test_of(criterion, False)
            equal = equal_value(criterion, False) if by_index else None
            if equal is not None:
                return set(index.places_equal(equal, test))
            return set(index.places_passing(test))
        except Unsure as why:
            return str(why)

    assert found(True) == found(False)
    plain = isinstance(wanted, str) and wanted in ("Eva", "é", "7", "-0") and sign in ("", "=")
    assert not plain or equal_value(criterion, False) is not None
