"""What a club keeps beside its games, and formulas that its director types there.

A formula is one of the QUESTIONS, and its slots are filled by parts that a director would type at that place:
`{m}` is a row of Members, `<amount>` one way to say an amount. Every formula depends on our scores.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from tests.fuzz.event import FIRST, LAST, Event
from tests.fuzz.grammar import Formula, Grammar, lines_of

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

TOWNS = ("York", "york", "Köln", "São Paulo", "Leeds ", "", "Oslo")
DUE: Sequence[object] = (25, 25, 12.5, 0, None, "free", 40, "25", 19.99)
PAID: Sequence[object] = ("x", "yes", None, None, "no", 25, True, "X ", 12.5)
KINDS = ("Fee", "fee", "Table", "Drinks", "Prize", "Refund")
HERE: Sequence[object] = ("x", "x", "x", None, None, "X", "excused", 1, 0, "late")
PRIZES: Sequence[object] = (100, 60, 40, 25, 25, 10, "a book", None)
YEARS = 5
MEMBERS = {
    "FeePerGame": "2.5",
    "Roll": "Members!$A$2:$A$22",
    "Pot": "SUM('Fees 26'!$D$2:$D$41)",
}


class Club(Event):
    """The workbook of an event with the sheets of a club."""

    def meaning(self, name: str) -> str:
        return MEMBERS.get(name, super().meaning(name))

    def fill(self, book: Workbook) -> None:
        dice = random.Random(f"club {self._seed}")
        for name, text in MEMBERS.items():
            book.defined_names[name] = DefinedName(name, attr_text=text)
        _fill_members(book.create_sheet("Members"), self._players, dice)
        _fill_fees(book.create_sheet("Fees 26"), self._players, dice)
        _fill_evenings(book.create_sheet("Evenings"), self._players, dice)
        _fill_prizes(book.create_sheet("Prizes"))
        _fill_season(book.create_sheet("Season"), self._players, dice)


def _fill_members(sheet: Worksheet, players: Sequence[str], dice: random.Random) -> None:
    sheet.append(["Name", "No.", "Joined", "Due", "Paid", "E-mail", "Town", "Rating"])
    for number, player in enumerate(players, 1):
        joined = dice.choice([38000 + dice.randrange(8000), None, 45292, "2019"])
        mail = f"{player.replace(' ', '.').lower()}@example.org" if player else None
        no = dice.choice([number, f"{number:03}", f" {number}"])
        rating = dice.choice([1500 + dice.randrange(-300, 300), None, "new", 1499.5])
        town = dice.choice(TOWNS) or None
        sheet.append([player or None, no, joined, dice.choice(DUE), dice.choice(PAID), mail, town, rating])


def _fill_fees(sheet: Worksheet, players: Sequence[str], dice: random.Random) -> None:
    sheet.append(["Date", "Who", "For", "Amount", "Note"])
    for row in range(40):
        amount = dice.choice([25, 2.5, -10, 12.5, 19.99, 0.1, None, 5])
        who = dice.choice([*players, "Kitty"]) or None
        sheet.append(
            [46000 + 9 * row, who, dice.choice(KINDS), amount, dice.choice([None, "cash", "bank, 2x"])]
        )


def _fill_evenings(sheet: Worksheet, players: Sequence[str], dice: random.Random) -> None:
    sheet.append(["Name", *(46030 + 14 * evening for evening in range(8))])
    for player in players:
        sheet.append([player or None, *(dice.choice(HERE) for _ in range(8))])


def _fill_prizes(sheet: Worksheet) -> None:
    sheet.append(["Place", "Prize", "Words"])
    for place, prize in enumerate(PRIZES, 1):
        sheet.append([place, prize, ["th", "st", "nd", "rd", "th", "th", "th", "th", "th"][place]])


def _fill_season(sheet: Worksheet, players: Sequence[str], dice: random.Random) -> None:
    sheet.append(["Name", *(f"Event {event}" for event in range(1, YEARS + 1))])
    for player in players:
        points = [dice.choice([round(dice.random() * 60, 3), 0, None, 20]) for _ in range(YEARS)]
        sheet.append([player or None, *points])


QUESTIONS = """
<amount>-<amount>
<amount>*<share>
ROUND(<amount>*<share>,<0|1|2>)
<amount>/<count>
IFERROR(<amount>/<count>,<0|"-"|"">)
IF(<condition>,<amount>,<amount|0|"">)
IF(<condition>,<words>,<words|"">)
IF(<condition>,IF(<condition>,<amount>,<number>),<words>)
IF(AND(<condition>,<condition>),<words>,"")
IF(OR(<condition>,<condition>),<amount>,<number>)
<words>&" "&<words>
<words>&": "&TEXT(<amount>,"<0.00|0|#,##0.00|0.0>")
<words>&" ("&<count>&")"
SUM(<amount>,<amount>,<number>)
MAX(<amount>,<number>)
MIN(<amount>,<amount>)
<amount>+IF(<condition>,<number>,0)
<days>
<days>+<count>
CHOOSE(MIN(<rank>,4),"gold","silver","bronze","-")
IFERROR(INDEX(Prizes!$B$2:$B$9,<rank>),0)
IFERROR(VLOOKUP(<rank>,Prizes!$A$2:$C$9,<2|3>,FALSE),<0|"">)
IFERROR(VLOOKUP(<rank>,Prizes!$A:$B,2,0)/COUNTIF(Games!$C$2:$C$22,{c}),0)
SUMIFS(Prizes!$B$2:$B$9,Prizes!$A$2:$A$9,">="&<rank>,Prizes!$A$2:$A$9,"<"&<rank>+<1|2>)
AVERAGE(OFFSET(Prizes!$B$1,<rank>,0,<1|2>,1))
<rank>&MID("thstndrdth",MIN(9,2*RIGHT(<rank>)*(MOD(<rank>-11,100)>2)+1),2)
<rank>&IF(COUNTIF(Games!$C$2:$C$22,{c})>1,"=","")
LARGE(Games!$C$2:$C$22,<1|2|3>)-{c}
{c}-AVERAGE(Games!$C$2:$C$22)
{c}+<season>
SUM(<season>,{c})
<season>+{c}*<share>
IF(COUNT(Season!B{m}:F{m})<<2|3>,"too few",<season>+{c})
RANK(<season>+{c},Season!$F$2:$F$22)
COUNTIF(Season!$<B|C|D>$2:$<B|C|D>$22,">"&{c})+1
SUMPRODUCT((Season!$B$2:$B$22>{c})*1)
PERCENTRANK(Season!$B$2:$B$22,MEDIAN(Season!$B$2:$B$22))*{c}
IF(ISBLANK(Season!C{m}),{c},AVERAGE(Season!C{m},{c}))
IF(Season!D{m}="","",Season!D{m}-{c})
IF(N(Season!D{m})>{c},"better","worse")
TEXT({c}-N(Season!C{m}),"+0.0;-0.0;0")
SUMPRODUCT(Season!B{m}:F{m},{{1,0.8,0.6,0.4,0.2}})+{c}
SUMPRODUCT((Members!$G$2:$G$22="<York|Köln|Oslo>")*(Games!$C$2:$C$22>{c}))
COUNTIFS(Members!$G$2:$G$22,"<York|*o*|Leeds*>",Games!$C$2:$C$22,">"&<10|{c}>)
SUMIFS(Games!$C$2:$C$22,Members!$E$2:$E$22,"<x|yes|no>")
AVERAGEIFS(Games!$C$2:$C$22,Members!$D$2:$D$22,"><0|20|25>")
SUMIF(Evenings!$B$<2|5|9>:$I$<2|5|9>,"x",Evenings!$B$1:$I$1)*({c}>=0)
INDEX(Evenings!$B$1:$I$1,MATCH("x",Evenings!$B{m}:$I{m},0))+0*{c}
IFERROR(TEXT(INDEX(Evenings!$B$1:$I$1,MATCH("excused",Evenings!$B{m}:$I{m},0)),"d mmm"),"-")&{c}
LOOKUP(2,1/(Evenings!$B{m}:$I{m}="x"),Evenings!$B$1:$I$1)+0*{c}
HLOOKUP(46044,Evenings!$B$1:$I$22,{m},FALSE)&IF({c}>9,"+","")
IF(COUNTIF(Evenings!B{m}:I{m},"x")>=<3|4|5>,{c},"out")
{c}*(1+0.1*COUNTIF(Evenings!B{m}:I{m},"x*"))
COUNTA(Evenings!B{m}:I{m})-COUNTIF(Evenings!B{m}:I{m},"excused")+({c}>99)
LEFT(Members!F{m},FIND("@",Members!F{m})-1)&TEXT({c},"< 0|0|(0)>")
IFERROR(MID(Members!F{m},FIND("@",Members!F{m})+1,99),"no mail")&IF({c}=0,"",".")
SUBSTITUTE(TRIM(Members!G{m}),"ö","oe")&ROUND({c},0)
PROPER(LOWER(Members!A{m}))&" "&REPT("*",MIN(5,INT({c}/10)))
IF(EXACT(Members!A{m},Games!A{g}),{c},"other")
IF(ISNUMBER(SEARCH("<an|o|é>",Members!A{m})),{c},0)
IF(ISTEXT(Members!D{m}),Members!D{m},Members!D{m}+{c})
VALUE(TRIM(Members!B{m}))*{c}
IF(VALUE(Members!B{m})<10,"0","")&TRIM(Members!B{m})&"/"&ROUND({c},1)
IFERROR(Members!H{m}+<16|32>*({c}/SUM(Games!$C$2:$C$8)-1/(1+10^((1500-Members!H{m})/400))),1500)
ROUND(AVERAGE(Members!H$2:H$22),0)+ROUND({c}/10,0)*10
MROUND({c}*FeePerGame,<0.5|5>)
CEILING({c}*FeePerGame,<0.05|1|5>)
ROUNDDOWN(Pot*{c}/SUM(Games!$C$2:$C$22),<0|2>)
Pot*{c}/SUM(Games!$C$2:$C$22)
SUMPRODUCT(('Fees 26'!$B$2:$B$41=Games!A{g})*('Fees 26'!$C$2:$C$41="<Fee|Drinks>")*'Fees 26'!$D$2:$D$41)-{c}
SUMPRODUCT((MONTH('Fees 26'!$A$2:$A$41)=<1|6|12>)*'Fees 26'!$D$2:$D$41)+{c}
SUMIFS('Fees 26'!D:D,'Fees 26'!A:A,">="&DATE(2026,<1|3>,1),'Fees 26'!A:A,"<"&EDATE(DATE(2026,1,1),<3|6>))+{c}
SUMIF('Fees 26'!C:C,"<Fee|fee|D*>",'Fees 26'!D:D)/MAX(1,{c})
COUNTIFS('Fees 26'!B:B,Games!A{g},'Fees 26'!D:D,"<25|0|2.5>")+0*{c}
_xlfn.TEXTJOIN(", ",TRUE,IF({c}>20,Games!A{g},""),Members!G{m})
_xlfn.IFS({c}>=40,"A",{c}>=20,"B",{c}>0,"C",TRUE,"-")
_xlfn.SWITCH(Members!E{m},"x","paid","yes","paid","open")&TEXT({c},";;")
_xlfn.XLOOKUP(Games!A{g},Roll,Members!$D$2:$D$22,"guest")&IF({c}>1,"","?")
_xlfn.XLOOKUP(<rank>,Prizes!$A$2:$A$9,Prizes!$B$2:$B$9,0,<-1|1|0>)
IF(COUNTIF(Roll,Games!A{g})=0,"guest","member")&IF({c}>20,"!","")
INDEX(Roll,MATCH(MAX(Games!$C$2:$C$22),Games!$C$2:$C$22,0))
SUM(Games!C$2:C{g})/COUNT(Games!C$2:C{g})
SUM(Games!C{g},Season!B{m}:F{m})-MIN(Season!B{m}:F{m})
IF(MAX(Season!B{m}:F{m})<{c},"personal best","")
TEXT(Members!C{m},"yyyy")&IF({c}>1,"*","")
YEAR(Members!C{m})&"-"&RIGHT(YEAR(Members!C{m})+1,2)&IF({c}<0,"?","")
"""

CLUB_RULES = {
    "club": QUESTIONS,
    "amount": """
{c}
{c}
SUMIF(Games!$A$2:$A$22,Games!A{g},Games!$C$2:$C$22)
SUMIF('Fees 26'!$B$2:$B$41,Games!A{g},'Fees 26'!$D$2:$D$41)
SUMIFS('Fees 26'!$D$2:$D$41,'Fees 26'!$B$2:$B$41,Games!A{g},'Fees 26'!$C$2:$C$41,"<Fee|Table|Dr*>")
IFERROR(VLOOKUP(Games!A{g},Members!$A$2:$H$22,4,FALSE),0)
N(Members!D{m})
FeePerGame*COUNTIF(Games!$A$2:$A$22,Games!A{g})
SUM(Members!$D$2:$D$22)
Members!D{m}
""",
    "share": "10% 0.5 1/3 {c}/100 ({c}/SUM(Games!$C$2:$C$22)) 1.2 COUNT(Members!$D$2:$D$22)/21",
    "count": """
