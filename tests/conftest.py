"""Settings for every test."""

from hypothesis import settings

# The same boards on every run; `pytest --hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=400, derandomize=False)
settings.load_profile("steady")
