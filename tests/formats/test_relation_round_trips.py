"""Random corpora with relations are written and read back the same, up to what a format carries."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corefscore.core.arrays import GONE
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import Reading
from corefscore.formats.reading import read_files
from corefscore.formats.related import Bridge, relations_of
from corefscore.formats.writing import write
from tests.formats.corpora import corpus_of, documents
from tests.formats.relations import bridges, elements, nonreferring

KINDS = ["", "poss", "subset-inv", "undersp-rel"]


@st.composite
def related_corpora(draw: st.DrawFn, by_mention: bool = False) -> Corpus:
    """Documents with elements that are not circular, bridges, and entities (or mentions) that do not refer."""
    corpus = corpus_of(draw(documents()))
    assume(corpus.mentions)
    pairs, found = [], []
    for document in corpus:
        own = [entity.number for entity in document.entities]
        rows = range(document.rows.start, document.rows.stop)
        pairs += [(a, b) for a in own for b in own if a < b and draw(st.integers(0, 3)) == 0]
        anaphors = [row for row in rows for _ in range(draw(st.integers(0, 2)))]
        found += [draw(_bridge(corpus, row, rows, own)) for row in anaphors]
    flip = draw(st.booleans())
    pairs = [(b, a) for a, b in pairs] if flip else pairs
    size = corpus.mentions if by_mention else len(corpus.labels)
    refers = np.array(draw(st.lists(st.integers(0, 4).map(bool), min_size=size, max_size=size)), dtype=bool)
    column = refers if by_mention else refers[corpus.entity]
    extra = {} if column.all() else {"referring": column}
    return replace(corpus, relations=relations_of(pairs, found), extra=extra)


@st.composite
def _bridge(draw: st.DrawFn, corpus: Corpus, row: int, rows: range, own: list[int]) -> Bridge:
    anchor = draw(st.sampled_from([GONE, *rows]))
    entity = int(corpus.entity[anchor]) if anchor != GONE else draw(st.sampled_from(own))
    return Bridge(row, anchor, entity, draw(st.sampled_from(KINDS)))


def again(corpus: Corpus, path: Path, spans: str | None = None) -> Corpus:
    write(corpus, path)
    return read_files(path, Reading(spans=spans))


@pytest.mark.parametrize("end", ["conllua", "json", "jsonl", "csv", "tsv", "parquet"])
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@settings(deadline=None, max_examples=80)
@given(corpus=related_corpora())
def test_relations_survive(tmp_path_factory: pytest.TempPathFactory, end: str, corpus: Corpus) -> None:
    back = again(corpus, tmp_path_factory.mktemp("written") / f"f.{end}", "inclusive" if end == "json" else None)
    assert elements(back) == elements(corpus)
    assert bridges(back) == bridges(corpus)
    assert nonreferring(back) == nonreferring(corpus)
    assert [back.start.tolist(), back.end.tolist()] == [corpus.start.tolist(), corpus.end.tolist()]


@pytest.mark.parametrize("end", ["conllua", "json", "jsonl", "csv"])
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@settings(deadline=None, max_examples=50)
@given(corpus=related_corpora(by_mention=True))
def test_mentions_that_do_not_refer_survive(tmp_path_factory: pytest.TempPathFactory, end: str, corpus: Corpus) -> None:
    back = again(corpus, tmp_path_factory.mktemp("written") / f"f.{end}", "inclusive" if end == "json" else None)
    assert nonreferring(back) == nonreferring(corpus)
    if end != "conllua":  # where the mentions of an entity that do not refer become an entity of their own
        assert elements(back) == elements(corpus)
        assert bridges(back) == bridges(corpus)


@settings(deadline=None, max_examples=80)
@given(corpus=related_corpora())
def test_corefud_keeps_what_it_carries(tmp_path_factory: pytest.TempPathFactory, corpus: Corpus) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", InputWarning)
        try:
            back = again(corpus, tmp_path_factory.mktemp("written") / "f.conllu")
        except InputError as error:
            assert "sentence" in str(error) or "brackets cannot express" in str(error)  # noqa: PT017
            return
    messages = "\n".join(str(each.message) for each in warned)
    refers = corpus.extra.get("referring")
    assert ("non-referring mentions" in messages) == (refers is not None)
    kept = corpus if refers is None else corpus.take(refers)
    has_anchors = kept.relations is not None and (kept.relations.anchor != GONE).any()
    assert ("the anchor mentions" in messages) == has_anchors
    assert elements(back) == elements(kept)
    # An anaphor is named by its entity and its first token, an anchor by its entity.
    if all(len({(m.start, m.entity) for m in document.mentions}) == len(document.mentions) for document in kept):
        known = {bridge for bridge in bridges(kept, anchors=False) if bridge[2] is not None}
        assert bridges(back) == known


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@settings(deadline=None, max_examples=60)
@given(corpus=related_corpora())
def test_what_is_read_from_universal_anaphora_is_written_again(
    tmp_path_factory: pytest.TempPathFactory, corpus: Corpus
) -> None:
    folder = tmp_path_factory.mktemp("written")
    once = again(corpus, folder / "a.conllua")
    twice = again(once, folder / "b.conllua")
    assert (folder / "b.conllua").read_bytes() == (folder / "a.conllua").read_bytes()
    assert bridges(twice) == bridges(once)


@pytest.mark.parametrize("end", ["conll", "semeval"])
def test_formats_without_relations_report_their_loss(tmp_path: Path, end: str) -> None:
    source = tmp_path / "a.json"
    source.write_text(
        '{"d": {"clusters": {"a": [[0, 0]], "b": [[1, 1]], "p": [[2, 2]], "n": [[3, 3]]}, '
        '"elements": {"p": ["a", "b"]}, "bridges": [[[2, 2], [0, 0]]], "nonreferring": [[3, 3]]}}'
    )
    corpus = read_files(source, Reading(spans="inclusive"))
    with pytest.warns(InputWarning) as warned:
        write(corpus, tmp_path / f"b.{end}")
    messages = "\n".join(str(each.message) for each in warned)
    for lost in ("1 non-referring mentions", "2 elements of plural entities", "1 bridges"):
        assert f"{end} cannot hold {lost}; this is lost" in messages
    assert read_files(tmp_path / f"b.{end}", Reading()).mentions == 3
