"""Names that people choose from: one check, and one message, for all of them."""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 20
ALIKE = 0.6
"""How alike two names must be, from 0 to 1, before one is suggested for the other."""


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
        If there is no such name. The message lists the choices and suggests the closest one.

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


def unknown_choice(what: str, name: str, choices: Iterable[str], meant: str | None = None) -> ValueError:
    """The error for a name that is none of the choices; `meant` is suggested, or else the closest choice."""
    listed = list(choices)
    meant = meant or closest(name, listed)
    hint = f"did you mean {meant!r}? " if meant else ""
    shown = ", ".join(listed[:SHOWN]) + (", ..." if len(listed) > SHOWN else "")
    return ValueError(f"there is no {what} {name!r}; {hint}choose from {shown}")


def closest(name: str, choices: Iterable[str], alike: float = ALIKE) -> str | None:
    """The choice that is most like a name; None if none is alike enough.

    >>> closest("ceaf_e", ["b3", "ceafe"]), closest("bleu", ["b3", "ceafe"])
    ('ceafe', None)
    """
    from difflib import get_close_matches

    found = get_close_matches(name, choices, n=1, cutoff=alike)
    return found[0] if found else None
