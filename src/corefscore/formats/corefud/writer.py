"""Write CorefUD. A text from CoNLL-U keeps its lines, except the mentions. Other texts get only words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import GONE
from corefscore.core.corpus import Corpus, Parts
from corefscore.core.problems import InputError, Problem, warn
from corefscore.core.views import NO_WORD, Document, Mention
from corefscore.formats.corefud.misc_links import BRIDGE, SPLIT, WrittenLinks
from corefscore.formats.corefud.reader import COLUMNS, ConlluText

READABLE_LABEL = re.compile(r"[^\s\0()|,<:=\[\]-]+")
HEADERS = re.compile(r"#\s*(newdoc|global\.Entity)\b")
TOKEN = re.compile(r"\d+(\.\d+)?\t")
ENTITY_VALUE = re.compile(r"(?<=[\t|])Entity=([^|\n]*)")
OPENING = re.compile(r"\(([^()]+)")
KEPT_FIELDS = frozenset(["eid", "GRP", "etype", "entity", "head", "minspan"])
LINKS = (BRIDGE, SPLIT)


def lines(corpus: Corpus) -> Iterator[str]:
    """Return the lines of a corpus. If brackets cannot express it, this is an error."""
    problems = [problem for document in corpus for problem in _unwritable(document)]
    if problems:
        raise InputError(problems)
    if corpus.mentions and "head" not in corpus.extra:
        warn(corpus.source_name, 0, "heads of mentions are not known; readers of CorefUD will use their first words")
    _warn_of_details(corpus)
    _warn_of_no_words(corpus)
    names = _names(corpus)
    with_minimum = "minimum" in corpus.extra
    return (line for document in corpus for line in _document(document, names, with_minimum))


def _document(document: Document, names: Mapping[int, str], with_minimum: bool) -> Iterator[str]:
    unnamed = document.name == f"#{document.number + 1}"
    yield "# newdoc" if unnamed else f"# newdoc id = {document.name}"
    yield f"# global.Entity = eid-etype-head{'-minspan' if with_minimum else ''}-other"
    attributes = _Attributes(_cells(document, names), _links(document, names))
    text = document.corpus.origins[document.number].text
    yield from _rewritten(text, attributes) if isinstance(text, ConlluText) else _words(document, attributes)


class _Attributes(NamedTuple):
    """The contents of the last column: mentions and relations."""

    cells: Mapping[int, str]
    links: WrittenLinks

    def at(self, token: int, others: Sequence[str] = ()) -> str:
        """Return the last column of a token. Its attributes and the `others` are sorted by name."""
        kept = [*others]
        mentions = [f"Entity={self.cells[token]}"] if token in self.cells else []
        for new in (*mentions, *self.links.at(token)):
            name = new.partition("=")[0].lower()
            kept.insert(next((index for index, each in enumerate(kept) if each.lower() > name), len(kept)), new)
        return "|".join(kept) or NO_WORD


def _links(document: Document, names: Mapping[int, str]) -> WrittenLinks:
    """Return the relations of a document. Elements are at the first mention of their plural entity."""
    corpus, links = document.corpus, WrittenLinks(names)
    if corpus.relations is None:
        return links
    relations, rows = corpus.relations, document.rows
    first = {entity.number: entity.mentions[0].start for entity in document.entities}
    for whole, part in zip(relations.whole.tolist(), relations.part.tolist(), strict=True):
        if whole in first:
            links.element(first[whole], part, whole)
    for bridge in np.flatnonzero((relations.anaphor >= rows.start) & (relations.anaphor < rows.stop)).tolist():
        row, anchor = int(relations.anaphor[bridge]), int(relations.anchor_entity[bridge])
        if anchor != GONE:
            links.bridge(int(corpus.start[row]), anchor, int(corpus.entity[row]), relations.relation[bridge])
    return links


def _words(document: Document, attributes: _Attributes) -> Iterator[str]:
    """Yield lines with a number, a word and mentions; for empty nodes also their parents. Nothing else is known."""
    token = 0
    numbers = _numbers(document)
    for sentence in _sentences(document):
        for word in sentence:
            number, dependencies = numbers[token]
            columns = [number, word, *([NO_WORD] * (COLUMNS - 4)), dependencies, attributes.at(token)]
            yield "\t".join(columns)
            token += 1
        yield ""


def _numbers(document: Document) -> list[tuple[str, str]]:
    """Return the number of each token in its sentence, and the parents of empty nodes."""
    nodes = document.origin.empty
    node_of = {} if nodes is None else {token: node for node, token in enumerate(nodes.token.tolist())}
    found: list[tuple[str, str]] = []
    words: list[str] = []
    for sentence in _sentences(document):
        first, word, node = len(found), 0, 0
        for token in range(first, first + len(sentence)):
            word, node = (word, node + 1) if token in node_of else (word + 1, 0)
            found.append((f"{word}.{node}" if node else str(word), NO_WORD))
            words += [] if node else [str(word)]
    if nodes is not None:
        names = [found[token][0] for token in node_of]
        for (token, name), dependency in zip(zip(node_of, names, strict=True), nodes.dependency, strict=True):
            found[token] = (name, _dependencies(dependency, words, names))
    return found


def _dependencies(dependency: Sequence[tuple[int | None, str]], words: Sequence[str], nodes: Sequence[str]) -> str:
    """Return the parents of an empty node in written form. `words` and `nodes` are those of its sentence."""
    numbers = ("0" if parent is None else words[parent] if parent >= 0 else nodes[~parent] for parent, _ in dependency)
    pairs = zip(numbers, (relation for _, relation in dependency), strict=True)
    return "|".join(f"{number}:{relation}" for number, relation in pairs) or NO_WORD


def _sentences(document: Document) -> list[list[str]]:
    text = document.corpus.origins[document.number].text
    known = [] if text is None else text.sentences
    return known or [[NO_WORD] * (1 + max((mention.end for mention in document.mentions), default=0))]


def _rewritten(text: ConlluText, attributes: _Attributes) -> Iterator[str]:
    """Yield the lines of the source with the mentions and relations of the corpus."""
    token, line = 0, ""
    lost = -len(attributes.links)
    for line in text.lines():
        if HEADERS.match(line):
            continue
        if not TOKEN.match(line):
            yield line
            continue
        before, _, misc = line.rpartition("\t")
        kept, links = _other_attributes(misc)
        lost += links
        yield f"{before}\t{attributes.at(token, kept)}"
        token += 1
    if line.strip():
        yield ""
    if lost > 0:
        warn(text.source.name, text.section.line, f"{lost:,} links to removed entities are left out")


def _warn_of_no_words(corpus: Corpus) -> None:
    """Warn how many documents get a word, because each CorefUD document needs one."""
    empty = sum(not document.mentions and not (document.origin.text and document.tokens) for document in corpus)
    if empty:
        message = f"{empty:,} documents without mentions have no words"
        warn(corpus.source_name, 0, f"{message}; each gets one word, {NO_WORD!r}, because CorefUD needs one")


def _warn_of_details(corpus: Corpus) -> None:
    """Warn how many mentions have fields that a corpus does not keep."""
    texts = (origin.text for origin in corpus.origins)
    detailed = sum(_with_details(text) for text in texts if isinstance(text, ConlluText))
    if detailed:
        message = f"{detailed:,} mentions have other details than type, head and minimum span"
        warn(corpus.source_name, 0, f"{message}; these are left out")


def _with_details(text: ConlluText) -> int:
    unknown = [index for index, field in enumerate(text.header.split("-")) if field not in KEPT_FIELDS]
    mentions = (
        mention.split("-")
        for value in ENTITY_VALUE.findall("\n".join(text.lines()))
        for mention in OPENING.findall(value)
    )
    return sum(any(fields[index] for index in unknown if index < len(fields)) for fields in mentions)


def _other_attributes(misc: str) -> tuple[list[str], int]:
    """Return the attributes except mentions and relations, and the number of different links in these relations."""
    kept: list[str] = []
    links = 0
    for attribute in misc.split("|"):
        name, _, value = attribute.partition("=")
        if name in LINKS:
            links += len({*value.split(",")})
        elif attribute not in ("", NO_WORD) and name != "Entity":
            kept.append(attribute)
    return kept, links


def _names(corpus: Corpus) -> dict[int, str]:
    """Return the names of entities. They keep their names if all of these are unique in the file and can be written."""
    names = [corpus.label(entity) for entity in range(len(corpus.labels))]
    if len(set(names)) == len(names) and all(READABLE_LABEL.fullmatch(name) for name in names):
        return dict(enumerate(names))
    message = "CorefUD needs plain names that are unique in a file"
    warn(corpus.source_name, 0, f"{message}; entities are renamed to e1, e2 ...")
    return {entity: f"e{entity + 1}" for entity in range(len(names))}


class _Piece(NamedTuple):
    """A range of tokens to put into brackets: a whole mention, or one of its parts."""

    start: int
    end: int
    name: str
    details: str


def _pieces(mention: Mention, names: Mapping[int, str]) -> Iterator[_Piece]:
    corpus, parts, name = mention.document.corpus, mention.parts, names[mention.entity]
    details = [_text(corpus.extra["type"][mention.row]) if "type" in corpus.extra else ""]
    details.append(_words_of(parts, _head(mention)))
    if "minimum" in corpus.extra:
        minimum = int(corpus.extra["minimum"][mention.row])
        details.append(_words_of(parts, corpus.shapes[minimum - 1] if minimum else ()))
    while details and not details[-1]:
        details.pop()
    tail = "".join(f"-{detail}" for detail in details)
    for number, (start, end) in enumerate(parts, 1):
        yield _Piece(start, end, name if len(parts) == 1 else f"{name}[{number}/{len(parts)}]", tail)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _head(mention: Mention) -> Parts:
    column = mention.document.corpus.extra.get("head")
    head = -1 if column is None else int(column[mention.row])
    return ((head, head),) if head >= 0 else ()


def _words_of(parts: Parts, wanted: Parts) -> str:
    """Return the positions of the wanted words in a mention. Other words are skipped, because mentions may be nested.

    >>> _words_of(((3, 5), (8, 9)), ((4, 4), (9, 9)))
    '2,5'
    """
    starts = [start for start, _ in parts]
    before = [0, *accumulate(end - start + 1 for start, end in parts)]
    numbers = []
    for token in (token for start, end in wanted for token in range(start, end + 1)):
        part = bisect_right(starts, token) - 1
        if part >= 0 and token <= parts[part][1]:
            numbers.append(before[part] + token - starts[part] + 1)
    return ",".join(map(str, numbers))


def _cells(document: Document, names: Mapping[int, str]) -> dict[int, str]:
    """Return the marks on each token: mentions that end there, that begin there from outside in, and that do both.

    On a token where no longer mention begins, mentions of this token alone come first, as usual.
    """
    pieces = [piece for mention in document.mentions for piece in _pieces(mention, names)]
    closing: dict[int, str] = {}
    opening: dict[int, str] = {}
    alone: dict[int, str] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.end, -piece.start)):
        if piece.start < piece.end:
            closing[piece.end] = closing.get(piece.end, "") + f"{piece.name})"
        else:
            alone[piece.end] = alone.get(piece.end, "") + f"({piece.name}{piece.details})"
    for piece in sorted(pieces, key=lambda piece: (piece.start, -piece.end)):
        if piece.start < piece.end:
            opening[piece.start] = opening.get(piece.start, "") + f"({piece.name}{piece.details}"
    ends_first = {
        token: (closing, opening, alone) if token in opening else (alone, closing)
        for token in {*closing, *opening, *alone}
    }
    return {token: "".join(marks.get(token, "") for marks in order) for token, order in ends_first.items()}


def _unwritable(document: Document) -> Iterator[Problem]:
    source = document.corpus.origins[document.number].source.name
    sentence = [number for number, words in enumerate(_sentences(document)) for _ in words]
    for entity in document.entities:
        shown = f"entity {entity.label} of document {document.name!r}"
        for mention in entity.mentions:
            if sentence[mention.start] != sentence[mention.end]:
                message = f"a mention of {shown}, {mention.text!r}, continues in the next sentence"
                yield Problem(source, mention.line, f"{message}, which CorefUD forbids; choose another format")
        for one, other in _garbled(entity.mentions):
            message = f"mentions of {shown} cross, {one.text!r} and {other.text!r}, which brackets cannot express"
            yield Problem(source, other.line, f"{message}; choose a format with offsets")


def _garbled(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Yield neighbouring mentions that could not be distinguished in the file: they cross, or have gaps."""
    yield from _crossing([mention for mention in mentions if len(mention.parts) == 1])
    by_count: dict[int, list[Mention]] = {}
    for mention in mentions:
        if len(mention.parts) > 1:
            by_count.setdefault(len(mention.parts), []).append(mention)
    for alike in by_count.values():
        widest = alike[0]
        for mention in alike[1:]:
            if mention.start <= widest.end:
                yield widest, mention
            widest = max(widest, mention, key=lambda each: each.end)


def _crossing(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    open_mentions: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        while open_mentions and open_mentions[-1].end <= mention.start:
            open_mentions.pop()
        if mention.start == mention.end:
            continue
        if open_mentions and open_mentions[-1].end < mention.end:
            yield open_mentions[-1], mention
        open_mentions.append(mention)
