"""What has to be said before anything else is imported."""

import os
import sys

# openpyxl writes otherwise where lxml is, which tests have and most people have not.
os.environ.setdefault("OPENPYXL_LXML", "False")

# Tests start hundreds of processes, which need not compile everything each.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
