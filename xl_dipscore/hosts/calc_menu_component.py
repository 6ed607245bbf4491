"""What LibreOffice asks for the menu. It runs this with the Python it has, and no package but ours."""

import sys
from pathlib import Path

import unohelper

# In front of any copy that is installed for the same Python.
sys.path.insert(0, str(Path(__file__).with_name("pythonpath")))

from xl_dipscore.hosts.calc_menu import HANDLER, SERVICE, Menu

g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816
g_ImplementationHelper.addImplementation(Menu, SERVICE, (SERVICE, HANDLER))
