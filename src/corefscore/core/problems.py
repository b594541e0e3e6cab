"""Problems of an input, reported as ``FILE:LINE: what is wrong; what to do``."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from corefscore.core.escaping import printable

SHOWN = 20
LONGEST = 60


ALIKE = 0.6
"""How similar two names must be, from 0 to 1, before one is suggested instead of the other."""


class Problem(NamedTuple):
    """One problem. Line 0 means the whole source.

    >>> print(Problem("key.conll", 7, "entity 3 never closes; add '3)'"))
    key.conll:7: entity 3 never closes; add '3)'
    """

    source: str
    line: int
    message: str

    @property
    def location(self) -> str:
        """The source and, if known, the line."""
        return printable(f"{self.source}:{self.line}" if self.line else self.source)

    def __str__(self) -> str:
        return f"{self.location}: {printable(self.message)}"


class InputError(ValueError):
    """The input cannot be scored.

    Parameters
    ----------
    problems : iterable of Problem
        The problems, in order.
    total : int, optional
        The number of all problems, if only some of them are listed.
    """

    def __init__(self, problems: Iterable[Problem], total: int | None = None) -> None:
        self.problems = tuple(problems)
        self.total = len(self.problems) if total is None else total
        super().__init__(self.problems, self.total)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if self.total > len(lines):
            lines.append(f"... and {more_problems(self.total - len(lines))} ({self.total:,} in all)")
        return "\n".join(lines)


def more_problems(count: int) -> str:
    """Return how many problems are not listed.

    >>> more_problems(1), more_problems(1200)
    ('1 more problem', '1,200 more problems')
    """
    return f"{count:,} more {'problem' if count == 1 else 'problems'}"


def all_of(errors: Iterable[InputError]) -> InputError:
    """Combine several errors into one."""
    listed = list(errors)
    return InputError((problem for error in listed for problem in error.problems), sum(error.total for error in listed))


def raise_problems(problems: Iterable[Problem]) -> None:
    """Raise an error with all problems, in the order of their lines. Do nothing if there are no problems.

    >>> raise_problems([])
    """
    listed = sorted(problems)
    if listed:
        raise InputError(listed)


InputError.__module__ = "corefscore"


class InputWarning(UserWarning):
    """The input could be read, but its author should check something in it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def shortened(value: object, length: int = LONGEST) -> str:
    """Return a value as text for a message. A long text is cut.

    >>> shortened("Once upon a time there was a king", 16)
    'Once upon a time...'
    """
    text = str(value)
    return text if len(text) <= length else f"{text[:length]}..."


def warn(source: str, line: int, message: str) -> None:
    """Warn about something in the input."""
    warnings.warn(InputWarning(Problem(source, line, message)), stacklevel=2)


@contextmanager
def collected_warnings() -> Iterator[list[Problem]]:
    """Collect the warnings about the input in a list instead of showing them. Other warnings are shown at the end.

    >>> with collected_warnings() as problems:
    ...     warn("key.conll", 7, "the cell is empty; write '-'")
    >>> print(*problems)
    key.conll:7: the cell is empty; write '-'
    """
    problems: list[Problem] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        try:
            yield problems
        finally:
            problems += [each.message.problem for each in caught if isinstance(each.message, InputWarning)]
    for each in caught:
        if not isinstance(each.message, InputWarning):
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)


def fail(source: str, line: int, message: str) -> InputError:
    """Return an error with a single problem. The caller raises it."""
    return InputError([Problem(source, line, message)])


def check_choice(what: str, name: str, choices: Iterable[str]) -> None:
    """Check that a name is one of the choices.

    Parameters
    ----------
    what : str
        What is chosen, for the message.
    name : str
        The name that was given.
    choices : iterable of str
        The names that exist.

    Raises
    ------
    ValueError
        If the name is not one of the choices. The message lists the choices and suggests the closest one.

    Examples
    --------
    >>> check_choice("metric", "b3", ["muc", "b3"])
    >>> check_choice("metric", "mcu", ["muc", "b3"])
    Traceback (most recent call last):
    ...
    ValueError: there is no metric 'mcu'; did you mean 'muc'? choose from muc, b3
    """
    if name not in choices:
        raise unknown_choice(what, name, choices)


def unknown_choice(what: str, name: object, choices: Iterable[str], meant: str | None = None) -> ValueError:
    """Return the error for an unknown name. It suggests `meant` or, without it, the closest choice."""
    listed = list(choices)
    meant = meant or closest(name, listed)
    hint = f"did you mean {meant!r}? " if meant else ""
    shown = ", ".join(listed[:SHOWN]) + (", ..." if len(listed) > SHOWN else "")
    return ValueError(f"there is no {what} {name!r}; {hint}choose from {shown}")


def closest(name: object, choices: Iterable[str], alike: float = ALIKE) -> str | None:
    """Return the choice that is most similar to a name, or None if no choice is similar enough.

    >>> closest("ceaf_e", ["b3", "ceafe"]), closest("bleu", ["b3", "ceafe"])
    ('ceafe', None)
    """
    from difflib import get_close_matches

    found = get_close_matches(str(name), choices, n=1, cutoff=alike)
    return found[0] if found else None
