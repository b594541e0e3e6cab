"""What is written is read back the same, in every format, or it is refused, or a warning names the loss."""

from __future__ import annotations

import warnings
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.core.views import CHARACTER
from corefscore.formats.base import CHARACTERS, EMPTY, TOKENS, WORDS
from corefscore.formats.conll.format import FORMAT as CONLL
from corefscore.formats.losses import fitted
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.standoff.brat import FORMAT as BRAT
from corefscore.formats.writing import write
from tests.files import clusters
from tests.files import write as write_text
from tests.formats.corpora import Made, content, corpus_of, documents
from tests.shared import EXAMPLES

SUFFIXES = {"table": ("csv", "tsv", "parquet"), "jsonlines": ("jsonl", "jsonl.gz")}
TEXT_FORMATS = [name for name in FORMATS if FORMATS[name].lines or FORMATS[name].write]
CASES = [(name, suffix) for name in TEXT_FORMATS for suffix in SUFFIXES.get(name, (FORMATS[name].suffixes[0],))]
UNBRACKETED = ("jsonlines", "json", "table", "brat", "litbank", "booknlp")


def spans_of(name: str, unit: str) -> str | None:
    """What must be said of plain JSON, which says nothing itself."""
    return {"json": "characters" if unit == CHARACTER else "inclusive"}.get(name)


def again(corpus: Corpus, path: Path, name: str, unit: str) -> Corpus:
    target = path / "written" if name in ("brat", "litbank", "booknlp") else path
    if target != path:
        target.mkdir()
    write(corpus, target, name)
    back = read(target, format=name, spans=spans_of(name, unit))
    return fitted(back, CONLL, "again") if name == "brat" and unit != CHARACTER else back


def carried(corpus: Corpus, name: str) -> Corpus:
    """The corpus without the documents that a format cannot hold."""
    if EMPTY in FORMATS[name].carries:
        return corpus
    used = np.unique(corpus.document)
    number = np.full(len(corpus), -1, dtype=np.int64)
    number[used] = np.arange(len(used))
    return corpus.with_documents([corpus.origins[each] for each in used], number)


@pytest.mark.parametrize(("name", "suffix"), [case for case in CASES if case[0] != "corefud"])  # see test_corefud
@settings(deadline=None, max_examples=60)
@given(documents())
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_tokens_survive(tmp_path_factory: pytest.TempPathFactory, name: str, suffix: str, made: list[Made]) -> None:
    corpus = corpus_of(made)
    assume(corpus.mentions or name != "table")  # a table without rows is refused
    path = tmp_path_factory.mktemp("written") / f"f.{suffix}"
    try:
        back = again(corpus, path if name not in ("brat", "litbank", "booknlp") else path.parent, name, "token")
    except InputError as error:
        refused = str(error)
        assert name not in UNBRACKETED and ("brackets cannot express" in refused or "looks like a tag" in refused)  # noqa: PT018
        return
    words = WORDS in FORMATS[name].carries
    assert content(back, words) == content(carried(corpus, name), words)


@pytest.mark.parametrize("name", [name for name in TEXT_FORMATS if CHARACTERS in FORMATS[name].carries])
@settings(deadline=None, max_examples=60)
@given(documents())
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_characters_survive(tmp_path_factory: pytest.TempPathFactory, name: str, made: list[Made]) -> None:
    corpus = corpus_of(made, CHARACTER)
    assume(corpus.mentions or name != "table")
    path = tmp_path_factory.mktemp("written")
    back = again(corpus, path if name == "brat" else path / "f.csv", name, CHARACTER)
    words = WORDS in FORMATS[name].carries
    assert content(back, words) == content(carried(corpus, name), words)


@settings(deadline=None, max_examples=60)
@given(documents())
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_words_without_sentences_survive(tmp_path_factory: pytest.TempPathFactory, made: list[Made]) -> None:
    flat = [each._replace(sentences=[[*chain(*each.sentences)]]) for each in made]
    path = tmp_path_factory.mktemp("written") / "f.jsonl"
    write(corpus_of(flat, divided=False), path)
    assert content(read(path)) == content(corpus_of(flat))
    assert not any(origin.divided for origin in read(path).origins)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize(("name", "suffix"), [case for case in CASES if TOKENS in FORMATS[case[0]].carries])
def test_the_shipped_example_scores_the_same_from_every_format(tmp_path: Path, name: str, suffix: str) -> None:
    examples = EXAMPLES
    expected = corefscore.score(examples / "key.conll", examples / "response.conll")
    write(read(examples / "response.conll"), tmp_path / f"f.{suffix}", name)
    found = corefscore.score(
        examples / "key.conll",
        tmp_path / f"f.{suffix}",
        response_format=name,
        response_spans=spans_of(name, "token"),
        missing="empty" if name == "table" else "error",
    )
    assert {m: c.tolist() for m, c in found.counts.total.items()} == {
        m: c.tolist() for m, c in expected.counts.total.items()
    }


