"""The policies of a run on tables, and the signature that states them."""

from __future__ import annotations

from dataclasses import dataclass

from corefscore.core.problems import check_choice
from corefscore.core.settings import Settings
from corefscore.engines.policies import APPLY, UNLABELLED
from corefscore.version import __version__


@dataclass(frozen=True)
class TableSettings(Settings):
    """The policies for tables: some of those of `Settings`, and what only tables have.

    Parameters
    ----------
    unlabelled : str
        What happens to rows without an entity: `drop` or `error`.
    unique : bool
        Whether the caller says that no mention is twice on a side, so that this is not checked.

    Examples
    --------
    >>> TableSettings(unique=True).signature(documents=1).split("|")[1:]
    ['duplicates:unchecked', 'blanc:reference', 'mentions:all', 'undefined:zero', 'unlabelled:drop', 'documents:1']
    """

    unlabelled: str = "drop"
    unique: bool = False

    def __post_init__(self) -> None:
        check_choice("unlabelled policy", self.unlabelled, UNLABELLED)
        Settings(**{policy: getattr(self, policy) for policy in APPLY})

    def to_dict(self) -> dict[str, str]:
        """The choice for each policy that applies to tables."""
        applied = {policy: getattr(self, policy) for policy in APPLY}
        return {"duplicates": "unchecked" if self.unique else "error", **applied, "unlabelled": self.unlabelled}

    def signature(self, documents: int) -> str:
        """How a figure was obtained, in one line."""
        policies = (f"{policy}:{choice}" for policy, choice in self.to_dict().items())
        return "|".join([f"corefscore:{__version__}", *policies, f"documents:{documents}"])
