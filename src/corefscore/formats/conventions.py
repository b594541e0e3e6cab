"""What the two numbers of a span mean: tokens or characters, and whether the second is inside the span.

Files seldom say. A span whose numbers are equal proves that ends are inclusive, for else it would be empty; an end that
is the length of its text proves that ends are exclusive, for else it would be outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, warn
from corefscore.core.views import CHARACTER, NAME, TOKEN
from corefscore.formats.collecting import Mentions


class Convention(NamedTuple):
    """How to read spans."""

    unit: str
    inclusive: bool

    @property
    def name(self) -> str:
        return next(name for name, convention in CONVENTIONS.items() if convention == self)


CONVENTIONS: Mapping[str, Convention] = {
    "inclusive": Convention(TOKEN, True),
    "exclusive": Convention(TOKEN, False),
    "characters": Convention(CHARACTER, False),
    "characters-inclusive": Convention(CHARACTER, True),
}


def stated(spans: str) -> Convention:
    """The convention of a name."""
    if spans not in CONVENTIONS:
        raise ValueError(f"spans={spans!r} is none of {', '.join(CONVENTIONS)}")
    return CONVENTIONS[spans]


class SpannedDocument(NamedTuple):
    """A document as it is written; `inclusive` is None if nothing says what its spans mean.

    Entities are numbered from 0. `length` is how many tokens or characters there are, `sentences` the first of each
    sentence, where these are known. `notes` are columns, rows and values of what else is known.
    """

    origin: Origin
    start: Ints
    end: Ints
    entity: Ints
    labels: Sequence[object]
    line: Ints
    inclusive: bool | None
    length: int | None = None
    sentences: Ints | None = None
    notes: Sequence[tuple[str, int, Any]] = ()

    def shown(self, row: int) -> str:
        return f"[{self.start[row]}, {self.end[row]}] of document {self.origin.name!r}"


def spanned_corpus(mentions: Mentions, documents: Sequence[SpannedDocument], found: Sequence[Problem] = ()) -> Corpus:
    """The corpus of documents with spans; where their convention is not said, it is proved or refused.

    `found` are the problems met before, which are told together with those of spans.
    """
    source = mentions.source.name
    problems = [*found]
    decided = {unit: _decide(source, unit, documents, problems) for unit in (TOKEN, CHARACTER)}
    for document in documents:
        unit = document.origin.unit
        inclusive = document.inclusive if document.inclusive is not None else decided[unit]
        if unit != NAME:
            problems += _faults(source, document, inclusive)
        last = document.end if inclusive else document.end - 1
        first = mentions.add(document.origin, document.start, last, document.entity, document.labels, document.line)
        for column, row, value in document.notes:
            mentions.note(column, first + row, value)
    if problems:
        raise InputError(sorted(problems))
    return mentions.corpus()


def _decide(source: str, unit: str, documents: Iterable[SpannedDocument], problems: list[Problem]) -> bool | None:
    """Whether ends are inclusive where that is not said, with the proof told; None, and a problem, if it is not known.

    Without proof, characters are taken to be exclusive.
    """
    unsaid = [document for document in documents if document.inclusive is None and document.origin.unit == unit]
    equal = _find(unsaid, lambda document: document.start == document.end)
    full = _find(unsaid, lambda document: document.end == (-1 if document.length is None else document.length))
    if equal and full:
        problems.append(_contradiction(source, equal, full))
        return None
    if equal or full:
        document, row = equal or full or (unsaid[0], 0)
        name = Convention(unit, equal is not None).name
        reason = "it would be empty otherwise" if equal else "it would end outside its text otherwise"
        warn(source, int(document.line[row]), f"spans={name}, as {document.shown(row)} proves: {reason}")
        return equal is not None
    if any(document.start.size for document in unsaid):
        if unit == TOKEN:
            problems.append(_unproved(source, unsaid))
            return None
        warn(source, 0, "nothing proves what the ends of spans mean; they are read as spans=characters (--spans)")
    return False


def _find(
    documents: Iterable[SpannedDocument], test: Callable[[SpannedDocument], Bools]
) -> tuple[SpannedDocument, int] | None:
    """The first document and row that pass a test."""
    for document in documents:
        passed = test(document)
        if passed.any():
            return document, int(np.argmax(passed))
    return None


def _contradiction(source: str, equal: tuple[SpannedDocument, int], full: tuple[SpannedDocument, int]) -> Problem:
    (empty, row), (outside, other) = equal, full
    message = (
        f"span {empty.shown(row)} is empty if ends are exclusive, but {outside.shown(other)} "
        f"(line {outside.line[other]}) ends outside its text if they are inclusive; correct one of them"
    )
    return Problem(source, int(empty.line[row]), message)


def _unproved(source: str, documents: Sequence[SpannedDocument]) -> Problem:
    spans = sum(len(document.start) for document in documents)
    inside = {name: sum(_in_sentence(document, name == "inclusive") for document in documents) for name in CHOICES}
    hint = ""
    if inside["inclusive"] != inside["exclusive"]:
        likely = max(CHOICES, key=inside.__getitem__)
        hint = f" ({inside[likely]:,} of {spans:,} stay inside a sentence if {likely}, {min(inside.values()):,} if not)"
    message = f"nothing proves whether the ends of spans are inclusive or exclusive{hint}"
    return Problem(source, 0, f"{message}; say it with spans=inclusive or spans=exclusive (--spans)")


CHOICES = ("inclusive", "exclusive")


def _in_sentence(document: SpannedDocument, inclusive: bool) -> int:
    """How many spans would be inside a sentence."""
    if document.sentences is None:
        return 0
    last = document.end if inclusive else document.end - 1
    first, other = (np.searchsorted(document.sentences, token, "right") for token in (document.start, last))
    return int((first == other).sum())


def _faults(source: str, document: SpannedDocument, inclusive: bool | None) -> list[Problem]:
    """What is wrong with spans under a convention, or under either where it is not known."""
    unit, start, end = document.origin.unit, document.start, document.end
    negative = start < 0
    backward = ~negative & ((end - 1 if inclusive is False else end) < start)
    beyond = np.zeros(len(start), dtype=bool)
    if document.length is not None:
        beyond = ~negative & ~backward & ((end if inclusive else end - 1) >= document.length)
    empty, advice = "", "correct it"
    if inclusive is not None:
        empty, advice = "is empty or ", said(Convention(unit, inclusive))
    faults = (
        (negative, f"begins before the first {unit}; count from 0"),
        (backward, f"{empty}ends before it begins; {advice}"),
        (beyond, f"ends behind the last of {document.length or 0:,} {unit}s; {advice}"),
    )
    return [
        Problem(source, int(document.line[row]), f"span {document.shown(row)} {fault}")
        for mask, fault in faults
        for row in np.flatnonzero(mask).tolist()
    ]


def said(convention: Convention) -> str:
    """How ends are read, and what to do if they mean something else."""
    return f"the end is read as {convention.name}, choose otherwise with spans= (--spans)"


def sentence_starts(sentences: Sequence[Sequence[str]]) -> Ints:
    """The number of the first token of each sentence.

    >>> sentence_starts([["a", "b"], ["c"]]).tolist()
    [0, 2]
    """
    sizes = ints([len(sentence) for sentence in sentences])
    return np.cumsum(sizes) - sizes