COUNTIF(Evenings!B{m}:I{m},"<x|X|*|excused|1>")
COUNTA(Evenings!B{m}:I{m})
COUNT(Season!B{m}:F{m})
COUNTIF(Games!$A$2:$A$22,Games!A{g})
COUNTIF(Members!$E$2:$E$22,"<x|yes|no|TRUE>")
COUNTBLANK(Members!$D$2:$D$22)
ROWS(Roll)
""",
    "condition": """
{c}>=<10|14.2857|20>
{c}=MAX(Games!$C$2:$C$22)
Members!E{m}="<x|yes|no>"
Members!E{m}<>""
LEFT(Members!E{m},1)="x"
Members!D{m}=0
Members!D{m}>20
ISBLANK(Members!C{m})
ISNUMBER(Members!C{m})
Members!C{m}<DATE(2015,<1|7>,1)
YEAR(Members!C{m})=2023
TRIM(Members!G{m})="Leeds"
Members!G{m}="york"
COUNTIF(Evenings!B{m}:I{m},"x")><2|3>
<rank><=<1|3|7>
ISERROR(MATCH(Games!A{g},Roll,0))
""",
    "words": """
Games!A{g}
Members!A{m}
UPPER(Members!G{m})
TRIM(Members!G{m})
"<paid|owes|guest|winner of the year>"
TEXT({c},"<0|0.0|0.00>")
LEFT(Games!A{g},<1|3>)&"."
TEXT(Members!C{m},"<d.m.yyyy|yyyy-mm-dd|mmm yyyy>")
IF({c}>20,"top","field")
""",
    "number": "0 5 25 100 -1 2.5 {c}",
    "rank": """
