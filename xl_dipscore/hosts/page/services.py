"""The services that items of the menu get from the page."""

from collections.abc import Sequence
from pathlib import Path

from xl_dipscore.hosts.page.states import States
from xl_dipscore.hosts.vba import put_macros
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.publish.page import publish


class PageHost:
    """The open workbook for items of the menu (`live.menu.Host`). folder: for files that items write."""

    def __init__(self, states: States, folder: Path) -> None:
        self._states, self._folder = states, folder

    def file(self) -> Package:
        return self._states.now.package

    def path(self) -> Path:
        return self._folder / self._states.now.name

    def publish(self, folder: Path, *, replace: bool) -> Sequence[str]:
        return [*publish(self.file(), folder, replace=replace).lines][1:]  # the first names a path

    def attach(self, package: Package) -> Sequence[str]:
        return put_macros(package)
