"""Random formulas, the same for each seed: some that directors write, and some that nobody would.

Each line of a rule is as likely as another. In it `<rule>` stands for a line of that rule and `<a|b|c>` for
one of these words or rules. In what directors write `{c}`, `{name}` and the like are of one row.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.fuzz.event import FIRST, LAST, PER_BOARD


@dataclass(frozen=True)
class Formula:
    """The formula as a file stores it, without its equals sign."""

    text: str
    array: bool = False
    """Is it an array formula?"""

    def __str__(self) -> str:
        return f"{{={self.text}}}" if self.array else f"={self.text}"

    @classmethod
    def read(cls, text: str) -> Formula:
        if text.startswith("{="):
            return cls(text[2:-1], array=True)
        return cls(text.removeprefix("="))


# --- what directors write

COLUMNS = (
    {
        "players": "Games!$A$2:$A$22",
        "centres": "Games!$B$2:$B$22",
        "scores": "Games!$C$2:$C$22",
        "powers": "Games!$D$2:$D$22",
        "rounds": "Games!$E$2:$E$22",
        "dates": "Games!$G$2:$G$22",
    },
    {
        "players": "Games!A:A",
        "centres": "Games!B:B",
        "scores": "Games!C:C",
        "powers": "Games!D:D",
        "rounds": "Games!E:E",
        "dates": "Games!G:G",
    },
    {
        "players": "Results[Player]",
        "centres": "Results[Centres]",
        "scores": "Results[Score]",
        "powers": "Results[Power]",
        "rounds": "Results[Round]",
        "dates": "Results[Date]",
    },
    {
        "players": "Players",
        "centres": "Games!B$2:B$22",
        "scores": "Scores",
        "powers": "Games!D$2:D$22",
        "rounds": "Games!E$2:E$22",
        "dates": "Games!G$2:G$22",
    },
)
"""A formula names its columns in one of these ways."""

WRITTEN = """
SUMIF({players},{name},{scores})
SUMIF({scores},">"&AVERAGE({scores}))
SUMIF({players},"<A*|*n|?ob|É*|o*|Ann|bob|emile>",{scores})
SUMIFS({scores},{players},{name},{rounds},<1|2|3>)
SUMIFS({scores},{players},"<>Ann")
SUMIFS({scores},{players},"<>"&{name})
SUMIFS({scores},{dates},">"&DATE(2023,<1|2|5|9>,10))
SUMIFS({scores},{dates},">="&Games!G5,{dates},"<="&Games!G<9|15>)
SUMIFS({scores},{players},{name})-_xlfn.MINIFS({scores},{players},{name})
AVERAGEIF({players},{name},{scores})
IFERROR(AVERAGEIFS({scores},{players},{name}),0)
COUNTIF({players},{name})
COUNTIF({scores},"<limit>")
COUNTIF({scores},0)
COUNTIF({scores},">"&{c})+1
COUNTIF({scores},{c})
COUNTIF({players},"<"&{name})*({c}>=0)
COUNTIF({players},"<Eva")+0*{c}
COUNTIFS({players},{name},{scores},">0")
COUNTIFS({powers},"*a*",{scores},">1")
COUNTIFS({players},{name},{powers},"France")+0*{c}
COUNTIFS({rounds},{round},{scores},">"&{c})+1
_xlfn.MAXIFS({scores},{rounds},<1|2|3>)
_xlfn.MINIFS({scores},{players},{name})
RANK({c},{scores})
RANK({c},{scores},0)+COUNTIF(Games!C$2:C{row},{c})-1
_xlfn.RANK.EQ({c},{scores})
_xlfn.RANK.AVG({c},{scores})
SUMPRODUCT(--({scores}>{c}))+1
SUMPRODUCT(({scores}>{c})/COUNTIF({scores},{scores}))+1
RANK({c},{scores})+SUMPRODUCT(({scores}={c})*({players}<{name}))
RANK({c},{scores})+SUMPRODUCT(({scores}={c})*({centres}>{own}))
LARGE({scores},<1|2|3|5|8>)
SMALL({scores},<1|2|3|5|8>)
SUM(LARGE({scores},{{1,2,3}}))
SUMPRODUCT(LARGE({scores},{{1,2,3}}))
SUMPRODUCT(LARGE(({players}={name})*{scores},{{1,2}}))
INDEX({players},MATCH(LARGE({scores},<1|2|3|4>),{scores},0))
INDEX({players},MATCH({c},{scores},0))
INDEX({players},MATCH(MAX({scores}),{scores},0))
INDEX({scores},MATCH({name},{players},0))
_xlfn.XLOOKUP({c},{scores},{players})
_xlfn.XLOOKUP({name},{players},{scores},"-")
_xlfn.XLOOKUP(20,{scores},{players},"none",<-1|1>)
VLOOKUP({name},Games!$A$2:$C$22,3,FALSE)
IFERROR(VLOOKUP({name},Games!$A:$C,3,0),"")
VLOOKUP({c},{{0,"low";10,"mid";40,"high"}},2)
LOOKUP({c},{{0,10,40}},{{"c","b","a"}})
LOOKUP(2,1/(Games!$A$2:$A$22={name}),Games!$C$2:$C$22)
HLOOKUP("Score",Games!$A$1:$H$22,{row},FALSE)
MATCH({name},{players},0)+0*{c}
MATCH({c},{scores},0)
IF({c}>40,"A",IF({c}>10,"B","C"))
IF({c}=MAX({scores}),"top","")
IF({c}=<score>,"tie","")
IF(ROUND({c},2)=ROUND(<score>,2),"tie","")
IF({c}-<score>=0,"tie","")
IF(ISBLANK({name}),"",{c})
IF({name}="","",{c})
IF({name}<>"",SUMIF({players},{name},{scores}),"")
IF(ISNUMBER({c}),{c},0)
IF({own}=0,0,{c}/{own})
IF(AND({c}>10,{own}>4),"both","no")
IF(OR({c}>40,{own}=0),1,0)
IF({name}<"M",{c},0)
IF({c}>0,{name}<"É","")
IFERROR({c}/{own},0)
_xlfn.IFS({c}>50,"a",TRUE,"b")
_xlfn.SWITCH(ROUND({c},0),9,"nine","other")
CHOOSE(1+({c}>10),"lo","hi")
MAX({c},IF({own}>5,{own},""))
MAX({c},IF({own}>5,10,0))
SUM({c},IF({own}>5,{c},""))
MAX({c},IF({own}>10,1,"x"))
<AVERAGE|MEDIAN|PRODUCT|MIN>({c},IF({own}>5,1,"<|x>"))
ROUND({c},<0|1|2|-1>)
ROUND(SUMIF({players},{name},{scores}),2)
ROUNDUP({c},<0|1>)
{c}/SUM({scores})
{c}/MAX({scores})*100
({c}+<score>)/2
{c}*Weight
{c}*3=Games!C3+Games!C4+Games!C5
<SUM|AVERAGE|MAX|MIN|MEDIAN|STDEV|COUNT|COUNTA|VARP|_xlfn.STDEV.S>({scores})
SUM(Games!C{row}:C{below})
SUM(Games!{row}:{row})
MAX(Games!2:<2|4|9>)
INDEX(Games!{row}:{row},<2|3|5>)
SUMPRODUCT({centres},{scores})
SUMPRODUCT(({powers}={power})*{scores})
SUMPRODUCT(({players}={name})*({rounds}=<1|2|3>)*{scores})
SUMPRODUCT(({rounds}=<1|2|3>)*{scores})
SUMPRODUCT(--ISNUMBER(SEARCH("<a|an|É>",{players})),{scores})
SUMPRODUCT(1/COUNTIF(Games!$D$2:$D$22,Games!$D$2:$D$22))+0*{c}
SUMPRODUCT((MOD(ROW(Games!$C$2:$C$22),2)=0)*Games!$C$2:$C$22)
SUMPRODUCT(($C$1>-1)*({players}<>"")*{scores})
{name}&": "&ROUND({c},2)
{name}&" ("&TEXT({c},"0.00")&")"
TEXT({c},"<format>")
TEXT({c}/100,"<0%|0.0%|# ?/?>")
TEXT(Games!G{row},"<d mmm yyyy|yyyy-mm-dd|dddd|mmm>")&IF({c}>1,"*","")
{c}&""
{c}&" pts"
CONCATENATE({name}," ",{c})
<LEN|UPPER|LOWER|TRIM>({c})
LEFT({c},<2|5>)
FIXED({c},<0|2|3>)
UPPER({name})&IF({c}>1,"*","")
PROPER({name})&IF({c}>1,"*","")
LEFT({name},1)&IF({c}>1,"*","")
LEFT({name},FIND(" ",{name}&" ")-1)&ROUND({c},0)
SUBSTITUTE({name},"a","A")&ROUND({c},1)
_xlfn.TEXTJOIN(", ",TRUE,Games!$A$2:$A$8)&ROUND({c},0)
PERCENTRANK({scores},{c})
PERCENTILE({scores},<0.5|0.9>)
QUARTILE({scores},<1|2|3>)
INT({c})+MOD({own},2)
MOD({c},<0.1|1|5>)
MROUND({c},5)
<CEILING|FLOOR>({c},<0.5|5|10>)
SUM(OFFSET(Games!$C$1,1,0,7,1))
SUM(INDEX(Games!$A$2:$C$22,0,3))
SUM(Games!C2:INDEX(Games!$C$2:$C$22,<3|7|12>))
SUM(OFFSET(Games!$C$1,<1|8|15>,0,7,1))
SUM(OFFSET(Games!$C$2,0,0,COUNTA(Games!$D$2:$D$22),1))
OFFSET(Games!$A$1,{row}-1,2)
INDIRECT("Games!C{row}")
INDIRECT("Games!C"&<2|5|20>)
SUM(INDIRECT("Games!C2:C"&{row}))
SUMIF(INDIRECT("Games!A2:A22"),{name},INDIRECT("Games!C2:C22"))
SUBTOTAL(<9|109|1|102|4|105>,{scores})
SUBTOTAL(<9|109>,Games!C2:C8,Games!C16:C22)
_xlfn.AGGREGATE(<14|15>,6,{scores},<1|2|3>)
_xlfn.AGGREGATE(14,6,Games!$C$2:$C$22/(Games!$A$2:$A$22={name}),1)
_xlfn.AGGREGATE(<14|15>,6,Games!$C$2:$C$22/(Games!$E$2:$E$22={round}),<1|2|3>)
_xlfn.AGGREGATE(<9|1|4|5|12>,<6|4|5>,{scores})
LOOKUP(2,1/((Games!$A$2:$A$22={name})*(Games!$C$2:$C$22>0)),Games!$C$2:$C$22)
LOOKUP(2,1/(Games!$C$2:$C$22<>""),Games!$C$2:$C$22)
LOOKUP(9.99E+307,Games!$B$2:$B$22)+0*{c}
IFERROR(LOOKUP(2,1/(Games!$A$2:$A$22={name}),Games!$D$2:$D$22),"-")&ROUND({c},0)
INDEX(_xlfn._xlws.SORT(Games!$C$2:$C$22,,-1),<1|2|3>)
INDEX(_xlfn._xlws.SORT(Games!$A$2:$A$22),<1|4|9>)&ROUND({c},0)
INDEX(_xlfn.SORTBY(Games!$A$2:$A$22,Games!$C$2:$C$22,-1),<1|2|3>)
SUM(_xlfn._xlws.FILTER(Games!$C$2:$C$22,Games!$A$2:$A$22={name},0))
COUNTA(_xlfn.UNIQUE(Games!$A$2:$A$22))+0*{c}
SUM(_xlfn._xlws.FILTER(Games!$C$2:$C$22,(Games!$A$2:$A$22={name})*(Games!$C$2:$C$22>0),0))
_xlfn.TEXTJOIN(", ",TRUE,_xlfn._xlws.FILTER(Games!$D$2:$D$22,Games!$C$2:$C$22>={c},"-"))
COUNTA(_xlfn.UNIQUE(_xlfn._xlws.FILTER(Games!$D$2:$D$22,Games!$C$2:$C$22>0)))
INDEX(_xlfn.SORTBY(Games!$D$2:$D$22,Games!$C$2:$C$22,-1,Games!$B$2:$B$22,1),<1|2|3>)
INDEX(_xlfn._xlws.SORT(_xlfn.UNIQUE(Games!$C$2:$C$22),,-1),<1|2|3>)
SUM(INDEX(_xlfn._xlws.SORT(Games!$C$2:$C$22,,-1),{{1,2,3}}))
_xlfn.LET(_xlpm.t,SUMIF({players},{name},{scores}),_xlpm.t*2)
_xlfn.LET(_xlpm.t,SUMIF({players},{name},{scores}),_xlpm.n,COUNTIF({players},{name}),IF(_xlpm.n=0,0,_xlpm.t/_xlpm.n))
_xlfn.LET(_xlpm.s,{c},_xlpm.r,RANK(_xlpm.s,{scores}),IF(_xlpm.r<=3,"top "&_xlpm.r,_xlpm.s))
_xlfn.LET(_xlpm.f,_xlfn._xlws.FILTER(Games!$C$2:$C$22,Games!$A$2:$A$22={name},0),SUM(_xlpm.f)-MAX(_xlpm.f))
SUMPRODUCT(({players}={name})*({rounds}<={round}),{scores})
SUMPRODUCT(--({players}={name}),--({scores}>10))+0*{c}
SUMPRODUCT(MAX(({players}={name})*{scores}))
ABS({c}-AVERAGE({scores}))
({c}-AVERAGE({scores}))/STDEV({scores})
IF(COUNTIF({players},{name})>1,"again","once")&ROUND({c},0)
HYPERLINK("#Games!A{row}",{c})
TRIMMEAN({scores},<0.1|0.2>)
<AVEDEV|DEVSQ>({scores})
STANDARDIZE({c},AVERAGE({scores}),STDEV({scores}))
FORECAST(<4|10>,{scores},{centres})
SUM(FREQUENCY({scores},{{10,20,30}}))+0*{c}
SUMPRODUCT(--(FREQUENCY(MATCH({players},{players},0),ROW(Games!$A$2:$A$22)-1)>0))+0*{c}
IF(FREQUENCY({scores},{c})>5,"many","few")
NETWORKDAYS(Games!G{row},Games!G{row}+30)
DATEDIF(Games!G{row},46000,"<y|m>")&IF({c}>1,"*","")
PMT(0.05/12,12,{c})
"""

ENTERED = """
SUM(IF(Games!$A$2:$A$22={name},Games!$C$2:$C$22))
MAX(IF(Games!$E$2:$E$22=<1|2|3>,Games!$C$2:$C$22))
AVERAGE(IF(Games!$C$2:$C$22>0,Games!$C$2:$C$22))
INDEX(Games!$A$2:$A$22,MATCH(1,(Games!$C$2:$C$22={c})*(Games!$E$2:$E$22={round}),0))
SUM(LARGE(IF(Games!$A$2:$A$22={name},Games!$C$2:$C$22,0),{{1,2}}))
"""
"""As array formulas."""

# --- what nobody would

RULES = {
    "number": """