GAPS = "T1\tPerson 0 3;8 11\tAnn Tom\nT2\tPerson 12 16\tthey\nT3\tMention 0 3\tAnn\nR1\tCoref Arg1:T2 Arg2:T1\n"


def test_gaps_and_types_survive_in_brat_and_tables(tmp_path: Path) -> None:
    write_text(tmp_path / "d.ann", GAPS)
    write_text(tmp_path / "d.txt", "Ann and Tom they\n")
    corpus = read(tmp_path / "d.ann")
    (tmp_path / "new").mkdir()
    write(corpus, tmp_path / "new" / "d.ann", "brat")
    assert content(read(tmp_path / "new" / "d.ann")) == content(corpus)
    with pytest.warns(InputWarning, match="words of 1 documents"):
        write(corpus, tmp_path / "d.csv")
    table = read(tmp_path / "d.csv")
    assert content(table, words=False) == content(corpus, words=False)
    assert table.extra["type"].tolist() == corpus.extra["type"].tolist() == ["", "Person", "Person"]


def test_gaps_are_lost_with_a_warning(tmp_path: Path) -> None:
    write_text(tmp_path / "d.ann", GAPS)
    write_text(tmp_path / "d.txt", "Ann and Tom they\n")
    with pytest.warns(InputWarning) as warned:
        write(read(tmp_path / "d.ann"), tmp_path / "d.conll")
    messages = [str(each.message) for each in warned]
    assert any("conll cannot hold gaps of 1 discontinuous mentions" in message for message in messages)
    assert any("conll cannot hold types of 2 mentions; this is lost" in message for message in messages)
    assert clusters(read(tmp_path / "d.conll")) == {"d": [[(0, 0)], [(0, 2), (3, 3)]]}


def test_a_mention_that_cuts_a_word_is_refused_by_formats_with_tokens(tmp_path: Path) -> None:
    write_text(tmp_path / "d.ann", "T1\tMention 0 2\tAn\n")
    write_text(tmp_path / "d.txt", "Ann slept\n")
    with pytest.raises(InputError, match=r"d\.ann:1: mention 'An' of document 'd' begins or ends inside a word"):
        write(read(tmp_path / "d.ann"), tmp_path / "d.conll")


def test_tokens_without_words_are_refused_by_formats_with_text(tmp_path: Path) -> None:
    write_text(tmp_path / "d.csv", "document,start,end,entity\nd,0,0,1\n")
    with pytest.warns(InputWarning, match="spans=inclusive"):
        corpus = read(tmp_path / "d.csv")
    for name in ("brat", "litbank", "tagged"):
        with pytest.raises(InputError, match=f"the words of document 'd' are not known, but {name} needs them"):
            write(corpus, tmp_path / "out", name)


def test_names_are_refused_by_formats_with_spans(tmp_path: Path) -> None:
    write_text(tmp_path / "d.json", '{"d": [["Ann", "she"]]}')
    with pytest.raises(InputError, match="mentions are names here, not spans of a text"):
        write(read(tmp_path / "d.json"), tmp_path / "d.conll")
    write(read(tmp_path / "d.json"), tmp_path / "e.json")
    assert (tmp_path / "e.json").read_text().split() == '{ "d": [["Ann", "she"]] }'.split()


def test_documents_without_mentions_are_lost_with_a_warning_in_tables(tmp_path: Path) -> None:
    corpus = corpus_of([Made("a", [["x"]], {"1": [(0, 0)]}), Made("b", [["x"]], {})])
    with pytest.warns(InputWarning) as warned:
        write(corpus, tmp_path / "d.csv")
    assert "table cannot hold 1 documents without mentions" in str(warned[-1].message)


def test_nothing_is_written_when_it_is_refused(tmp_path: Path) -> None:
    corpus = corpus_of([Made("a", [["x"] * 4], {"1": [(0, 2), (1, 3)]})])
    for name in ("conll", "semeval", "tagged"):
        with pytest.raises(InputError, match="brackets cannot express"):
            write(corpus, tmp_path / "out", name)
    assert not (tmp_path / "out").exists()


def test_the_format_to_write_must_be_clear(tmp_path: Path) -> None:
    corpus = corpus_of([Made("a", [["x"]], {})])
    with pytest.raises(
        InputError, match=r"does not show the format; name the format to write with format= \(--to\): brat or litbank"
    ):
        write(corpus, tmp_path / "out.ann")
    with pytest.raises(ValueError, match="there is no format 'xml'; choose from conll"):
        write(corpus, tmp_path / "out.ann", "xml")


def test_brat_is_fitted_to_itself_without_a_word() -> None:
    corpus = corpus_of([Made("a", [["x"]], {"1": [(0, 0)]})], CHARACTER)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fitted(corpus, BRAT, "out") is corpus