RANK({c},Games!$C$2:$C$22)
RANK({c},Games!$C$2:$C$22,0)
COUNTIF(Games!$C$2:$C$22,">"&{c})+1
(SUMPRODUCT(--(Games!$C$2:$C$22>{c}))+1)
""",
    "days": """
IF({c}>1,DATE(2026,11,28)-Members!C{m},0)
DATEDIF(N(Members!C{m}),46000,"<y|m|d>")+0*{c}
INT((46354-Members!C{m})/365.25)&" years"&IF({c}>9,"!","")
EDATE(Members!C{m},12*(1+({c}>20)))
NETWORKDAYS(Evenings!$B$1,Evenings!$I$1)+0*{c}
WORKDAY(Evenings!$B$1,INT({c}))
EOMONTH(Members!C{m},0)-Members!C{m}+0*{c}
WEEKDAY(Evenings!$C$1,<1|2>)&IF({c}>5,"","?")
""",
    "season": """
SUM(Season!B{m}:F{m})
SUM(LARGE(Season!B{m}:F{m},{{1,2}}))
LARGE(Season!B{m}:F{m},1)+LARGE(Season!B{m}:F{m},2)
SUMPRODUCT(LARGE(Season!$B{m}:$F{m},{{1,2,3}}))
AVERAGE(Season!B{m}:F{m})
MEDIAN(Season!B{m}:F{m})
MAX(Season!B{m}:F{m})
TRIMMEAN(Season!B{m}:F{m},0.4)
SUMIF(Season!$A$2:$A$22,Games!A{g},Season!$<B|C>$2:$<B|C>$22)
""",
}


class ClubGrammar(Grammar):
    """The formulas of one seed that a director types beside the games."""

    rules = lines_of(CLUB_RULES)
    leaves: Mapping[str, Sequence[str]] = {}

    def club(self, count: int) -> list[Formula]:
        return self._different(count, self._club)

    def _club(self) -> Formula:
        rows = {name: self._dice.randint(FIRST, LAST) for name in "mg"}
        text = self._expanded("club", 0)
        return Formula(text.format(**rows, c=f"Games!C{rows['g']}"))