<number><operator><number>
<number><operator><number>
(<number><operator><number>)
-<number>
<number>%
<rounded>
<rounded>
<rounded>
<of one>(<any>)
<of one>(<any>)
<of many>(<block>)
<of many>(<block>)
<of many>(<any>,<any>)
<of many>(<block>,<any>)
<of many>(<any>,<any>,<block>)
SUMIF(<column>,<criterion>)
SUMIF(<column>,<criterion>,Games!$C$2:$C$22)
AVERAGEIF(<column>,<criterion>,Games!$C$2:$C$22)
<SUMIFS|AVERAGEIFS|_xlfn.MAXIFS|_xlfn.MINIFS>(Games!$C$2:$C$22,<column>,<criterion>)
<SUMIFS|AVERAGEIFS|_xlfn.MAXIFS|_xlfn.MINIFS>(Games!$C$2:$C$22,<column>,<criterion>,Games!$E$2:$E$22,<1|2>)
COUNTIF(<named>,<criterion>)
COUNTIF(<column>,<criterion>)
COUNTIFS(<column>,<criterion>,Games!$E$2:$E$22,<1|2>)
<RANK|_xlfn.RANK.EQ|_xlfn.RANK.AVG>(<score>,<Games!C2:C22|Scores|Games!C:C|Results[Score]>)
<RANK|_xlfn.RANK.EQ|_xlfn.RANK.AVG>(<score>,Games!C2:C22,<0|1>)
<LARGE|SMALL|PERCENTILE|QUARTILE>(<named>,<1|2|3|0.5|22>)
<LARGE|SMALL|PERCENTILE>(<named>,<number>)
MATCH(<any>,<named>,0)
MATCH(<any>,<named>,<0|1|-1>)
INDEX(<named>,<1|3|22>)
INDEX(Games!A2:G22,<1|3|22|number>,<1|3>)
SUMPRODUCT(<Games!C2:C22|Games!$B$2:$B$22>*(<column><compares><any>))
SUMPRODUCT(--<ISNUMBER|ISTEXT|ISBLANK|ISERROR>(<column>))
SUMPRODUCT(--(LEN(<column>)>0))
VLOOKUP(<any>,Games!A2:G22,<1|2|3|7|8>,<FALSE|0|TRUE>)
_xlfn.XLOOKUP(<any>,<column>,<column>)
_xlfn.XLOOKUP(<any>,<column>,<column>,<any>)
_xlfn.XLOOKUP(<any>,<column>,<column>,<any>,<0|-1|1|2>)
SUM(<Games!2:2|Games!9:9|Games!$3:$4|Games!B3:H3|'Old games'!1:1|'Old games'!A:B>)
<COUNTBLANK|ROWS|COLUMNS|GEOMEAN|MODE>(<block>)
DATE(<2023|2024|1999>,<number>,<1|31|number>)
<EDATE|EOMONTH>(<number>,<1|-1|number>)
<AVEDEV|DEVSQ|AVERAGEA|MAXA|MINA>(<block>)
TRIMMEAN(<named>,<0.1|0.3|0.5|number>)
STANDARDIZE(<number>,<number>,<number>)
FORECAST(<number>,Games!C2:C22,Games!B2:B22)
INDEX(FREQUENCY(<named>,{0,10,40}),<1|2|4>)
<GCD|LCM>(<number>,<number>)
PERMUT(<number>,<2|3>)
<NETWORKDAYS|DAYS360>(<45300|45366|45385>,<45400|46000>)
WORKDAY(45366,<1|-3|score>)
DATEDIF(<45300|45999>,46000,"<d|m|y|ym>")
PMT(<0|0.05>,12,<number>)
<written>
IF(<test>,<number>)
IF(<test>,<number>,<number>)
""",
    "text": """
