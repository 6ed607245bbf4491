"""The order of texts, where languages agree and where they do not."""

from tests.sheets.evaluated import UNSURE, check_values
from xl_dipscore.sheets.calculate.kinds import Why


def test_values_are_those_of_excel_or_are_not_stored(sheet, tmp_path):
    cases = [
        ("SUMPRODUCT(($C$1:$C$7=C1)*($A$1:$A$7<A1))", Why.ORDER),
        ('COUNTIF(A1:A7,"<Eva")', Why.ORDER),
        ('"Émile"<"Eva"', Why.ORDER),
        ("INDEX(_xlfn._xlws.SORT(A1:A7),1)", Why.ORDER),
        ('ISODD(COUNTIF(A1:A7,"<O\'Neil"))', Why.HYPHENS),
        ('ISODD(COUNTIF(B1:B7,"<3"))', True),
        ('IF(SUMPRODUCT(--(A1:A7<"O\'Neil"))>2,1,0)', 1),
        ("ROUND(SUMPRODUCT(--(B1:B7<3))/7,0)", 0),
        ("LEN(INDEX(_xlfn._xlws.SORT(B1:B7),4))", 1),
        ('"Ann"<"Eva"', True),
        ('"Ærø"<"Ann"', Why.ORDER),
        ('SUMPRODUCT(--({"Aa-Z","Åb"}<"Aab"))', UNSURE),
        ('INDEX(_xlfn._xlws.SORT({"ann";"Ann";"Bob"}),1)', "ann"),
        ('INDEX(_xlfn._xlws.SORT({"Ann";"ann";"Bob"}),1)', Why.ORDER),
        ('INDEX(_xlfn._xlws.SORT({"Ann";"ann";"Bob"}),3)', "Bob"),
        ('COUNTIF(A2:A3,"<Eva")', 0),
        ('IF(A5<"B",1,0)', 1),
        ("SUMIF(A1:A7,A1,B1:B7)", 12),
        ("SUMPRODUCT((A1:A7=A4)*B1:B7)", 3),
        ('COUNTIF(A1:A7,"E*")', 1),
    ]
    check_values(sheet, tmp_path, cases)
