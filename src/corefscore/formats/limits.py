"""Which names, types and words a format can hold: none that would look like its own marks and line ends."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.corpus import Corpus, Origin, Origins
from corefscore.core.problems import Problem, raise_problems, warn
from corefscore.core.views import NO_WORD, TOKEN
from corefscore.formats.base import WORDS, Format
from corefscore.formats.builder import GivenText
from corefscore.formats.corefud.text import ConlluText

ANYTHING = r".*"
SOMETHING = r".+"
LINE = r"[^\r\n\0]*"
CELL = r"[^\t\r\n\0]*"
TRIMMED = r"[^\s\0](?:[^\t\r\n\0]*[^\s\0])?"


class Limits(NamedTuple):
    """What a format can hold. In patterns, a dot is any character.

    Parameters
    ----------
    document, entity, type : str
        Patterns that match names of documents, names of entities, and types as a whole.
    words : str
        A pattern for what a word cannot contain; an empty one matches nothing.
    unique : bool
        Whether the entities of a document must have different names.
    blank_sentences : bool
        Whether there can be sentences without words.
    """

    document: str = SOMETHING
    entity: str = ANYTHING
    type: str = ANYTHING
    words: str = ""
    unique: bool = True
    blank_sentences: bool = False


BRACKETS = Limits(TRIMMED, r"[^\s()|+*_\0-][^\s()|+\0]*", words=r"[\t\n\0]+|^[ \r\v\f]+|[ \r\v\f]+$")

LIMITS = {
    "conll": BRACKETS,
    "semeval": BRACKETS,
    # Here the names of entities are different in the whole file; its writer ensures this.
    "corefud": Limits(TRIMMED, type=r"[^\s()|\0-]*", words=r"[\t\n\0]+|^$", unique=False),
    "jsonlines": Limits(unique=False, blank_sentences=True),
    "json": Limits(ANYTHING),
    "brat": Limits(entity=LINE, type=r"(?!Mention$)[^\s\0]*", words=r"\0+|^$", unique=False),
    "litbank": Limits(entity=CELL, type=rf"(?!_$){CELL}", words=r"[\s\0\ufeff]+|^$"),
    "booknlp": Limits(entity=TRIMMED, type=rf"(?!_$){CELL}", words=r"[\t\r\n\0]+"),
    # Its writer refuses line ends in CSV and TSV; Parquet can hold them.
    "table": Limits(r"[^\0]+", r"[^\0]+", r"[^\0]*"),
    "tagged": Limits(TRIMMED, r"[^\s\[\],|\0]+", words=r"[\s\0]+|^$"),
}
"""The limits of each format, by its name."""


def warn_of_loss(form: Format, target: str, what: str) -> None:
    """Warn that a part of a corpus is lost."""
    warn(target, 0, f"{form.name} cannot hold {what}; this is lost")


def within_limits(corpus: Corpus, form: Format, target: str) -> Corpus:
    """The corpus with names, types and words that a format can hold.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    form : Format
        The format.
    target : str
        Where the corpus is written, for warnings.

    Raises
    ------
    InputError
        If the format cannot hold the name of a document.
    """
    limits = LIMITS.get(form.name, Limits())
    _check_document_names(corpus, form, limits)
    corpus = _with_fit_names(corpus, form, limits, target)
    corpus = _with_fit_types(corpus, form, limits, target)
    return _with_fit_texts(corpus, form, limits, target) if WORDS in form.carries else corpus


def _check_document_names(corpus: Corpus, form: Format, limits: Limits) -> None:
    fits = re.compile(limits.document, re.DOTALL).fullmatch
    message = f"{form.name} cannot hold the name of document {{!r}}; rename it"
    raise_problems(
        Problem(origin.source.name, origin.line, message.format(origin.name))
        for origin in corpus.origins
        if not fits(origin.name)
    )


def _with_fit_names(corpus: Corpus, form: Format, limits: Limits, target: str) -> Corpus:
    """The corpus with new names for entities whose names cannot be written, or belong to others."""
    names = [corpus.label(entity) for entity in range(len(corpus.labels))]
    documents = corpus.entity_documents.tolist()
    fits = re.compile(limits.entity, re.DOTALL).fullmatch
    unfit = []
    taken: set[tuple[int, str]] = set()
    for entity, key in enumerate(zip(documents, names, strict=True)):
        if not fits(names[entity]) or (limits.unique and key in taken):
            unfit.append(entity)
        taken.add(key)
    if not unfit:
        return corpus
    labels = np.array([*names, None], dtype=object)[:-1]
    last: dict[int, int] = {}
    for entity in unfit:
        labels[entity] = _new_name(documents[entity], last, taken)
    message = f"{form.name} cannot hold the names of {len(unfit):,} entities, such as {names[unfit[0]]!r}"
    reason = ", which others have too" if fits(names[unfit[0]]) else ""
    warn(target, 0, f"{message}{reason}; they are named e1, e2 ...")
    return replace(corpus, labels=labels)


def _new_name(document: int, last: dict[int, int], taken: set[tuple[int, str]]) -> str:
    """The next of the names e1, e2 ... that no entity of a document has."""
    while True:
        last[document] = last.get(document, 0) + 1
        name = f"e{last[document]}"
        if (document, name) not in taken:
            return name


def _with_fit_types(corpus: Corpus, form: Format, limits: Limits, target: str) -> Corpus:
    """The corpus without the types that cannot be written."""
    if "type" not in corpus.extra:
        return corpus
    types = corpus.extra["type"]
    fits = re.compile(limits.type, re.DOTALL).fullmatch
    known, number = np.unique(types, return_inverse=True)
    unfit = np.array([not fits(str(kind)) for kind in known], dtype=bool)[number]
    if not unfit.any():
        return corpus
    first = str(types[unfit.argmax()])
    warn_of_loss(form, target, f"types of {np.count_nonzero(unfit):,} mentions, such as {first!r}")
    return replace(corpus, extra={**corpus.extra, "type": np.where(unfit, "", types)})


def _with_fit_texts(corpus: Corpus, form: Format, limits: Limits, target: str) -> Corpus:
    """The corpus with words and sentences that can be written."""
    if not limits.words and limits.blank_sentences:
        return corpus
    writer = _WordFitter(limits)
    origins = []
    for origin in corpus.origins:
        sentences = writer.fit(origin.text.sentences) if origin.text and _is_new(origin, form) else None
        origins.append(origin if sentences is None else origin._replace(text=GivenText(sentences)))
    if writer.changed:
        shown = f"{writer.changed:,} words as they are, such as {writer.first!r}"
        warn(target, 0, f"{form.name} cannot hold {shown}; {NO_WORD!r} stands for what is lost")
    if writer.blank:
        warn_of_loss(form, target, f"{writer.blank:,} sentences without words")
    return replace(corpus, origins=Origins(origins)) if writer.changed or writer.blank else corpus


def _is_new(origin: Origin, form: Format) -> bool:
    """Whether the words are written anew; lines of CorefUD are copied."""
    return origin.unit == TOKEN and not (form.name == "corefud" and isinstance(origin.text, ConlluText))


class _WordFitter:
    """Replaces what cannot be written in words, removes blank sentences, and counts both."""

    def __init__(self, limits: Limits) -> None:
        self.unfit = re.compile(limits.words) if limits.words else None
        self.keeps_blank = limits.blank_sentences
        self.changed = self.blank = 0
        self.first = ""

    def fit(self, sentences: list[list[str]]) -> list[list[str]] | None:
        """The changed sentences, or None if nothing changes."""
        before = (self.changed, self.blank)
        kept = sentences if self.keeps_blank else [sentence for sentence in sentences if sentence]
        self.blank += len(sentences) - len(kept)
        written = [self._fit_words(sentence) for sentence in kept]
        return None if before == (self.changed, self.blank) else written

    def _fit_words(self, words: list[str]) -> list[str]:
        if self.unfit is None or not any(map(self.unfit.search, words)):
            return words
        written = [self.unfit.sub(NO_WORD, word) for word in words]
        changes = [word for word, other in zip(words, written, strict=True) if word != other]
        self.first = self.first if self.changed else changes[0]
        self.changed += len(changes)
        return written
