"""Writing CorefUD, and reading it again."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import UNKNOWN, Corpus, Memory, Origin
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import Reading
from corefscore.formats.corefud import format as corefud
from corefscore.formats.corefud import writer as corefud_writer
from corefscore.formats.files import File
from corefscore.formats.reading import read, read_files
from tests.files import conll, conllu, write
from tests.shared import shared_data


def written(corpus: Corpus) -> str:
    return "\n".join([*corefud_writer.lines(corpus), ""])


def content(corpus: Corpus) -> list[Any]:
    """All that a corpus says, in plain Python."""
    return [
        (
            document.name,
            document.tokens,
            sorted(
                (mention.parts, corpus.label(mention.entity), *_details(corpus, mention.row))
                for mention in document.mentions
            ),
        )
        for document in corpus
    ]


def _details(corpus: Corpus, row: int) -> tuple[int, bytes, object]:
    head, kind, minimum = (
        corpus.extra.get(name, np.full(corpus.mentions, UNKNOWN[name]))[row] for name in ("head", "type", "minimum")
    )
    return int(head), kind or b"", corpus.shapes[minimum - 1] if minimum else ()


def again(corpus: Corpus) -> Corpus:
    return corefud.read(File("again.conllu", written(corpus).encode()))


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document of one or two sentences with random mentions, some with gaps, and empty nodes."""
    sentences = []
    for _ in range(draw(st.integers(1, 2))):
        words = draw(st.integers(1, 5))
        tokens = [f"w{number}" for number in range(words)]
        for number in draw(st.sets(st.integers(1, words), max_size=2)):
            tokens[number - 1] += f" {number}.1:{draw(st.integers(1, words))}~nsubj:"
        sentences.append(" ".join(tokens))
    return conllu(*sentences)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """What such a document says, with mentions of its own."""
    plain = corefud.read(File("a.conllu", draw(documents()).encode()))
    text = plain.origins[0].text
    assert text is not None
    lengths = [len(sentence) for sentence in text.sentences]
    starts = [0, *lengths[:-1]]
    mentions = {}
    for _ in range(draw(st.integers(0, 4))):
        sentence = draw(st.integers(0, len(lengths) - 1))
        inside = st.integers(starts[sentence], starts[sentence] + lengths[sentence] - 1)
        tokens = sorted(draw(st.sets(inside, min_size=1)))
        mentions[tuple(tokens)] = (draw(st.integers(0, 2)), draw(st.sampled_from(tokens)))
    return _corpus(plain, mentions)


def _corpus(plain: Corpus, mentions: dict[tuple[int, ...], tuple[int, int]]) -> Corpus:
    parts = [_parts(tokens) for tokens in mentions]
    shapes = [each for each in dict.fromkeys(parts) if len(each) > 1]
    used = sorted({entity for entity, _ in mentions.values()})
    return Corpus.build(
        plain.origins,
        np.zeros(len(parts), dtype=np.int64),
        ints([each[0][0] for each in parts]),
        ints([each[-1][1] for each in parts]),
        ints([used.index(entity) for entity, _ in mentions.values()]),
        np.array([f"e{entity}".encode() for entity in used]),
        extra={
            "head": ints([head for _, head in mentions.values()]),
            "shape": ints([shapes.index(each) + 1 if each in shapes else 0 for each in parts]),
        },
        shapes=shapes,
    )


