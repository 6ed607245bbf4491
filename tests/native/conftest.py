"""What the tests of plain formulas take from other tests."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("systems", "calc")]
