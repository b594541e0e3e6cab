"""What is written is read back the same, or refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from corefscore.formats.writing import write
from tests.files import clusters, conll
from tests.files import write as write_text
from tests.shared import EXAMPLES

NAMES = st.lists(st.sampled_from(["a", "(b); part 000", "(b); part 001", "#4", "x y"]), unique=True, max_size=3)


def corpus_of(documents: dict[str, list[list[tuple[int, int]]]], labels: list[str] | None = None) -> Corpus:
    rows = [
        (number, start, end, f"{number}.{entity}")
        for number, entities in enumerate(documents.values())
        for entity, spans in enumerate(entities)
        for start, end in spans
    ]
    numbers = {name: place for place, name in enumerate(dict.fromkeys(row[3] for row in rows))}
    return Corpus.build(
        [Origin(name, Memory("test")) for name in documents],
        ints([row[0] for row in rows]),
        ints([row[1] for row in rows]),
        ints([row[2] for row in rows]),
        ints([numbers[row[3]] for row in rows]),
        np.array(labels or [f"e{place}" for place in range(len(numbers))], dtype=object),
        source_index=ints(range(len(rows))),
    )


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Documents with random spans, among them crossing ones, each span in one entity."""
    spans = st.tuples(st.integers(0, 6), st.integers(0, 3)).map(lambda span: (span[0], span[0] + span[1]))
    documents = {}
    for name in draw(NAMES):
        found = draw(st.lists(spans, unique=True, max_size=8))
        entities: dict[int, list[tuple[int, int]]] = {}
        for span in found:
            entities.setdefault(draw(st.integers(0, 2)), []).append(span)
        documents[name] = list(entities.values())
    return corpus_of(documents)


@settings(deadline=None, max_examples=500)
@given(corpora())
def test_written_then_read_is_the_same_or_refused(tmp_path_factory: pytest.TempPathFactory, corpus: Corpus) -> None:
    path = tmp_path_factory.mktemp("written") / "f.conll"
    try:
        write(corpus, path)
    except InputError:
        assert not path.exists()
        assert any(crossing(entity) for document in clusters(corpus).values() for entity in document)
        return
    if corpus.names:
        again = read(path)
        assert clusters(again) == clusters(corpus)
        assert [again.label(n) for n in range(len(again.labels))] == [
            corpus.label(n) for n in range(len(corpus.labels))
        ]


def crossing(entity: list[tuple[int, int]]) -> bool:
    return any(a < c <= b < d for a, b in entity for c, d in entity)


def test_crossing_mentions_of_one_entity_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"entity e0 of document 'd' has mentions that cross or share a border"):
        write(corpus_of({"d": [[(0, 2), (1, 3)]]}), tmp_path / "f.conll")
    with pytest.raises(InputError, match=r"'\[1-2\]' and '\[0-1\]', which brackets cannot express"):
        write(corpus_of({"d": [[(0, 1), (1, 2)]]}), tmp_path / "f.conll")


def test_names_that_no_cell_can_hold_are_replaced(tmp_path: Path) -> None:
    with pytest.warns(
        InputWarning,
        match=r"conll cannot hold the names of 1 entities, such as 'a\|b'; these entities are renamed to e1",
    ):
        write(corpus_of({"d": [[(0, 0)], [(1, 1)]]}, ["a|b", "c"]), tmp_path / "f.conll")
    lines = (tmp_path / "f.conll").read_text().splitlines()
    assert [line.split("\t")[-1] for line in lines[1:3]] == ["(e1)", "(c)"]


def test_words_and_sentences_survive(tmp_path: Path) -> None:
    text = conll("(1|(2 1) / - 2) (1)", words="the big dog barks it")
    corpus = read(write_text(tmp_path / "in.conll", text))
    write(corpus, tmp_path / "out.conll")
    assert (tmp_path / "out.conll").read_text() == text.replace("(1|(2", "(2|(1")


def test_the_shipped_example_survives(tmp_path: Path) -> None:
    example = EXAMPLES / "key.conll"
    write(read(example), tmp_path / "out.conll")
    assert (tmp_path / "out.conll").read_text() == example.read_text()


def test_scores_do_not_change(tmp_path: Path) -> None:
    examples = EXAMPLES
    write(read(examples / "response.conll"), tmp_path / "out.conll")
    before = corefscore.score(examples / "key.conll", examples / "response.conll")
    after = corefscore.score(examples / "key.conll", tmp_path / "out.conll")
    assert after.counts.total["b3"].tolist() == before.counts.total["b3"].tolist()