def _parts(tokens: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    starts = [token for token in tokens if token - 1 not in tokens]
    ends = [token for token in tokens if token + 1 not in tokens]
    return tuple(zip(starts, ends, strict=True))


@settings(max_examples=80, deadline=None)
@given(corpora())
def test_what_is_written_reads_back_the_same_or_is_refused(corpus: Corpus) -> None:
    try:
        text = written(corpus)
    except InputError as error:
        event(str(error.problems[0].message).split(",")[0][-5:])
        return
    assert content(corefud.read(File("again.conllu", text.encode()))) == content(corpus)


def test_lines_of_the_source_stay_but_for_mentions(tmp_path: Path) -> None:
    text = conllu("a:(e1-x-1 b:e1) c:(e2)(e1)", "0.1:1~nsubj:(e2) d")
    text = text.replace("# newdoc id = d", "# newdoc id = d").replace("\n1\ta", "\n# sent_id = 7\n1\ta")
    text = text.replace("\t_\t_\n\n", "\tX=1\t_\n\n").replace(
        "Entity=(e2)(e1)", "Bridge=e1<e2|Entity=(e2)(e1)|SpaceAfter=No"
    )
    corpus = read(write(tmp_path / "a.conllu", text))
    lines = written(corpus).splitlines()
    assert [line for line in lines if "Entity=" not in line] == [
        line for line in text.splitlines() if "Entity=" not in line
    ]
    assert "\tBridge=e1<e2|Entity=(e1--1)(e2--1)|SpaceAfter=No" in "\n".join(lines)


def test_attributes_keep_their_order_and_lines_their_strange_characters(tmp_path: Path) -> None:
    text = (
        conllu("ab c:(e1)")
        .replace("ab", "a\u2028b")
        .replace("Entity=(e1)", "X=1|Entity=(e1)|A=2")
        .replace("\n", "\r\n")
    )
    corpus = read(write(tmp_path / "a.conllu", text.encode()))
    lines = written(corpus).split("\n")
    assert lines[2].split("\t")[1] == "a\u2028b"
    assert lines[3].endswith("\tEntity=(e1--1)|X=1|A=2")


def test_lines_with_strange_words_are_copied(tmp_path: Path) -> None:
    text = conllu("a:(e1--1) b").replace("1\ta\t_", "1\t\tlemma").replace("2\tb", "2\tb\rc")
    corpus = read(write(tmp_path / "a.conllu", text))
    corefscore.write(corpus, tmp_path / "b.conllu")
    assert (tmp_path / "b.conllu").read_bytes() == text.encode()


def test_links_to_entities_that_are_gone_are_reported(tmp_path: Path) -> None:
    text = conllu("a:(e1) b:(e2)").replace("Entity=(e2)", "Bridge=e1<e2:part,e9<e2|Entity=(e2)")
    with pytest.warns(InputWarning, match=r":4: Bridge=e1<e2:part,e9<e2: the entity e9 has no mention"):
        corpus = read_files(write(tmp_path / "a.conllu", text), Reading(side="response"))
    with pytest.warns(InputWarning, match="1 links to removed entities"):
        assert "Bridge=e1<e2:part|Entity" in written(corpus)


def test_details_that_a_corpus_does_not_keep_are_reported(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conllu", conllu("a:(e1-x-1-gstype:spec) b:(e2)")))
    with pytest.warns(InputWarning, match="1 mentions have other details than type, head and minimum span"):
        written(corpus)


def test_minimum_spans_are_written(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conllu", conllu("a:(e1--2-2,3 b c:e1)", layout="eid-etype-head-minspan")))
    assert content(again(corpus)) == content(corpus)


def test_conll_becomes_words_and_mentions(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conll", conll("(1 1)|(2) / (2)")))
    with pytest.warns(InputWarning, match="heads of mentions are not known"):
        back = again(corpus)
    assert [document.tokens for document in back] == [document.tokens for document in corpus]
    assert [mention.parts for mention in back.view(0).mentions] == [m.parts for m in corpus.view(0).mentions]


def test_names_become_unique(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conll", conll("(1)") + conll("(1)", name="b")))
    with pytest.warns(InputWarning) as caught:
        assert "Entity=(e2)" in written(corpus)
    assert any("entities are renamed to e1, e2" in str(each.message) for each in caught)


def test_mentions_across_sentences_are_refused(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conll", conll("(1 / 1)")))
    with pytest.raises(InputError, match="continues in the next sentence, which CorefUD forbids"):
        corefud_writer.lines(corpus)


def test_a_corpus_without_words_gets_marks_for_them() -> None:
    one = ints([0])
    corpus = Corpus.build(
        [Origin("#1", Memory("m"))], one, one + 1, one + 1, one, np.array(["e1"]), None, {"head": one + 1}
    )
    assert written(corpus).splitlines()[2:4] == [
        "\t".join(["1", *"_________"]),
        "\t".join(["2", *"________", "Entity=(e1--1)"]),
    ]


@pytest.mark.parametrize("dataset", ["en_litbank", "es_ancora"])
def test_real_files_read_back_the_same(dataset: str) -> None:
    corpus = read(shared_data() / "corefud" / dataset / "response.conllu.gz")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        assert content(again(corpus)) == content(corpus)
