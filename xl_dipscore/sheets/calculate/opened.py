"""Decide whether a spreadsheet program computes a formula by itself when it opens a workbook.

A program does not compute a formula that needs an add-in, another file, a cube or a macro. The only value of
such a formula is the stored value.
"""

import re

from xl_dipscore.sheets.calculate.functions.registry import FUNCTIONS, SPECIAL
from xl_dipscore.sheets.calculate.links import ONLY_GOOGLE, Outside, Unit
from xl_dipscore.sheets.xlsx.formula import words
from xl_dipscore.sheets.xlsx.package import Package

_EXCELS = (
    FUNCTIONS.keys()
    | SPECIAL.keys()
    | words(
        """LET SUBTOTAL AGGREGATE INDIRECT ADDRESS AREAS CHOOSECOLS CHOOSEROWS DROP EXPAND HSTACK VSTACK TAKE
        TOCOL TOROW WRAPCOLS WRAPROWS LAMBDA MAP REDUCE SCAN BYROW BYCOL MAKEARRAY GROUPBY PIVOTBY
        TRIMRANGE TEXTSPLIT ARRAYTOTEXT VALUETOTEXT REGEXTEST REGEXEXTRACT REGEXREPLACE RAND
        RANDBETWEEN RANDARRAY FORMULATEXT ISFORMULA ISREF ISOMITTED SHEET SHEETS CELL INFO FREQUENCY
        MMULT MINVERSE MDETERM MUNIT PERCENTILE.EXC QUARTILE.EXC PERCENTRANK.EXC MODE.MULT TRIMMEAN
        AVERAGEA MAXA MINA STDEVA STDEVPA VARA VARPA AVEDEV DEVSQ SKEW SKEW.P KURT STANDARDIZE COVAR
        COVARIANCE.P COVARIANCE.S PEARSON STEYX FORECAST FORECAST.LINEAR LINEST LOGEST TREND GROWTH
        CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T NORMDIST NORM.DIST NORMINV NORM.INV NORMSDIST
        NORM.S.DIST NORMSINV NORM.S.INV BINOMDIST BINOM.DIST BINOM.DIST.RANGE CRITBINOM BINOM.INV
        POISSON POISSON.DIST TDIST TINV T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TTEST T.TEST ZTEST
        Z.TEST FTEST F.TEST CHITEST CHISQ.TEST CHIDIST CHISQ.DIST CHISQ.DIST.RT CHIINV CHISQ.INV
        CHISQ.INV.RT PROB PERMUT PERMUTATIONA COMBINA FACTDOUBLE MULTINOMIAL SERIESSUM SUMX2MY2
        SUMX2PY2 CEILING.PRECISE FLOOR.PRECISE ISO.CEILING BASE DECIMAL DEC2BIN DEC2HEX DEC2OCT
        BIN2DEC BIN2HEX BIN2OCT HEX2BIN HEX2DEC HEX2OCT OCT2BIN OCT2DEC OCT2HEX BITAND BITOR BITXOR
        BITLSHIFT BITRSHIFT CONVERT DELTA GESTEP SQRTPI SINH COSH TANH ASIN ACOS ASINH ACOSH ATANH
        COT ACOT SEC CSC DOLLAR NUMBERVALUE FINDB SEARCHB LEFTB RIGHTB MIDB LENB REPLACEB ASC JIS
        PHONETIC BAHTTEXT ENCODEURL DAYS360 NETWORKDAYS.INTL WORKDAY.INTL DSUM DAVERAGE DCOUNT
        DCOUNTA DMAX DMIN DGET DPRODUCT DSTDEV DSTDEVP DVAR DVARP PMT PV FV NPER RATE IPMT PPMT NPV
        IRR"""
    )
)
"""Excel's own functions, without many functions for finance and engineering that no director uses."""
_ELSEWHERE = frozenset({"external", "name"})
"""Kinds of parts of a formula: cells of another file, and unknown names."""
_ITERATES = re.compile(rb"""<(?:\w+:)?calcPr\b[^>]*\biterate\s*=\s*["'](?:1|true)""")


def can_program_compute(unit: Unit, outside: Outside) -> bool:
    """Whether a program without our functions can compute the formula from the workbook alone."""
    reading = unit.reading
    parts = reading.parts
    return (
        bool(parts)
        and reading.problem != ONLY_GOOGLE
        and reading.functions <= _EXCELS
        and all(part.kind not in _ELSEWHERE for part in parts)
        and all(area.sheet not in outside.cells for area in reading.areas)
    )


def has_iteration(package: Package) -> bool:
    """Is iteration on? Then formulas may need their own old values, stored only in their cells."""
    return _ITERATES.search(package.part(package.main_part) or b"") is not None
