"""Find likely mistakes in mentions in memory: two sides with different kinds of mentions, or reversed spans."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from corefscore.core.problems import fail
from corefscore.formats.shapes import is_span

TEXTS, NUMBERS, SPANS = "texts", "numbers", "spans"


def check_kinds(document: str, key: Sequence[Hashable], response: Sequence[Hashable]) -> None:
    """Raise an error if the two sides have different kinds of mentions, so that none can match.

    >>> check_kinds("story", ["Ann", 1], [1])
    >>> check_kinds("story", ["Ann"], [1])
    Traceback (most recent call last):
    ...
    corefscore.InputError: response: document 'story': ...
    """
    ours, theirs = ({kind_of(mention): mention for mention in reversed(side)} for side in (key, response))
    if not ours or not theirs or "" in ours or "" in theirs or ours.keys() & theirs.keys():
        return
    message = f"the mentions of the key are {_shown(ours)}, but those of the response are {_shown(theirs)}"
    advice = "give mentions of the same kind on both sides"
    raise fail("response", 0, f"document {document!r}: {message}, so none can match; {advice}")


def _shown(kinds: dict[str, Hashable]) -> str:
    return " and ".join(f"{kind}, such as {mention!r}" for kind, mention in kinds.items())


def kind_of(mention: Hashable) -> str:
    """Return the kind of a mention: texts, numbers or spans; an empty text for anything else.

    >>> kind_of("Ann"), kind_of(1.5), kind_of((0, 1)), kind_of(((0, 1), (3, 4))), kind_of(("Ann", 1))
    ('texts', 'numbers', 'spans', 'spans', '')
    """
    if isinstance(mention, str):
        return TEXTS
    if isinstance(mention, (int, float)):
        return NUMBERS
    return SPANS if parts_of_span(mention) else ""


def doubt_of(mentions: Sequence[Hashable]) -> str:
    """Return a warning about spans that end before they start, or an empty text if there are none.

    >>> doubt_of([(0, 1), (5, 5)])
    ''
    """
    wrong = next((mention for mention in mentions if any(start > end for start, end in parts_of_span(mention))), None)
    return "" if wrong is None else f"spans end before they start, such as {wrong!r}; correct them, if they are spans"


def parts_of_span(mention: Hashable) -> Sequence[tuple[int, int]]:
    """Return the parts of a span; empty if the mention is not a span."""
    if is_span(mention):
        return [mention]  # type: ignore[list-item]
    return mention if isinstance(mention, tuple) and all(map(is_span, mention)) else ()
