"""What a reader warns of once, with a count, however often it occurs."""

from __future__ import annotations

from corefscore.core.problems import warn


class Remarks:
    """Counts what is to be warned of, by its kind.

    Parameters
    ----------
    source : str
        The file.
    messages : dict
        The warning of each kind, in which ``{count}`` stands for how often it occurs, and ``{first}`` for the first.
    """

    def __init__(self, source: str, messages: dict[str, str]) -> None:
        self.source = source
        self.messages = messages
        self.counts: dict[str, int] = {}
        self.first: dict[str, tuple[int, str]] = {}

    def add(self, kind: str, line: int, shown: str = "") -> None:
        """Count something; of the first one the line and the name are kept."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.first.setdefault(kind, (line, shown))

    def warn(self) -> None:
        """Give the warnings."""
        for kind, message in self.messages.items():
            if kind in self.counts:
                line, shown = self.first[kind]
                warn(self.source, line, message.format(count=f"{self.counts[kind]:,}", first=shown))
