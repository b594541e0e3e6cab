"""The forms in which users ask language models to tag mentions, each with its reader and its writer.

brackets   [e1 Ann] saw [e2 [e1 her] dog]
marks      Ann|[e1] saw her|[e2,[e1] dog|e2]
elements   <entity id="e1">Ann</entity> saw <entity id="e2"><entity id="e1">her</entity> dog</entity>
links      [Ann](#e1) saw [[her](#e1) dog](#e2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corefscore.formats.tagged.tags import (
    TAGGED,
    UNCLOSED,
    UNOPENED,
    WORDLESS,
    NumberedLine,
    TaggedSpan,
    TaggedText,
    bracket_tags,
    looks_marked,
    parse_brackets,
    parse_marks,
)

NAMELESS = "names no entity"
IDS = ("id", "entity", "entity_id", "cluster", "cluster_id", "coref", "chain", "ref")
"""Attributes that can name the entity of an element, in the order of preference."""

ELEMENT = re.compile(r"<(/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]+))*)\s*>")
ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
MENTION_ELEMENTS = frozenset(["entity", "mention", "coref", "markable"])
"""Elements whose names mean a mention. Without an entity, such an element is a fault."""
NUMBERED_NAME = re.compile(r"[A-Za-z_]*\d+")
LINK_PIECE = re.compile(r"\]\(#(?P<label>[^\s()]+)\)|[\[\]]|[^\s\[\]]+")
LINK = re.compile(r"\[[^\[\]\n]*\]\(#[^\s()]+\)")


class OpenTag(NamedTuple):
    """An open tag: its name, its entity if it has one, its first word, its line, and its written form."""

    name: str
    label: str | None
    start: int
    line: int
    written: str


class TextBuilder:
    """Builds the words and mentions of a text whose tags open and close around words."""

    def __init__(self) -> None:
        self.text = TaggedText()
        self.opened: list[OpenTag] = []

    def open(self, name: str, label: str | None, line: int, written: str) -> None:
        """Begin a mention with the next word."""
        self.opened.append(OpenTag(name, label, len(self.text.lines), line, written))

    def close(self, tag: OpenTag, label: str, line: int) -> None:
        """End a mention with the last word."""
        end = len(self.text.lines) - 1
        if end < tag.start:
            self.text.add_fault(WORDLESS, line, tag.written)
        else:
            self.text.spans.append(TaggedSpan(tag.start, end, label, tag.line))

    def finished(self) -> TaggedText:
        """Return the text. Tags that are still open are faults."""
        for tag in self.opened:
            if tag.label is not None:
                self.text.add_fault(UNCLOSED, tag.line, tag.written)
        return self.text


def parse_elements(lines: Iterable[NumberedLine]) -> TaggedText:
    """Parse elements around mentions. The entity is an attribute such as `id`, or the name of the element.

    >>> parse_elements([(1, '<entity id="1">Ann</entity> saw <e2><e1>her</e1> dog</e2>')]).spans[-1]
    TaggedSpan(start=2, end=3, label='e2', line=1)
    """
    building = TextBuilder()
    for line, content in lines:
        building.text.sentences.append([])
        position = 0
        for tag in ELEMENT.finditer(content):
            _add_words(building.text, content[position : tag.start()], line)
            position = tag.end()
            if tag[1]:
                _end_element(building, tag[2], line)
            else:
                _begin_element(building, tag, line)
        _add_words(building.text, content[position:], line)
    return building.finished()


def _begin_element(building: TextBuilder, tag: re.Match[str], line: int) -> None:
    label = _label(tag[2], tag[3])
    if label is None and tag[2].lower() in MENTION_ELEMENTS:
        building.text.add_fault(NAMELESS, line, tag[0])
    building.open(tag[2], label, line, tag[0])


def _add_words(text: TaggedText, content: str, line: int) -> None:
    for word in content.split():
        text.add_word(word, line)


def _end_element(building: TextBuilder, name: str, line: int) -> None:
    """End the last open element with this name. Elements without an entity, such as <p>, are not mentions."""
    for index in range(len(building.opened) - 1, -1, -1):
        if building.opened[index].name == name:
            tag = building.opened.pop(index)
            if tag.label is not None:
                building.close(tag, tag.label, line)
            return
    building.text.add_fault(UNOPENED, line, f"</{name}>")


def _label(name: str, attributes: str) -> str | None:
    given = {each[1].lower(): each[2] or each[3] or each[4] or "" for each in ATTRIBUTE.finditer(attributes)}
    named = next((given[each] for each in IDS if given.get(each)), None)
    return named or (name if NUMBERED_NAME.fullmatch(name) else None)


def parse_links(lines: Iterable[NumberedLine]) -> TaggedText:
    """Parse links around mentions. The target of a link is the entity; other brackets are words.

    >>> parse_links([(1, "[Ann](#e1) saw [[her](#e1) dog](#e2) [1]")]).spans[-1]
    TaggedSpan(start=2, end=3, label='e2', line=1)
    """
    building = TextBuilder()
    for line, content in lines:
        building.text.sentences.append([])
        for piece, is_link in _with_links(LINK_PIECE.finditer(content)):
            if piece["label"] is not None:
                _end_link(building, piece["label"], line)
            elif is_link:
                building.open("", None, line, "[")
            else:
                building.text.add_word(piece[0], line)
    return building.finished()


def _with_links(pieces: Iterable[re.Match[str]]) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield the pieces of a line, and whether each is a bracket that opens a link."""
    listed = list(pieces)
    opening: list[int] = []
    links: set[int] = set()
    for index, piece in enumerate(listed):
        if piece[0] == "[":
            opening.append(index)
        elif opening and (piece[0] == "]" or piece["label"] is not None):
            begun = opening.pop()
            if piece["label"] is not None:
                links.add(begun)
    return ((piece, index in links) for index, piece in enumerate(listed))


