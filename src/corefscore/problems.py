"""What can be wrong with an input, told as ``FILE:LINE: what, and what to do``."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import NamedTuple

SHOWN = 20


class Problem(NamedTuple):
    """One thing wrong at one place; line 0 means the source as a whole.

    >>> print(Problem("key.conll", 7, "entity 3 never closes; add '3)'"))
    key.conll:7: entity 3 never closes; add '3)'
    """

    source: str
    line: int
    message: str

    @property
    def place(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class InputError(ValueError):
    """The input cannot be scored; `problems` says why, one `Problem` each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        hidden = len(self.problems) - len(lines)
        if hidden:
            lines.append(f"... and {hidden:,} more problems ({len(self.problems):,} in all)")
        return "\n".join(lines)


class InputWarning(UserWarning):
    """Something in the input that was understood, but that its author should know of."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def warn(source: str, line: int, message: str) -> None:
    warnings.warn(InputWarning(Problem(source, line, message)), stacklevel=2)


def fail(source: str, message: str, line: int = 0) -> InputError:
    """An error with a single problem, ready to be raised."""
    return InputError([Problem(source, line, message)])
