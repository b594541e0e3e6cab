"""The policies of a run on tables, and the signature that states them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corefscore.core import signatures
from corefscore.core.problems import check_choice
from corefscore.core.settings import TABLE_DEFAULTS, Settings
from corefscore.engines.policies import APPLY, UNLABELLED

if TYPE_CHECKING:
    from typing_extensions import Self

CHECKED, UNCHECKED = "error", "unchecked"
"""The policies for repeated mentions of a table, as a signature states them."""


@dataclass(frozen=True)
class TableSettings(Settings):
    """The policies for tables: some of the policies of `Settings`, and the policies that only tables have.

    Parameters
    ----------
    unlabelled : str
        How to treat rows without an entity: `drop` or `error`.
    unique : bool
        Whether the caller states that no mention is twice on a side. Then this is not checked.

    Examples
    --------
    >>> TableSettings(unique=True).signature(documents=1).split("|")[1:]
    ['duplicates:unchecked', 'blanc:reference', 'mentions:all', 'undefined:zero', 'unlabelled:drop', 'documents:1']
    """

    unlabelled: str = TABLE_DEFAULTS["unlabelled"]
    unique: bool = False

    def __post_init__(self) -> None:
        check_choice("unlabelled policy", self.unlabelled, UNLABELLED)
        Settings(**{policy: getattr(self, policy) for policy in APPLY})

    def to_dict(self) -> dict[str, str]:
        """Return the choice of each policy that applies to tables."""
        applied = {policy: getattr(self, policy) for policy in APPLY}
        return {"duplicates": UNCHECKED if self.unique else CHECKED, **applied, "unlabelled": self.unlabelled}

    @classmethod
    def _made(cls, chosen: dict[str, str]) -> Self:
        duplicates = chosen.pop("duplicates", CHECKED)
        check_choice("duplicates policy for tables", duplicates, (CHECKED, UNCHECKED))
        return cls(**chosen, unique=duplicates == UNCHECKED)

    def signature(self, documents: int) -> str:
        """Return one line that states how a figure was obtained."""
        policies = (f"{policy}:{choice}" for policy, choice in self.to_dict().items())
        return signatures.long_form([*policies, f"documents:{documents}"])
