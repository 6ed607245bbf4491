"""Names of sheets that every calculator takes: programs other than Excel give sheets any name."""

import re
from collections.abc import Sequence

from xl_dipscore.calculate.links import unused
from xl_dipscore.xlsx.formula import unquoted

_ORDINARY = re.compile(r"""[^\W_][^\[\]:*?/\\'"!]{0,30}""")
_QUOTED = re.compile(r"""("(?:[^"]|"")*")|('(?:[^']|'')*')!""")


class Names:
    """The names of a workbook's sheets as a calculator gets them: other ones for those that are odd."""

    def __init__(self, sheets: Sequence[str]) -> None:
        odd = [name for name in sheets if not (name.isprintable() and _ORDINARY.fullmatch(name))]
        self._new: dict[str, str] = {}
        for name in odd:
            self._new[name] = unused(f"sheet {len(self._new)}", [*sheets, *self._new.values()])

    def sheet(self, name: str) -> str:
        return self._new.get(name, name)

    def formula(self, text: str) -> str:
        """A formula in which every sheet stands in apostrophes."""
        return _QUOTED.sub(self._named, text) if self._new else text

    def _named(self, found: re.Match[str]) -> str:
        name = None if found[1] else self._new.get(unquoted(found[2]))
        return found[0] if name is None else f"'{name}'!"
