"""What the two numbers of a span mean: tokens or characters, and whether the second one is inside the span.

Most files do not say it. A span with two equal numbers proves that ends are inclusive, because otherwise it would be
empty. An end that equals the length of its text proves that ends are exclusive, because otherwise it would be outside.
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
        What the numbers count: tokens or characters.
    inclusive : bool
        Whether the second number is the last token or character, and not the next one.
    """

    unit: str
    inclusive: bool

    @property
    def name(self) -> str:
        """The name by which people choose it."""
        return next(name for name, convention in CONVENTIONS.items() if convention == self)


CONVENTIONS: Mapping[str, Convention] = {
    "inclusive": Convention(TOKEN, True),
    "exclusive": Convention(TOKEN, False),
    "characters": Convention(CHARACTER, False),
    "characters-inclusive": Convention(CHARACTER, True),
}


def find_convention(name: str) -> Convention:
    """The convention of a name; ValueError if there is none."""
    check_choice("convention for spans", name, CONVENTIONS)
    return CONVENTIONS[name]


class SpannedDocument(NamedTuple):
    """A document with spans as they are written.

    Parameters
    ----------
    origin : Origin
        What is known of the document.
    start, end, entity, line : array of int
        The two numbers, the entity and the line of each mention. Entities are numbered from 0.
    labels : sequence
        The name of each entity.
    inclusive : bool or None
        Whether ends are inclusive; None if the file does not say it.
    length : int, optional
        How many tokens or characters the text has.
    sentences : array of int, optional
        The first token of each sentence.
    notes : sequence of tuples
        What else is known of mentions: the column, the row and the value.
    relations : Relations, optional
        Elements and bridges, by the numbers that mentions and entities have here.
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
        """A span, for messages."""
        return f"[{self.start[row]}, {self.end[row]}] of document {self.origin.name!r}"


def spanned_corpus(
    builder: CorpusBuilder, documents: Sequence[SpannedDocument], found: Sequence[Problem] = ()
) -> Corpus:
    """The corpus of documents with spans.

    Parameters
    ----------
    builder : CorpusBuilder
        Where the documents are added.
    documents : sequence of SpannedDocument
        The documents. If nothing says what the ends of their spans mean, the spans must prove it.
    found : sequence of Problem
        What is already known to be wrong with the file.

    Raises
    ------
    InputError
        If something is wrong with the file, or if spans prove nothing or contradict each other.
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
    """Whether ends are inclusive in documents that do not say it; None, and a problem, if that is not known.

    A warning names the proof. Without a proof, ends of characters are exclusive.
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
        warn(source, 0, "nothing proves what the ends of spans mean; they are read as spans=characters (--spans)")
    return False


def warn_of_proof(source: str, origin: Origin, convention: Convention, start: int, end: int) -> None:
    """Warn of the convention that a span proves."""
    reason = "be empty" if convention.inclusive else "end outside its text"
    shown = f"[{start}, {end}] of document {origin.name!r}"
    warn(source, origin.line, f"spans={convention.name}: otherwise {shown} would {reason}")


def _find(
    documents: Iterable[SpannedDocument], test: Callable[[SpannedDocument], Bools]
) -> tuple[SpannedDocument, int] | None:
    """The first document that passes a test, and its first such row."""
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
    """How many spans do not leave their sentence."""
    if document.sentences is None:
        return 0
    last = document.end if inclusive else document.end - 1
    first, other = (np.searchsorted(document.sentences, token, "right") for token in (document.start, last))
    return int((first == other).sum())


def _faults(source: str, document: SpannedDocument, inclusive: bool | None) -> list[Problem]:
    """What is wrong with spans under a convention, or under both conventions if it is not known."""
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
    """How ends are read, and what to do if they mean something else."""
    return f"the end is read as {convention.name}, change this with spans= (--spans)"


def sentence_starts(sentences: Sequence[Sequence[str]]) -> Ints:
    """The number of the first token of each sentence.

    >>> sentence_starts([["a", "b"], ["c"]]).tolist()
    [0, 2]
    """
    sizes = ints([len(sentence) for sentence in sentences])
    return np.cumsum(sizes) - sizes
