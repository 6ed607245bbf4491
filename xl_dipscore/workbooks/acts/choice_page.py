"""The page of a comparison of systems: one HTML file without anything beside it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape

from xl_dipscore.rules.choice.tables import MOVED, Part, Section
from xl_dipscore.rules.points import text

STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { border-bottom-width: 2px; vertical-align: bottom; }
td.n, th.n { text-align: right; white-space: nowrap; }
th:first-child, td:first-child { position: sticky; left: 0; background: Canvas; }
.bars { display: grid; grid-template-columns: max-content 1fr max-content; gap: .2rem .6rem; }
.bars i { background: #0072b2; align-self: center; height: .8rem; min-width: 1px; }
summary { cursor: pointer; font-size: 1.2rem; font-weight: bold; margin-top: 2rem; }
@media print { .wide { overflow: visible; } table { font-size: 8pt; } tr { break-inside: avoid; } }
""".strip()


def cell_text(cell: object) -> str:
    """A cell as people read it; parts of a whole as percentages."""
    if cell is None:
        return ""
    if isinstance(cell, Part):
        return f"{round(100 * cell)} %"
    return text(Fraction(round(cell * 100), 100)) if isinstance(cell, Fraction) else str(cell)


def page_of_choice(sections: Sequence[Section], about: Sequence[str]) -> str:
    """The whole page. about: sentences below its title."""
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Which system should we play?</title><style>{STYLE}</style></head><body>",
        "<h1>Which system should we play?</h1>",
        *(f"<p>{escape(sentence)}</p>" for sentence in about),
    ]
    for number, section in enumerate(sections):
        lines += _section(section, folded=number > 0)
        lines += _bars(section) if not number else []
    return "\n".join([*lines, "</body></html>", ""])


def _section(section: Section, *, folded: bool) -> Iterator[str]:
    if folded:
        yield f"<details><summary>{escape(section.title)}</summary>"
    else:
        yield f"<h2>{escape(section.title)}</h2>"
    yield from (f"<p>{escape(sentence)}</p>" for sentence in section.told)
    numeric = [_is_numeric(section, column) for column in range(len(section.heads))]
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{escape(section.title)}"><table><thead>'
    yield _row("th", section.heads, numeric) + "</thead><tbody>"
    yield from (_row("td", [cell_text(cell) for cell in row], numeric) for row in section.rows)
    yield "</tbody></table></div>"
    if folded:
        yield "</details>"


def _is_numeric(section: Section, column: int) -> bool:
    return any(isinstance(row[column], Fraction | int) for row in section.rows)


def _row(tag: str, cells: Sequence[str], numeric: Sequence[bool]) -> str:
    each = (
        f"<{tag}{' class=n' if right else ''}>{escape(cell)}</{tag}>"
        for cell, right in zip(cells, numeric, strict=True)
    )
    return f"<tr>{''.join(each)}</tr>"


def _bars(section: Section) -> Iterator[str]:
    """A bar for each system that moves players, the longest first."""
    column = section.heads.index(MOVED)
    known = [(row[column], str(row[0])) for row in section.rows]
    moved = sorted(((size, name) for size, name in known if isinstance(size, Fraction)), reverse=True)
    if not moved or not moved[0][0]:
        return
    yield f'<h2>{MOVED}</h2><div class="bars">'
    for size, name in moved:
        width = float(100 * size / moved[0][0])
        yield f'<span>{escape(name)}</span><i style="width:{width:.1f}%"></i><span>{cell_text(size)}</span>'
    yield "</div>"