<any>&<any>
<any>&<any>
TEXT(<any>,"<format>")
TEXT(<number>,"<format>")
<LEFT|RIGHT|REPT>(<any>,<0|1|2|3|score>)
MID(<any>,<1|2|0>,<1|2|30>)
<UPPER|LOWER|PROPER|TRIM|CLEAN|T>(<any>)
SUBSTITUTE(<any>,<text>,<text>)
REPLACE(<any>,<1|2>,<1|3>,<text>)
FIXED(<number>,<0|1|2|-1>)
FIXED(<number>,<0|2>,TRUE)
_xlfn.TEXTJOIN(", ",TRUE,<block>,<any>)
CONCATENATE(<any>,<any>)
IF(<test>,<text>,<any>)
INDEX(<Players|Games!$D$2:$D$22|Results[Mix]>,<1|3|21|number>)
""",
    "test": """
<any><compares><any>
<any><compares><any>
<any><compares><any>
<number><compares><number>
<AND|OR>(<test>,<any>)
<AND|OR>(<test>,<block>)
NOT(<test>)
<ISNUMBER|ISTEXT|ISBLANK|ISERROR|ISNA|ISLOGICAL>(<any>)
<ISEVEN|ISODD>(<number>)
EXACT(<any>,<any>)
ISNUMBER(<SEARCH|FIND>(<text>,<any>))
""",
    "any": """
