"""Random corpora with words, for tests that write and read them."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from corefscore.core.corpus import Corpus, Origin
from corefscore.core.views import CHARACTER, TOKEN
from corefscore.formats.builder import CorpusBuilder, GivenText

NAMES = ["a", "(b/c); part 001", "x y", "ü.1", "100%"]
LABELS = ["0", "1", "e7", "person-12-Name", "T2"]
WORDS = ["the", "dog", "it", "é", ",", "(", "-LRB-", "a|b", "[1]", "#", '"', "e1]", "{"]


class Made(NamedTuple):
    """A document: its name, its sentences, and its spans by entity."""

    name: str
    sentences: list[list[str]]
    entities: dict[str, list[tuple[int, int]]]


@st.composite
def documents(draw: st.DrawFn) -> list[Made]:
    return [
        draw(document(name)) for name in draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=3))
    ]


@st.composite
def document(draw: st.DrawFn, name: str) -> Made:
    sentences = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=3))
    length = sum(map(len, sentences))
    tokens = st.integers(0, length - 1)
    spans = st.tuples(tokens, tokens).map(lambda span: (min(span), max(span)))
    entities: dict[str, list[tuple[int, int]]] = {}
    for span in sorted(draw(st.lists(spans, unique=True, max_size=8))):
        entities.setdefault(draw(st.sampled_from(LABELS)), []).append(span)
    return Made(name, sentences, entities)


def corpus_of(made: list[Made], unit: str = TOKEN, divided: bool = True) -> Corpus:
    builder = CorpusBuilder("made")
    for line, each in enumerate(made, 1):
        text = [["".join(map(" ".join, each.sentences))]] if unit == CHARACTER else each.sentences
        sentences = [list(text[0][0])] if unit == CHARACTER else text
        rows = sorted((span, label) for label, spans in each.entities.items() for span in spans)
        numbers = {label: number for number, label in enumerate(dict.fromkeys(label for _, label in rows))}
        builder.add(
            Origin(each.name, builder.source, line, GivenText(sentences), unit=unit, divided=divided and unit == TOKEN),
            [span[0] for span, _ in rows],
            [span[1] for span, _ in rows],
            [numbers[label] for _, label in rows],
            [*numbers],
            0,
        )
    return builder.corpus()


def content(corpus: Corpus, words: bool = True) -> object:
    """The contents of a corpus, in plain Python."""
    return {
        document.name: (
            document.origin.unit,
            {entity.label: [mention.parts for mention in entity.mentions] for entity in document.entities},
            document.origin.text.sentences if words and document.origin.text else None,
        )
        for document in corpus
    }
