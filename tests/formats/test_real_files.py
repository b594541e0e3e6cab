"""What real files are like, whatever their format: names, encodings, line ends, repeats, sizes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import corefscore
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.writing import write
from tests.files import clusters, conll
from tests.files import write as write_text
from tests.formats.corpora import Made, corpus_of
from tests.formats.test_formats_page import examples
from tests.shared import shared_data

ALL = list(FORMATS)
pytestmark = pytest.mark.filterwarnings("ignore::corefscore.InputWarning")


def saved(path: Path, name: str, change: object = None) -> Path:
    """The example of the page on formats, with its bytes changed."""
    paths = []
    for file, text in examples()[name].items():
        content = text.encode()
        paths.append(write_text(path / file, change(content) if callable(change) else content))
    return paths[0]


@pytest.mark.parametrize("name", ALL)
def test_returns_at_line_ends(tmp_path: Path, name: str) -> None:
    corpus = read(saved(tmp_path, name, lambda content: content.replace(b"\n", b"\r\n")))
    assert (corpus.mentions, len(corpus.labels)) == (2, 1)


@pytest.mark.parametrize("name", ALL)
def test_a_byte_order_mark(tmp_path: Path, name: str) -> None:
    corpus = read(saved(tmp_path, name, lambda content: b"\xef\xbb\xbf" + content))
    assert (corpus.mentions, len(corpus.labels)) == (2, 1)


@pytest.mark.parametrize("name", ALL)
def test_compressed(tmp_path: Path, name: str) -> None:
    first = saved(tmp_path, name)
    packed = write_text(tmp_path / f"{first.name}.gz", gzip.compress(first.read_bytes()))
    first.unlink()
    assert read(packed).mentions == 2


@pytest.mark.parametrize("name", ALL)
def test_another_encoding_in_all_files_of_a_document(tmp_path: Path, name: str) -> None:
    def recode(content: bytes) -> bytes:
        return content.decode().replace("Ann", "Änn").replace("änn", "ann").encode("cp1252")

    path = saved(tmp_path, name, recode)
    corpus = read(path, encoding="cp1252")
    texts = [document.tokens for document in corpus if document.tokens and document.origin.unit != "name"]
    assert all("".join(text).startswith("Änn") for text in texts)
    if b"\xc4" in path.read_bytes():
        with pytest.raises(InputError, match="not UTF-8"):
            read(path)


@pytest.mark.parametrize("name", ALL)
def test_no_final_line_end(tmp_path: Path, name: str) -> None:
    assert read(saved(tmp_path, name, lambda content: content.rstrip(b"\n"))).mentions == 2


@pytest.mark.parametrize("name", [name for name in ALL if FORMATS[name].lines or FORMATS[name].write])
@pytest.mark.parametrize("labels", [["1", "01", "12345678901234567"], ["person-12-Name", "e27", "x:y.z"]])
def test_names_of_entities_are_texts(tmp_path: Path, name: str, labels: list[str]) -> None:
    made = Made("d", [["a", "b", "c"]], {label: [(token, token)] for token, label in enumerate(labels)})
    target = tmp_path / f"d.{FORMATS[name].suffixes[0]}"
    if name == "corefud" and "e27" in labels:  # a hyphen ends a name there
        with pytest.warns(InputWarning, match="names"):
            write(corpus_of([made]), target, name)
        return
    write(corpus_of([made]), target, name)
    corpus = read(target, format=name)
    assert [corpus.label(number) for number in range(3)] == labels


@pytest.mark.parametrize("name", [name for name in ALL if FORMATS[name].lines or FORMATS[name].write])
@pytest.mark.parametrize("document", ["(bc/cctv/00); part 003", "a:(b)-c.d", "GUM_bio_x", "дом 5"])
def test_names_of_documents_survive(tmp_path: Path, name: str, document: str) -> None:
    target = tmp_path / "out"
    if name in ("brat", "litbank", "booknlp"):
        target.mkdir()
    write(corpus_of([Made(document, [["a"]], {"1": [(0, 0)]})]), target, name)
    assert read(target, format=name).names == (document,)


def test_documents_without_a_name_stay_apart(tmp_path: Path) -> None:
    line = '{"sentences": [["a"]], "clusters": [[[0, 0]]]}\n'
    path = write_text(tmp_path / "f.jsonl", line * 2)
    assert read(path).names == ("#1", "#2")


def test_a_span_in_two_entities_of_the_response(tmp_path: Path) -> None:
    key = write_text(tmp_path / "k.jsonl", '{"doc_key": "d", "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}\n')
    response = write_text(tmp_path / "r.jsonl", '{"doc_key": "d", "clusters": [[[0, 0], [1, 1]], [[1, 1], [3, 3]]]}\n')
    with pytest.raises(
        InputError, match=r"r\.jsonl:1: mention '\[1\]' \(token 1\) of document 'd' is in entity 0 and in"
    ):
        corefscore.score(key, response)
    assert corefscore.score(key, response, duplicates="first")["mentions"].precision == 1


def test_crossing_mentions_of_one_entity_are_kept_by_spans_and_refused_by_brackets(tmp_path: Path) -> None:
    document = {"doc_key": "d", "clusters": [[[0, 2], [1, 3], [3, 5]]], "spans": "inclusive"}
    path = write_text(tmp_path / "f.jsonl", json.dumps(document))
    assert corefscore.score(path, path)["mentions"].recall_numerator == 3
    for suffix in ("conll", "semeval"):
        with pytest.raises(InputError, match="choose a format with offsets"):
            write(read(path), tmp_path / f"f.{suffix}")
    write(read(path), tmp_path / "f.csv")
    assert clusters(read(tmp_path / "f.csv")) == {"d": [[(0, 2), (1, 3), (3, 5)]]}


def test_one_token_more_in_the_response(tmp_path: Path) -> None:
    key = write_text(tmp_path / "k.conll", conll("(1) -", "d", "Ann slept"))
    response = write_text(
        tmp_path / "r.jsonl", '{"doc_key": "d", "sentences": [["Ann", "slept", "."]], "clusters": [[[0, 0]]]}'
    )
    with pytest.raises(InputError, match=r"r\.jsonl:1: document 'd': it has 3 tokens, but .*k\.conll has 2"):
        corefscore.score(key, response)


def test_a_name_that_differs_by_an_underscore_is_hinted_at(tmp_path: Path) -> None:
    key = write_text(tmp_path / "k.conll", conll("(1)", "wsj_0001") + conll("(1)", "wsj_0002"))
    response = write_text(
        tmp_path / "r.jsonl", '{"doc_key": "wsj0001", "clusters": []}\n{"doc_key": "wsj_0002", "clusters": []}\n'
    )
    with pytest.raises(InputError, match=r"document 'wsj_0001' of .* is missing \(is it 'wsj0001'\?\)"):
        corefscore.score(key, response)


@pytest.mark.parametrize("name", [name for name in ALL if FORMATS[name].lines or FORMATS[name].write])
def test_a_real_novel_scores_the_same_from_every_format(tmp_path: Path, name: str) -> None:
    pair = shared_data() / "pairs" / "emma-booknlp"
    key, response = pair / "key.conll.gz", pair / "response.conll.gz"
    expected = corefscore.score(key, response, duplicates="first", metrics=["muc", "b3", "ceafe"])
    target = tmp_path / f"r.{FORMATS[name].suffixes[0]}"
    if name == "brat":
        target.mkdir()
    write(read(response), target, name)
    if name == "brat":
        write(read(target, format=name), tmp_path / "r.conll")
        target, name = tmp_path / "r.conll", "conll"
    found = corefscore.score(
        key,
        target,
        duplicates="first",
        metrics=["muc", "b3", "ceafe"],
        response_format=name,
        response_spans="inclusive" if name == "json" else None,
    )
    assert [found[metric] for metric in ("muc", "b3", "ceafe")] == [
        expected[metric] for metric in ("muc", "b3", "ceafe")
    ]


def test_litbank_as_it_is_published(tmp_path: Path) -> None:
    """The mark of LitBank's conll files: an empty last column, which is no column."""
    text = "#begin document (x); part 0\nx\t0\t0\tAnn\t_\t(0)\t\nx\t0\t1\tslept\t_\t_\t\n#end document\n"
    assert clusters(read(write_text(tmp_path / "x.conll", text))) == {"(x); part 0": [[(0, 0)]]}


def test_the_proof_of_a_convention_is_a_warning(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.jsonl", '{"doc_key": "d", "clusters": [[[0, 0]]]}')
    with pytest.warns(InputWarning, match="spans=inclusive"):
        read(path)
