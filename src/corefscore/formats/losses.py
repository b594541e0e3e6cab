"""Check what a format cannot hold: a warning if something is lost, an error if the rest would be wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import ints
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Origins, Parts
from corefscore.core.problems import Problem, fail, raise_problems, warn
from corefscore.core.views import CHARACTER, NAME, NO_WORD, TOKEN, Document
from corefscore.formats.base import (
    CHARACTERS,
    EMPTY,
    GAPS,
    HEADS,
    LAYERS,
    MINIMA,
    NAMES,
    NODES,
    REFERRING,
    SEMANTIC_TYPES,
    TYPES,
    WORDS,
    ZEROS,
    Format,
)
from corefscore.formats.builder import GivenText
from corefscore.formats.corefud.reader import ConlluText
from corefscore.formats.relation_losses import count_relations, fit_relations, warn_of_loss

ANYTHING = r".*"
SOMETHING = r".+"
BLANKLESS = r"(?!_$)[^\s\0]+"
LINE = r"[^\r\n\0]*"
CELL = r"[^\t\r\n\0]*"
TRIMMED = r"[^\s\0](?:[^\t\r\n\0]*[^\s\0])?"


COLUMNS = {
    "head": HEADS,
    "zero": ZEROS,
    "shape": GAPS,
    "minimum": MINIMA,
    "type": TYPES,
    "semtype": SEMANTIC_TYPES,
}
LOSSES = {
    "head": "heads of {count:,} mentions",
    "zero": "that {count:,} mentions are zeros",
    "shape": "gaps of {count:,} discontinuous mentions, which now reach from their first word to their last",
    "minimum": "minimum spans of {count:,} mentions",
    "type": "types of {count:,} mentions",
    "semtype": "semantic types of {count:,} mentions",
}
TYPE_NAMES = {"type": "types", "semtype": "semantic types"}


class Limits(NamedTuple):
    """The limits of a format. In patterns, a dot matches any character.

    Parameters
    ----------
    document, entity, type : str
        Patterns that must match the whole name of a document, the whole name of an entity, and a whole type.
    words : str
        A pattern for text that a word cannot contain. An empty pattern matches nothing.
    edges : str
        Characters that can be neither the first nor the last of a word.
    unique : bool
        Whether the entities of a document must have different names.
    blank_sentences : bool
        Whether sentences without words are allowed.
    """

    document: str = SOMETHING
    entity: str = ANYTHING
    type: str = ANYTHING
    words: str = ""
    edges: str = ""
    unique: bool = True
    blank_sentences: bool = False


BRACKETS = Limits(TRIMMED, r"[^\s()|+*_\0-][^\s()|+\0]*", words=r"[\t\n\0]+", edges=" \r\v\f")

LIMITS = {
    "conll": BRACKETS,
    "semeval": BRACKETS,
    # Here the names of entities must differ in the whole file; the writer ensures this.
    "corefud": Limits(TRIMMED, type=r"[^\s()|\0-]*", words=r"[\t\n\0]+|^$", unique=False),
    # Whitespace separates columns here, but only ASCII whitespace.
    "ua": Limits(TRIMMED, r"(?!_$)[^\s()|@,=\0]+", r"[^\s()|@\0]*", words=r"[ \t\n\v\f\r\0]+|^$"),
    "jsonlines": Limits(unique=False, blank_sentences=True),
    "json": Limits(ANYTHING),
    "brat": Limits(entity=LINE, type=r"(?!Mention$)[^\s\0]*", words=r"\0+|^$", unique=False),
    "litbank": Limits(entity=CELL, type=rf"(?!_$){CELL}", words=r"[\s\0\ufeff]+|^$"),
    "booknlp": Limits(entity=TRIMMED, type=rf"(?!_$){CELL}", words=r"[\t\r\n\0]+"),
    # The writer refuses line ends in CSV and TSV; Parquet can hold them.
    "table": Limits(r"[^\0]+", r"[^\0]+", r"[^\0]*"),
    "tagged": Limits(TRIMMED, r"[^\s\[\],|\0]+", words=r"[\s\0]+|^$"),
}
"""The limits of each format, by its name."""


def within_limits(corpus: Corpus, form: Format, target: str) -> Corpus:
    """Change the names, types and words that a format cannot hold.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    form : Format
        The format.
    target : str
        The file to write, for warnings.

    Raises
    ------
    InputError
        If the format cannot hold the name of a document.
    """
    limits = LIMITS.get(form.name, Limits())
    if corpus.relations is not None and form.name != "corefud":  # relations refer to entities by name
        limits = limits._replace(unique=True, entity=BLANKLESS if form.name == "table" else limits.entity)
    _check_document_names(corpus, form, limits)
    corpus = _with_fit_names(corpus, form, limits, target)
    for name in ("type", "semtype"):
        corpus = _with_fit_types(corpus, name, form, limits, target)
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
    """Give new names to entities whose names cannot be written or are used twice."""
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
    reason = ", which is used several times" if fits(names[unfit[0]]) else ""
    warn(target, 0, f"{message}{reason}; these entities are renamed to e1, e2 ...")
    return replace(corpus, labels=labels)


def _new_name(document: int, last: dict[int, int], taken: set[tuple[int, str]]) -> str:
    """Return the next of the names e1, e2 ... that no entity of the document has."""
    while True:
        last[document] = last.get(document, 0) + 1
        name = f"e{last[document]}"
        if (document, name) not in taken:
            return name


def _with_fit_types(corpus: Corpus, name: str, form: Format, limits: Limits, target: str) -> Corpus:
    """Remove the types, or semantic types, that cannot be written."""
    if name not in corpus.extra:
        return corpus
    types = corpus.extra[name]
    fits = re.compile(limits.type, re.DOTALL).fullmatch
    known, number = np.unique(types, return_inverse=True)
    unfit = np.array([not fits(str(kind)) for kind in known], dtype=bool)[number]
    if not unfit.any():
        return corpus
    first = str(types[unfit.argmax()])
    warn_of_loss(form, target, f"{TYPE_NAMES[name]} of {np.count_nonzero(unfit):,} mentions, such as {first!r}")
    return replace(corpus, extra={**corpus.extra, name: np.where(unfit, "", types)})


def _with_fit_texts(corpus: Corpus, form: Format, limits: Limits, target: str) -> Corpus:
    """Change the words and sentences that cannot be written."""
    if not limits.words and limits.blank_sentences:
        return corpus
    writer = _WordFitter(limits)
    origins = []
    for origin in corpus.origins:
        sentences = writer.fit(origin.text.sentences) if origin.text and _is_new(origin, form) else None
        origins.append(origin if sentences is None else origin._replace(text=GivenText(sentences)))
    if writer.changed:
        shown = f"{writer.changed:,} words unchanged, such as {writer.first!r}"
        warn(target, 0, f"{form.name} cannot hold {shown}; the lost parts are replaced by {NO_WORD!r}")
    if writer.blank:
        warn_of_loss(form, target, f"{writer.blank:,} sentences without words")
    return replace(corpus, origins=Origins(origins)) if writer.changed or writer.blank else corpus


def _is_new(origin: Origin, form: Format) -> bool:
    """Return whether the words must be written. Lines of CorefUD are copied."""
    return origin.unit == TOKEN and not (form.name == "corefud" and isinstance(origin.text, ConlluText))


class _WordFitter:
    """Replaces text in words that cannot be written, removes blank sentences, and counts both."""

    def __init__(self, limits: Limits) -> None:
        self.unfit = re.compile(limits.words) if limits.words else None
        self.edges = limits.edges
        self.keeps_blank = limits.blank_sentences
        self.changed = self.blank = 0
        self.first = ""

    def fit(self, sentences: list[list[str]]) -> list[list[str]] | None:
        """Return the changed sentences, or None if nothing changes."""
        before = (self.changed, self.blank)
        kept = sentences if self.keeps_blank else [sentence for sentence in sentences if sentence]
        self.blank += len(sentences) - len(kept)
        written = [self._fit_words(sentence) for sentence in kept]
        return None if before == (self.changed, self.blank) else written

    def _fit_words(self, words: list[str]) -> list[str]:
        if self.unfit is None:
            return words
        written = [self._fit_word(word) for word in words]
        changes = [word for word, other in zip(words, written, strict=True) if word != other]
        if not changes:
            return words
        self.first = self.first if self.changed else changes[0]
        self.changed += len(changes)
        return written

    def _fit_word(self, word: str) -> str:
        # A pattern for spaces at the end of a word would take quadratic time if there are spaces inside the word.
        body = word.strip(self.edges) if self.edges else word
        changed = self.unfit.sub(NO_WORD, body) if self.unfit is not None else body
        if len(body) == len(word):
            return changed
        before = NO_WORD if word[0] in self.edges else ""
        return before + changed + (NO_WORD if body and word[-1] in self.edges else "")


def fitted(corpus: Corpus, form: Format, target: str) -> Corpus:
    """Return the corpus without the parts that a format cannot hold.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    form : Format
        The format.
    target : str
        The file to write, for warnings.

    Raises
    ------
    InputError
        If the corpus would be wrong in this format.

    Warns
    -----
    InputWarning
        If a part of the corpus is lost.
    """
    corpus = _with_types_as_texts(_in_units(corpus, form))
    layered = sum(bool(getattr(origin.text, "has_other_layer", False)) for origin in corpus.origins)
    if layered and LAYERS not in form.carries:
        warn_of_loss(form, target, f"the other layer of annotation, identity or deixis, of {layered:,} documents")
    if "referring" in corpus.extra and REFERRING not in form.carries:
        corpus = _without_nonreferring(corpus, form, target)
    for name, trait in COLUMNS.items():
        if name in corpus.extra and trait not in form.carries:
            corpus = _without(corpus, name, form, target)
    if corpus.relations is not None:
        corpus = replace(corpus, relations=fit_relations(corpus.relations, form, target))
    corpus = _without_nodeless_zeros(corpus, form, target)
    _warn_of_nodes(corpus, form, target)
    _warn_of_texts(corpus, form, target)
    _warn_of_empty_documents(corpus, form, target)
    return within_limits(corpus, form, target)


def _with_types_as_texts(corpus: Corpus) -> Corpus:
    """Return the corpus with types as texts. In CorefUD they are bytes."""
    types = corpus.extra.get("type")
    if types is None or types.dtype.kind != "S":
        return corpus
    return replace(corpus, extra={**corpus.extra, "type": np.char.decode(types, "utf-8")})


def _without(corpus: Corpus, name: str, form: Format, target: str) -> Corpus:
    column = corpus.extra[name]
    known = int(np.count_nonzero(column != (column.dtype.type() if name == "type" else UNKNOWN[name])))
    if known:
        warn_of_loss(form, target, LOSSES[name].format(count=known))
    return replace(corpus, extra={other: values for other, values in corpus.extra.items() if other != name})


def _without_nonreferring(corpus: Corpus, form: Format, target: str) -> Corpus:
    """Remove the mentions that are in no entity. A format that does not mark them would make them entities."""
    refers = corpus.extra["referring"].astype(bool)
    kept = corpus if refers.all() else corpus.take(refers)
    if kept is not corpus:
        lost = count_relations(corpus.relations) - count_relations(kept.relations)
        with_them = f", and {lost:,} elements and bridges with them" if lost else ""
        warn_of_loss(form, target, f"{np.count_nonzero(~refers):,} non-referring mentions{with_them}")
    return replace(kept, extra={name: column for name, column in kept.extra.items() if name != "referring"})


def _without_nodeless_zeros(corpus: Corpus, form: Format, target: str) -> Corpus:
    """Keep only the zeros that have empty nodes, if words are written. Other zeros become ordinary words."""
    if "zero" not in corpus.extra or WORDS not in form.carries:
        return corpus
    has_nodes = np.array([origin.empty is not None for origin in corpus.origins], dtype=bool)
    kept = corpus.extra["zero"] & has_nodes[corpus.document]
    nodeless = int(np.count_nonzero(corpus.extra["zero"])) - int(np.count_nonzero(kept))
    if nodeless:
        zeros = f"that {nodeless:,} mentions are zeros, because their empty nodes are not known"
        warn_of_loss(form, target, zeros)
    return replace(corpus, extra={**corpus.extra, "zero": kept})


def _warn_of_nodes(corpus: Corpus, form: Format, target: str) -> None:
    nodes = sum(len(origin.empty.token) for origin in corpus.origins if origin.empty is not None)
    if nodes and NODES not in form.carries:
        warn_of_loss(form, target, f"that {nodes:,} tokens are empty nodes, which become words")


def _warn_of_texts(corpus: Corpus, form: Format, target: str) -> None:
    if WORDS in form.carries:
        return
    texts = sum(document.tokens is not None and document.origin.unit != NAME for document in corpus)
    if texts:
        warn_of_loss(form, target, f"the words of {texts:,} documents")


def _warn_of_empty_documents(corpus: Corpus, form: Format, target: str) -> None:
    empty = len(corpus) - len(np.unique(corpus.document))
    if empty and EMPTY not in form.carries:
        warn_of_loss(form, target, f"{empty:,} documents without mentions")


def _in_units(corpus: Corpus, form: Format) -> Corpus:
    """Return the corpus with mentions in the unit of the format: tokens, characters or names."""
    units = {origin.unit for origin in corpus.origins}
    if len(units) > 1 and WORDS not in form.carries:
        counted = " and ".join(sorted(f"{unit}s" for unit in units))
        message = f"documents count {counted}, but all documents of a {form.name} file must use one unit"
        raise fail(corpus.source_name, 0, f"{message}; write them to different files")
    if NAME in units and NAMES not in form.carries:
        message = "mentions are names here, not spans of a text; state their meaning with spans= (--spans)"
        raise fail(corpus.source_name, 0, message)
    wordless = [origin for origin in corpus.origins if origin.unit == TOKEN and origin.text is None]
    if wordless and form.needs_words:
        message = f"the words of document {wordless[0].name!r} are not known, but {form.name} needs them"
        raise fail(wordless[0].source.name, wordless[0].line, f"{message}; choose another format")
    return _in_tokens(corpus, form) if CHARACTER in units and CHARACTERS not in form.carries else corpus


def _in_tokens(corpus: Corpus, form: Format) -> Corpus:
    """Turn a corpus of characters into one of tokens. Whitespace separates tokens; mentions must not divide them."""
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
                where = f"mention {mention.text!r} of document {document.name!r} begins or ends inside a word"
                message = f"{where}, but {form.name} counts words; choose a format with characters"
                problems.append(corpus.problem(mention.row, message))
                continue
            parts = tuple((first[a], last[b]) for a, b in mention.parts)
            start[mention.row], end[mention.row] = parts[0][0], parts[-1][1]
            if len(parts) > 1:
                shapes[int(corpus.extra["shape"][mention.row]) - 1] = parts
    raise_problems(problems)
    warn(corpus.source_name, 0, f"{form.name} counts tokens; each word between spaces becomes a token")
    moved = replace(corpus, origins=Origins(origins), start=start, end=end, shapes=tuple(shapes))
    return moved.with_documents(origins, ints(range(len(origins))))


def _tokens(document: Document, form: Format) -> tuple[list[list[str]], dict[int, int], dict[int, int]]:
    """Return the words of each line of a text, and maps from the first and from the last character of a word to it."""
    characters = document.tokens
    if characters is None:
        message = f"document {document.name!r} has characters but no text, and {form.name} counts tokens"
        raise fail(document.origin.source.name, 0, f"{message}; put its text beside it")
    sentences: list[list[str]] = []
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    text, offset = "".join(characters), 0
    for line in text.split("\n"):
        sentences.append(line.split())
        for word in sentences[-1]:
            begin = text.index(word, offset)
            offset = begin + len(word)
            first[begin] = last[offset - 1] = len(first)
    return [sentence for sentence in sentences if sentence], first, last
