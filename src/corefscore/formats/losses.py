"""What a format cannot carry: told before it is lost, or refused where the rest would be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import ints
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Origins, Parts
from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.core.views import CHARACTER, NAME, NO_WORD, TOKEN, Document
from corefscore.formats.base import (
    CHARACTERS,
    EMPTY,
    GAPS,
    HEADS,
    MINIMA,
    NAMES,
    NODES,
    SENTENCES,
    TYPES,
    WORDS,
    ZEROS,
    Format,
)
from corefscore.formats.collecting import GivenText
from corefscore.formats.limits import lost, within_limits

COLUMNS = {"head": HEADS, "zero": ZEROS, "shape": GAPS, "minimum": MINIMA, "type": TYPES}
TOLD = {
    "head": "heads of {count:,} mentions",
    "zero": "that {count:,} mentions are zeros",
    "shape": "gaps of {count:,} discontinuous mentions, which now reach from their first word to their last",
    "minimum": "least spans of {count:,} mentions",
    "type": "types of {count:,} mentions",
}


def fitted(corpus: Corpus, form: Format, target: str) -> Corpus:
    """The corpus as a format can carry it; each loss is told."""
    corpus = _with_types_as_texts(_in_units(corpus, form, target))
    for name, trait in COLUMNS.items():
        if name in corpus.extra and trait not in form.carries:
            corpus = _without(corpus, name, form, target)
    corpus = _without_nodeless_zeros(corpus, form, target)
    _tell_nodes(corpus, form, target)
    _tell_texts(corpus, form, target)
    _tell_empty(corpus, form, target)
    return within_limits(corpus, form, target)


def _with_types_as_texts(corpus: Corpus) -> Corpus:
    """The corpus with types as texts; those of CorefUD are bytes."""
    types = corpus.extra.get("type")
    if types is None or types.dtype.kind != "S":
        return corpus
    return replace(corpus, extra={**corpus.extra, "type": np.char.decode(types, "utf-8")})


def _without(corpus: Corpus, name: str, form: Format, target: str) -> Corpus:
    column = corpus.extra[name]
    known = int(np.count_nonzero(column != (column.dtype.type() if name == "type" else UNKNOWN[name])))
    if known:
        lost(form, target, TOLD[name].format(count=known))
    return replace(corpus, extra={other: values for other, values in corpus.extra.items() if other != name})


def _without_nodeless_zeros(corpus: Corpus, form: Format, target: str) -> Corpus:
    """Where words are written, a zero is an empty node among them; without one it is a word like others."""
    if "zero" not in corpus.extra or WORDS not in form.carries:
        return corpus
    has_nodes = np.array([origin.empty is not None for origin in corpus.origins], dtype=bool)
    kept = corpus.extra["zero"] & has_nodes[corpus.document]
    nodeless = int(np.count_nonzero(corpus.extra["zero"])) - int(np.count_nonzero(kept))
    if nodeless:
        lost(form, target, f"that {nodeless:,} mentions are zeros without their empty nodes, which are not known")
    return replace(corpus, extra={**corpus.extra, "zero": kept})


def _tell_nodes(corpus: Corpus, form: Format, target: str) -> None:
    nodes = sum(len(origin.empty.token) for origin in corpus.origins if origin.empty is not None)
    if nodes and NODES not in form.carries:
        lost(form, target, f"that {nodes:,} tokens are empty nodes, which become words")


def _tell_texts(corpus: Corpus, form: Format, target: str) -> None:
    texts = sum(document.tokens is not None and document.origin.unit != NAME for document in corpus)
    if texts and WORDS not in form.carries:
        lost(form, target, f"the words of {texts:,} documents")
    elif texts and SENTENCES not in form.carries and CHARACTERS not in form.carries:
        lost(form, target, "sentences")


def _tell_empty(corpus: Corpus, form: Format, target: str) -> None:
    empty = len(corpus) - len(np.unique(corpus.document))
    if empty and EMPTY not in form.carries:
        lost(form, target, f"{empty:,} documents without mentions")


def _in_units(corpus: Corpus, form: Format, target: str) -> Corpus:
    units = {origin.unit for origin in corpus.origins}
    if len(units) > 1 and WORDS not in form.carries:
        counted = " and ".join(sorted(f"{unit}s" for unit in units))
        message = f"documents count {counted}, but all of a {form.name} file counts the same"
        raise fail(corpus.source_name, 0, f"{message}; write them into different files")
    if NAME in units and NAMES not in form.carries:
        message = "mentions are names here, not places in a text; say what they mean with spans= (--spans)"
        raise fail(corpus.source_name, 0, message)
    if CHARACTER in units and CHARACTERS not in form.carries:
        return _in_tokens(corpus, form)
    wordless = [origin for origin in corpus.origins if origin.unit == TOKEN and origin.text is None]
    if wordless and form.needs_words:
        message = f"the words of document {wordless[0].name!r} are not known, and {form.name} needs them"
        raise fail(wordless[0].source.name, wordless[0].line, f"{message}; choose another format")
    return corpus


def _in_tokens(corpus: Corpus, form: Format) -> Corpus:
    """A corpus of characters as one of tokens, which are what blanks separate; mentions must cover whole ones."""
    problems: list[Problem] = []
    start, end = corpus.start.copy(), corpus.end.copy()
    origins: list[Origin] = []
    shapes: list[Parts] = list(corpus.shapes)
    for document in corpus:
        if document.origin.unit != CHARACTER:
            origins.append(document.origin)
            continue
        sentences, first, last = _tokens(document, form)
        origins.append(document.origin._replace(unit=TOKEN, text=GivenText(sentences), divided=len(sentences) > 1))
        for mention in document.mentions:
            if any(a not in first or b not in last for a, b in mention.parts):
                problems.append(_cuts(document, mention.row, mention.text, form))
                continue
            parts = tuple((first[a], last[b]) for a, b in mention.parts)
            start[mention.row], end[mention.row] = parts[0][0], parts[-1][1]
            if len(parts) > 1:
                shapes[int(corpus.extra["shape"][mention.row]) - 1] = parts
    if problems:
        raise InputError(problems)
    warn(corpus.source_name, 0, f"{form.name} counts tokens: what blanks separate is taken for a token")
    moved = replace(corpus, origins=Origins(origins), start=start, end=end, shapes=tuple(shapes))
    return moved.with_documents(origins, ints(range(len(origins))))


def _cuts(document: Document, row: int, text: str, form: Format) -> Problem:
    message = (
        f"mention {text!r} of document {document.name!r} begins or ends inside a word, and {form.name} counts words"
    )
    return Problem(
        document.origin.source.name, document.corpus.line(row), f"{message}; choose a format with characters"
    )


def _tokens(document: Document, form: Format) -> tuple[list[list[str]], dict[int, int], dict[int, int]]:
    """The words of a text by line, and the number of the word that begins, and that ends, at a character."""
    characters = document.tokens
    if characters is None:
        message = f"document {document.name!r} has characters but no text, and {form.name} counts tokens"
        raise fail(document.origin.source.name, 0, f"{message}; put its text beside it")
    sentences: list[list[str]] = []
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for place, (begin, end) in enumerate(_words("".join(characters), sentences)):
        first[begin], last[end] = place, place
    return [sentence for sentence in sentences if sentence], first, last


def _words(text: str, sentences: list[list[str]]) -> Iterator[tuple[int, int]]:
    """First and last character of each word; the words are put into their sentences on the way."""
    place = 0
    for line in text.split("\n"):
        sentences.append([])
        for word in line.split():
            place = text.index(word, place)
            sentences[-1].append(word or NO_WORD)
            yield place, place + len(word) - 1
            place += len(word)