<number>
<number>
<number>
<number>
<number>
<text>
<text>
<text>
<test>
IFERROR(<number>,<any>)
""",
    "rounded": """
<ROUND|ROUNDUP|ROUNDDOWN|TRUNC>(<number>,<0|1|2|-1|number>)
<MOD|CEILING|FLOOR|POWER|QUOTIENT|MROUND>(<number>,<1|2|-1|3|0.5|number>)
""",
    "criterion": """
<word>
<word>
"<pattern>"
"<pattern>"
"<limit>"
Games!A<3|10>
Games!F<4|5>
Games!B4
<score>
<number>
">"&<number>
"<="&<score>
"<"&Games!A6
">"&AVERAGE(Games!$C$2:$C$22)
""",
    "of one": """
<ABS|SIGN|SQRT|INT|EXP|LN|LOG10|EVEN|ODD|N|VALUE|LEN|CODE>
<YEAR|MONTH|DAY|WEEKDAY|HOUR|MINUTE>
""",
    "of many": """
<SUM|MAX|MIN|AVERAGE|COUNT|COUNTA>
<SUM|MAX|MIN|AVERAGE|COUNT|COUNTA>
<MEDIAN|PRODUCT|SUMSQ|STDEV|STDEVP|VAR|VARP|_xlfn.STDEV.S>
""",
    "operator": "+ - * / ^",
    "compares": "= <> < > <= >=",
    "limit": ">=50 >10 >=14.2857 <>0 0 50 <10 =5 <5",
    "pattern": "<> = a* ?ob <>Ann * <Eva >=O É* <=m ~* A?n ~~t O'* *-*",
    "word": """
