"""Settings for every test."""

from hypothesis import settings

# The same boards on every run; `pytest --hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, derandomize=False)
settings.load_profile("steady")
