"""The meaning of the two numbers of a span: tokens or characters, and whether the second one is inside the span.

Most files do not state it. A span with two equal numbers proves that ends are inclusive: otherwise it would be empty.
An end that equals the length of its text proves that ends are exclusive: otherwise it would be outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import Problem, check_choice, raise_problems, warn
from corefscore.core.relations import Relations
from corefscore.core.views import CHARACTER, NAME, TOKEN
from corefscore.formats.builder import CorpusBuilder, Note


class Convention(NamedTuple):
    """How to read spans.

    Parameters
    ----------
    unit : str
        The unit of the numbers: tokens or characters.
    inclusive : bool
        Whether the second number is the last token or character. If not, it is the one after the last.
    """

    unit: str
    inclusive: bool

    @property
    def name(self) -> str:
        """The name by which users choose it."""
        return next(name for name, convention in CONVENTIONS.items() if convention == self)


CONVENTIONS: Mapping[str, Convention] = {
    "inclusive": Convention(TOKEN, True),
    "exclusive": Convention(TOKEN, False),
    "characters": Convention(CHARACTER, False),
    "characters-inclusive": Convention(CHARACTER, True),
}


def find_convention(name: str) -> Convention:
    """Return the convention with this name. Raises ValueError if there is none."""
    check_choice("convention for spans", name, CONVENTIONS)
    return CONVENTIONS[name]


class SpannedDocument(NamedTuple):
    """A document with spans as they are in the file.

    Parameters
    ----------
    origin : Origin
        What is known about the document.
    start, end, entity, line : array of int
        The two numbers, the entity and the line of each mention. Entities are numbered from 0.
    labels : sequence
        The name of each entity.
    inclusive : bool or None
        Whether ends are inclusive; None if the file does not state it.
    length : int, optional
        How many tokens or characters the text has.
    sentences : array of int, optional
        The first token of each sentence.
    notes : sequence of tuples
        Optional properties of mentions: the column, the row and the value.
    relations : Relations, optional
        Elements and bridges. They use the numbers that mentions and entities have in this document.
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
    notes: Sequence[tuple[str, int, Note]] = ()
    relations: Relations | None = None

    def shown(self, row: int) -> str:
        """Return a span as text for messages."""
        return f"[{self.start[row]}, {self.end[row]}] of document {self.origin.name!r}"


def spanned_corpus(
    builder: CorpusBuilder, documents: Sequence[SpannedDocument], found: Sequence[Problem] = ()
) -> Corpus:
    """Build the corpus of documents with spans.

    Parameters
    ----------
    builder : CorpusBuilder
        The builder that gets the documents.
    documents : sequence of SpannedDocument
        The documents. If the meaning of the ends of spans is not stated, the spans must prove it.
    found : sequence of Problem
        Problems that were already found in the file.

    Raises
    ------
    InputError
        If the file has a problem, if the spans prove nothing, or if they contradict each other.
    """
    source = builder.source.name
    problems = [*found]
    decided = {unit: _decide(source, unit, documents, problems) for unit in (TOKEN, CHARACTER)}
    for document in documents:
        unit = document.origin.unit
        inclusive = document.inclusive if document.inclusive is not None else decided[unit]
        if unit != NAME:
            problems += _faults(source, document, inclusive)
        last = document.end if inclusive else document.end - 1
        columns = (document.start, last, document.entity, document.labels, document.line)
        first = builder.add(document.origin, *columns, document.relations)
        for column, row, value in document.notes:
            builder.note(column, first + row, value)
    raise_problems(problems)
    return builder.corpus()


