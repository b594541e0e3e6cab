"""Warnings that are given once with a count, however often the reason occurs."""

from __future__ import annotations

from collections import Counter

from corefscore.core.problems import warn


class Remarks:
    """Counts the reasons for warnings, by kind.

    Parameters
    ----------
    source : str
        The file.
    messages : dict
        The warning of each kind. ``{count}`` is replaced by the number of cases, ``{first}`` by the first case, and
        ``{of}`` by the subject of the warning.
    """

    def __init__(self, source: str, messages: dict[str, str]) -> None:
        self.source = source
        self.messages = messages
        self.counts: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], tuple[int, str]] = {}

    def add(self, kind: str, line: int, shown: str = "", of: str = "") -> None:
        """Count one case. The line and the name of the first case are kept. Each subject `of` has its own count."""
        self.counts[kind, of] += 1
        self.first.setdefault((kind, of), (line, shown))

    def warn(self) -> None:
        """Give the warnings."""
        for kind, message in self.messages.items():
            for (_, of), count in [each for each in self.counts.items() if each[0][0] == kind]:
                line, shown = self.first[kind, of]
                warn(self.source, line, message.format(count=f"{count:,}", first=shown, of=of))
