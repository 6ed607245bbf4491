"""Sphinx's configuration of the site; `.ci/site` copies the pages beside it and builds."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "xl_dipscore"
author = copyright = "the xl_dipscore authors"  # noqa: A001 (Sphinx's name)
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
html_theme = "furo"
html_title = "xl_dipscore"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # a summary is fetched, which file:// forbids

DOORS = {
    "Director": """
        templates/TUTORIAL templates/DAY templates/FAQ templates/README templates/YOURS
        templates/EXCEL templates/LIBREOFFICE templates/BROWSER templates/COMMANDS
        templates/FUNCTIONS templates/FORMULAS
        xl_dipscore/rules/tournament/README xl_dipscore/rules/tournament/special
        xl_dipscore/rules/seating/README
        xl_dipscore/tables/exchange/README xl_dipscore/tables/cells/languages
        xl_dipscore/tables/cells/headings-romance xl_dipscore/tables/cells/headings-others
        xl_dipscore/workbooks/publish/README xl_dipscore/workbooks/live/README
        xl_dipscore/rules/circuits/README CHANGELOG
        """,
    "Systems": "xl_dipscore/rules/systems/README",
    "Python and the command line": "xl_dipscore/api xl_dipscore/cli/README xl_dipscore/cli/json",
}
"""The pages of each person, in order; all others are the engineers'."""
BELOW = {"xl_dipscore/rules/systems/README": "xl_dipscore/rules/systems/pages/"}
"""Pages that stand below another one: those of a folder."""


def toctree(caption: str, names: list[str]) -> str:
    """A list of pages for the side of the site."""
    head = f":caption: {caption}\n" if caption else ""
    return "\n".join(["", "```{toctree}", f":hidden:\n:titlesonly:\n{head}", *names, "```", ""])


def add_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    """Add the lists of pages, which no page itself has: on GitHub they would be noise."""
    found = sorted(app.env.found_docs - {root_doc})
    if name in BELOW:
        source[0] += toctree("", [f"/{one}" for one in found if one.startswith(BELOW[name])])
    if name == root_doc:
        doors = {caption: names.split() for caption, names in DOORS.items()}
        named = {one for names in doors.values() for one in names}
        rest = [one for one in found if one not in named and not one.startswith(tuple(BELOW.values()))]
        doors["Engineers"] = sorted(rest, key=lambda one: (one.count("/"), one))
        source[0] += "".join(
            toctree(caption, [f"/{one}" for one in names]) for caption, names in doors.items()
        )


def setup(app: Sphinx) -> None:
    app.add_lexer("csv", TextLexer)
    app.connect("source-read", add_navigation)