def _decide(source: str, unit: str, documents: Iterable[SpannedDocument], problems: list[Problem]) -> bool | None:
    """Return whether ends are inclusive in documents that do not state it. If this is unknown, return None.

    A warning names the proof. Without a proof, ends of characters are exclusive, and other ends are a problem.
    """
    unsaid = [document for document in documents if document.inclusive is None and document.origin.unit == unit]
    equal = _find(unsaid, lambda document: document.start == document.end)
    full = _find(unsaid, lambda document: document.end == (-1 if document.length is None else document.length))
    if equal and full:
        problems.append(_contradiction(source, equal, full))
        return None
    if equal or full:
        document, row = equal or full or (unsaid[0], 0)
        convention = Convention(unit, equal is not None)
        origin = document.origin._replace(line=int(document.line[row]))
        warn_of_proof(source, origin, convention, int(document.start[row]), int(document.end[row]))
        return convention.inclusive
    if any(document.start.size for document in unsaid):
        if unit == TOKEN:
            problems.append(_unproved(source, unsaid))
            return None
        warn(source, 0, "nothing proves the meaning of the ends of spans; they are read as spans=characters (--spans)")
    return False


def warn_of_proof(source: str, origin: Origin, convention: Convention, start: int, end: int) -> None:
    """Warn that a span proves a convention."""
    reason = "be empty" if convention.inclusive else "end outside its text"
    shown = f"[{start}, {end}] of document {origin.name!r}"
    message = f"ends of spans are read as spans={convention.name}: otherwise {shown} would {reason}"
    warn(source, origin.line, f"{message}; to state their meaning, use spans= (--spans)")


def _find(
    documents: Iterable[SpannedDocument], test: Callable[[SpannedDocument], Bools]
) -> tuple[SpannedDocument, int] | None:
    """Return the first document that passes a test, and its first such row."""
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


TOKEN_CONVENTIONS = ("inclusive", "exclusive")


def _unproved(source: str, documents: Sequence[SpannedDocument]) -> Problem:
    spans = sum(len(document.start) for document in documents)
    inside = {
        name: sum(_in_sentence(document, name == "inclusive") for document in documents) for name in TOKEN_CONVENTIONS
    }
    hint = ""
    if inside["inclusive"] != inside["exclusive"]:
        likely = max(TOKEN_CONVENTIONS, key=inside.__getitem__)
        hint = f" ({inside[likely]:,} of {spans:,} stay inside a sentence if {likely}, {min(inside.values()):,} if not)"
    message = f"nothing proves whether the ends of spans are inclusive or exclusive{hint}"
    return Problem(source, 0, f"{message}; state it with spans=inclusive or spans=exclusive (--spans)")


def _in_sentence(document: SpannedDocument, inclusive: bool) -> int:
    """Return how many spans stay inside one sentence."""
    if document.sentences is None:
        return 0
    last = document.end if inclusive else document.end - 1
    first, other = (np.searchsorted(document.sentences, token, "right") for token in (document.start, last))
    return int((first == other).sum())


def _faults(source: str, document: SpannedDocument, inclusive: bool | None) -> list[Problem]:
    """Return the problems of spans under a convention, or under both conventions if it is not known."""
    unit, start, end = document.origin.unit, document.start, document.end
    negative = start < 0
    backward = ~negative & ((end - 1 if inclusive is False else end) < start)
    beyond = np.zeros(len(start), dtype=bool)
    if document.length is not None:
        beyond = ~negative & ~backward & ((end if inclusive else end - 1) >= document.length)
    empty, advice = "", "correct it"
    if inclusive is not None:
        empty, advice = "is empty or ", advice_on(Convention(unit, inclusive))
    faults = (
        (negative, f"begins before the first {unit}; count from 0"),
        (backward, f"{empty}ends before it begins; {advice}"),
        (beyond, f"ends after the last of {document.length or 0:,} {unit}s; {advice}"),
    )
    return [
        Problem(source, int(document.line[row]), f"span {document.shown(row)} {fault}")
        for mask, fault in faults
        for row in np.flatnonzero(mask).tolist()
    ]


def advice_on(convention: Convention) -> str:
    """Return advice: how ends are read, and how to change that."""
    return f"the end is read as {convention.name}, change this with spans= (--spans)"


def sentence_starts(sentences: Sequence[Sequence[str]]) -> Ints:
    """Return the number of the first token of each sentence.

    >>> sentence_starts([["a", "b"], ["c"]]).tolist()
    [0, 2]
    """
    sizes = ints([len(sentence) for sentence in sentences])
    return np.cumsum(sizes) - sizes
