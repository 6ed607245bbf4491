"""Environment variables that must be set before any other import."""

import os
import sys

# With lxml, which tests have and most people have not, openpyxl writes differently.
os.environ.setdefault("OPENPYXL_LXML", "False")

# Tests start hundreds of processes, and each would compile everything.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