def _end_link(building: TextBuilder, label: str, line: int) -> None:
    if building.opened:
        building.close(building.opened.pop(), label, line)
    else:
        building.text.add_fault(UNOPENED, line, f"](#{label})")


class Form(NamedTuple):
    """A way to tag mentions.

    Parameters
    ----------
    parse : callable
        Reads the lines of a text.
    count : callable
        Returns the number of tags of this form in a line.
    opening, closing : str
        The text before and after a mention, with `{}` in place of the entity.
    example : str
        A sentence in this form.
    """

    parse: Callable[[Iterable[NumberedLine]], TaggedText]
    count: Callable[[str], int]
    opening: str
    closing: str
    example: str


MARKS = "marks"
FORMS: Mapping[str, Form] = {
    MARKS: Form(
        parse_marks,
        lambda line: sum(map(looks_marked, line.split())) if "|" in line else 0,
        "",
        "",
        "Ann|[e1] saw her|[e2,[e1] dog|e2] .",
    ),
    "brackets": Form(
        parse_brackets, lambda line: sum(1 for _ in bracket_tags(line)), "[{} ", "]", "[e1 Ann] saw [e2 [e1 her] dog] ."
    ),
    "elements": Form(
        parse_elements,
        lambda line: sum(1 for tag in ELEMENT.finditer(line) if not tag[1] and _label(tag[2], tag[3])),
        '<entity id="{}">',
        "</entity>",
        '<entity id="e1">Ann</entity> saw <entity id="e2"><entity id="e1">her</entity> dog</entity> .',
    ),
    "links": Form(
        parse_links,
        lambda line: sum(1 for _ in LINK.finditer(line)),
        "[",
        "](#{})",
        "[Ann](#e1) saw [[her](#e1) dog](#e2) .",
    ),
}
"""The forms by name."""


def find_form(lines: Sequence[str]) -> str:
    """Return the form of a text: marks if it has any, otherwise the form with the most tags.

    >>> find_form(["[Ann](#e1) slept [1 hour]", "[she](#e1) woke"])
    'links'
    """
    if any(map(FORMS[MARKS].count, lines)):
        return MARKS
    return max(FORMS, key=lambda form: sum(map(FORMS[form].count, lines)))


def looks_tagged(text: str) -> bool:
    """Return whether a text has a tag of any form.

    >>> looks_tagged("[e1 Ann] slept"), looks_tagged("[Ann](#e1) slept"), looks_tagged("Ann [1] slept")
    (True, True, False)
    """
    return TAGGED.search(text) is not None or any(FORMS[name].count(text) for name in ("elements", "links"))


def tagged_sentences(sentences: Sequence[Sequence[str]], spans: Sequence[TaggedSpan], form: str) -> Iterator[str]:
    """Yield sentences with tags for the mentions, in one of `FORMS`.

    >>> [*tagged_sentences([["Ann", "slept"]], [TaggedSpan(0, 0, "e1", 0)], "links")]
    ['[Ann](#e1) slept']
    """
    writing = _mark_writer(spans) if form == MARKS else _tag_writer(spans, FORMS[form])
    token = 0
    for sentence in sentences:
        yield " ".join(writing(token + index, word) for index, word in enumerate(sentence))
        token += len(sentence)


def _mark_writer(spans: Sequence[TaggedSpan]) -> Callable[[int, str], str]:
    marks: dict[int, list[str]] = {}
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        closing = "]" if span.start == span.end else ""
        marks.setdefault(span.start, []).append(f"[{span.label}{closing}")
    for span in sorted(spans, key=lambda span: (span.end, -span.start)):
        if span.start < span.end:
            marks.setdefault(span.end, []).append(f"{span.label}]")
    return lambda token, word: f"{word}|{','.join(marks[token])}" if token in marks else word


def _tag_writer(spans: Sequence[TaggedSpan], form: Form) -> Callable[[int, str], str]:
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        before[span.start] = before.get(span.start, "") + form.opening.format(span.label)
    for span in sorted(spans, key=lambda span: (span.end, -span.start)):
        after[span.end] = after.get(span.end, "") + form.closing.format(span.label)
    return lambda token, word: f"{before.get(token, '')}{word}{after.get(token, '')}"
