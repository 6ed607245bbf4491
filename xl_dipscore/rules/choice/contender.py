"""One side of a comparison; a module of its own, so that a sheet of scores needs no standings."""

from dataclasses import dataclass, field

from xl_dipscore.rules.system import Options, System


@dataclass(frozen=True)
class Contender:
    """A system, and the options that differ from its own: one side of a comparison."""

    system: System
    options: Options = field(default_factory=dict)
    label: str = ""