"<Ann|a|x|5|Austria|0.00|12| 5|TRUE|emile|Émile|ann-lou|10%|2024-05-01>"
""",
    "score": " ".join(f"Games!C{row}" for row in range(FIRST, LAST + 1)) + " Top",
    "cell": """
<score>
<score>
<other>
<other>
<other>
<other>
<Weight|'Old games'!A1|'Old games'!B2>
""",
    "other": " ".join(
        f"Games!{column}{row}" for column in "ABDEFGH" for row in (3, 5, 8, 10, 14, 18, 22, 30)
    ),
    "column": " ".join(f"Games!{c}2:{c}22 Games!${c}$2:${c}$22" for c in "ABCDEF"),
    "named": (
        "<column> <column> <column> Players Scores Games!A:A Games!B:B Games!C:C Games!F:F "
        "Results[Mix] Results[Date]"
    ),
    "block": (
        "<column> Games!C2:C22 Games!B2:C8 Games!C9:C15 Scores Results[Mix] Games!C:C Games!H2:H10 (<score>)"
    ),
    "format": """
0.00
0
0.0
#,##0.0
#,##0.00
0%
0.0%
yyyy-mm-dd
0.0;-0.0;""zero""
@
General
000
0.00E+00
d mmm
?/?
#.##
[>=40]0.0;0
0.0##
00.0
?0.0
0.0_)
0.0 ""pts""
0.000
+0.0;-0.0;0
dd/mm/yyyy
hh:mm
mmmm yyyy
ddd
#,##0
0.0;(0.0)
0E+0
""",
    "written": WRITTEN,
    "entered": ENTERED,
}
LEAVES = {
    "number": "<cell> <score> <score> 0 1 2 3 7 -1 0.5 2.5 100 1.005 33.3333333333333 0.1+0.2 1E3 -2.5",
    "text": '<word> <word> Games!A3 Games!A8 Games!F7 Games!D5 Games!A6 Games!A12 ""',
    "test": "<score>>2 <score><2 <score>>10 Games!A6<Games!A7 <score>=<score> Games!A8>Games!A9 Games!H2",
    "any": "<cell> <score> <word> 1 2.5 TRUE",
}
"""The cases that end the recursion."""


def lines_of(rules: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """The lines of each rule: one below the other, or short ones beside each other."""
    return {
        rule: text.strip("\n").split("\n") if "\n" in text else text.split(" ")
        for rule, text in rules.items()
    }


_DEEPER = frozenset({"number", "text", "test"})
"""Parts inside these count as one level deeper."""
_PLACEHOLDER = re.compile(r"<([^<>=\n]+)>")
_OF_ROW = {"name": "A", "own": "B", "c": "C", "power": "D", "round": "E"}
_LONGEST = 700
_OURS = re.compile(r"Games!\$?C|Scores|Top|Results\[Score\]")


def _below_ours(text: str) -> str:
    """Every formula must depend on our scores, or it would not be computed."""
    return text if _OURS.search(text) else f"IF(Games!C3>-1,{text},0)"


class Grammar:
    """The formulas of one seed."""

    rules = lines_of(RULES)
    leaves = lines_of(LEAVES)

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(seed)

    def written(self, count: int) -> list[Formula]:
        """Formulas such as directors write, each once."""
        return self._different(count, self._written)

    def nested(self, count: int) -> list[Formula]:
        """Random formulas, each once."""
        return self._different(count, self._nested)

    def _different(self, count: int, make: Callable[[], Formula]) -> list[Formula]:
        found: dict[Formula, None] = {}
        while len(found) < count:
            formula = make()
            if len(formula.text) <= _LONGEST:
                found[formula] = None
        return list(found)

    def _written(self) -> Formula:
        if self._dice.randrange(25) == 0:
            return Formula(self._expanded("entered", 0), array=True)
        return Formula(_below_ours(self._expanded("written", 0)))

    def _nested(self) -> Formula:
        formula = self._expanded("any", self._dice.choice((1, 2, 2, 3)))
        match self._dice.randrange(12):
            case 0:
                formula = f'IFERROR({formula},"err")'
            case 1:
                formula = f'IF(Games!C3>5,{formula},"no")'
        return Formula(_below_ours(formula))

    def _expanded(self, rule: str, depth: int) -> str:
        at_bottom = depth <= 0 and rule in self.leaves
        line = self._dice.choice(self.leaves[rule] if at_bottom else self.rules[rule])
        if rule in ("written", "entered"):
            line, depth = self._of_one_row(line), 0
        below = depth - (rule in _DEEPER)
        return _PLACEHOLDER.sub(lambda found: self._chosen(found, below), line)

    def _chosen(self, found: re.Match[str], depth: int) -> str:
        choice = self._dice.choice(found[1].split("|"))
        if choice in self.rules:
            return self._expanded(choice, depth)
        return choice if "|" in found[1] else found[0]

    def _of_one_row(self, line: str) -> str:
        row = self._dice.randint(FIRST, LAST)
        names = {what: f"Games!{column}{row}" for what, column in _OF_ROW.items()}
        return line.format(**self._dice.choice(COLUMNS), **names, row=row, below=row + PER_BOARD - 1)
