"""What has to be said before openpyxl is imported."""

import os

# openpyxl writes otherwise where lxml is, which tests have and most people have not.
os.environ.setdefault("OPENPYXL_LXML", "False")
