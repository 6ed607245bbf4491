"""The UNO objects in LibreOffice: one has a method for each worksheet function, the other is the menu.

LibreOffice runs this file with its own Python; no package except ours is available.
"""

import sys
from pathlib import Path

import uno  # noqa: F401  enables imports from com.sun.star and org
import unohelper
from com.sun.star.lang import XServiceInfo
from org.diplomacy.xldipscore import XDipScore

if sys.version_info < (3, 10):  # noqa: UP036  LibreOffice's Python, not the tests'
    raise ImportError("xl_dipscore needs a newer LibreOffice, one whose Python is 3.10 or later")

# The xl_dipscore of the extension comes before any copy that is installed for the same Python.
sys.path.insert(0, str(Path(__file__).with_name("pythonpath")))

from xl_dipscore.hosts.calc_cells import make_calc_function, method_name
from xl_dipscore.tables.functions import FUNCTIONS

SERVICE, MENU = "org.diplomacy.xldipscore.DipScore", "org.diplomacy.xldipscore.Menu"
HANDLER = "com.sun.star.frame.ProtocolHandler"


class DipScore(unohelper.Base, XDipScore, XServiceInfo):  # type: ignore[misc]
    """A component without XAddIn: with XAddIn, Calc would ignore the names and helps of CalcAddIns.xcu."""

    def __init__(self, context: object) -> None:
        for function in FUNCTIONS:
            setattr(self, method_name(function.name), make_calc_function(function))

    # LibreOffice prescribes the names of the methods.

    def getImplementationName(self) -> str:  # noqa: N802
        return SERVICE

    def supportsService(self, name: str) -> bool:  # noqa: N802
        return name == SERVICE

    def getSupportedServiceNames(self) -> tuple[str, ...]:  # noqa: N802
        return (SERVICE,)


def menu(context: object) -> object:
    """Create the handler of the menu. Importing its module is slow, and formulas do not need it."""
    from xl_dipscore.hosts.calc_menu import Menu

    return Menu(context)


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816
g_ImplementationHelper.addImplementation(DipScore, SERVICE, (SERVICE,))
g_ImplementationHelper.addImplementation(menu, MENU, (MENU, HANDLER))
