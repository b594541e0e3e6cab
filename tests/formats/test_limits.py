"""Names, types and words that are hard to write: they survive, or are refused, or a warning names the loss."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.core.views import CHARACTER
from corefscore.formats.base import EMPTY, TYPES, WORDS
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.writing import write
from tests.files import conllu
from tests.files import write as write_text
from tests.formats.corpora import Made, corpus_of

SUFFIXED = {name: f"f.{each.suffixes[0]}" for name, each in FORMATS.items()}
BY_DIRECTORY = ("brat", "litbank", "booknlp")
WITH_TOKENS = [name for name in FORMATS if name != "brat"]

HARD_WORDS = [
    "",
    " ",
    "\t",
    "\xa0",
    "a b",
    "a\tb",
    "a\nb",
    "a\rb",
    "\r",
    "a\xa0b",
    "x ",
    "\u2028",
    "#",
    "document",
    "\0",
]
HARD_WORDS += ["_", "-", "[12", "]", "(1)", "Ann", "\ufeffAnn", "# document x", "\x1c", "\x85", "1", "e1|[x]", '"']
HARD_NAMES = [
    "a",
    "",
    "#1",
    "#hash",
    "a\nb",
    "a\tb",
    " a",
    "a\r",
    "a b",
    "..",
    "a/b",
    "=x",
    "id = x",
    "\xa0",
    "\0",
    "%23",
]
HARD_LABELS = ["x", "", " ", "a\tb", "a\nb", "e1", "1", "01", "(x)", "x ", "T1", "_", "a-b", "\0", "e1\x85"]
HARD_TYPES = ["", "Time", "Time-2", "a b", "(x", "a\tb", "a\nb", "_", "Mention", "é", "x|y", "a,b", "x=y", "[1/2]"]


@st.composite
def hard_corpora(draw: st.DrawFn) -> Corpus:
    """Documents of hard words with hard names, whose mentions have hard types; each is a word or two."""
    made = []
    for name in draw(st.lists(st.sampled_from(HARD_NAMES), unique=True, min_size=1, max_size=3)):
        sentences = draw(st.lists(st.lists(st.sampled_from(HARD_WORDS), max_size=4), max_size=3))
        entities: dict[str, list[tuple[int, int]]] = {}
        for token in range(sum(map(len, sentences))):
            if draw(st.booleans()):
                entities.setdefault(draw(st.sampled_from(HARD_LABELS)), []).append((token, token))
        made.append(Made(name, sentences, entities))
    corpus = corpus_of(made)
    kinds = st.lists(st.sampled_from(HARD_TYPES), min_size=corpus.mentions, max_size=corpus.mentions)
    corpus = replace(corpus, extra={"type": np.array(draw(kinds), dtype=str)} if draw(st.booleans()) else {})
    if draw(st.booleans()) and len(corpus.labels):
        corpus.labels[:] = "x"
    return corpus


def again(corpus: Corpus, path: Path, name: str) -> tuple[Corpus, str]:
    """The corpus written and read, and the warnings on the way."""
    target = path if name in BY_DIRECTORY else path / SUFFIXED[name]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        write(corpus, target, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        back = read(target, format=name, spans="inclusive" if name == "json" else None)
    return back, "\n".join(str(each.message) for each in warned)


def spans(corpus: Corpus) -> dict[str, list[list[tuple[int, int]]]]:
    """Entities, whatever their names and order."""
    return {
        document.name: sorted([(m.start, m.end) for m in entity.mentions] for entity in document.entities)
        for document in corpus
    }


def words(corpus: Corpus) -> dict[str, list[str]]:
    """The words of documents that have some."""
    texts = {document.name: document.origin.text for document in corpus}
    found = {name: [word for sentence in text.sentences for word in sentence] for name, text in texts.items() if text}
    return {name: listed for name, listed in found.items() if listed}


def names(corpus: Corpus) -> list[str]:
    return sorted(map(corpus.label, range(len(corpus.labels))))


def types(corpus: Corpus) -> list[str]:
    found = corpus.extra.get("type", np.full(corpus.mentions, ""))
    return sorted(kind.decode() if isinstance(kind, bytes) else str(kind) for kind in found)


@pytest.mark.parametrize("name", WITH_TOKENS)
@settings(deadline=None, max_examples=60)
@given(corpus=hard_corpora())
def test_nothing_is_lost_without_a_warning(tmp_path_factory: pytest.TempPathFactory, name: str, corpus: Corpus) -> None:
    path = tmp_path_factory.mktemp("written")
    try:
        back, warned = again(corpus, path, name)
    except InputError as error:
        # Written files can be read; what was refused is about the corpus.
        assert all(problem.source == "made" for problem in error.problems), error  # noqa: PT017
        return
    carries = FORMATS[name].carries
    if EMPTY in carries:
        assert spans(back) == spans(corpus)
    else:
        assert spans(back) == {document: found for document, found in spans(corpus).items() if found}
    assert names(back) == names(corpus) or "entities" in warned
    if WORDS in carries and name != "corefud":
        assert words(back) == words(corpus) or "words unchanged" in warned
    if TYPES in carries:
        assert types(back) == types(corpus) or "types of" in warned


EQUAL_NAMES = (
    '{"doc_key": "n", "sentences": [["a", "b", "c", "d"]], "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]], '
    '"spans": "inclusive", "cluster_labels": ["x", "x"]}\n'
)


@pytest.mark.parametrize("name", [name for name in WITH_TOKENS if name not in ("jsonlines", "corefud")])
def test_entities_of_the_same_name_stay_apart(tmp_path: Path, name: str) -> None:
    corpus = read(write_text(tmp_path / "n.jsonl", EQUAL_NAMES))
    (tmp_path / "out").mkdir()
    back, warned = again(corpus, tmp_path / "out", name)
    assert spans(back) == spans(corpus)
    assert names(back) == ["e1", "x"]
    assert f"{name} cannot hold the names of 1 entities, such as 'x', which is used several times" in warned


def test_types_of_corefud_are_texts_elsewhere(tmp_path: Path) -> None:
    corpus = read(write_text(tmp_path / "a.conllu", conllu("a:(e1-person-1) b:(e2--1) c")))
    for name in ("table", "litbank", "booknlp"):
        (tmp_path / name).mkdir()
        assert types(again(corpus, tmp_path / name, name)[0]) == ["", "person"]
    (tmp_path / "brat").mkdir()
    again(corpus, tmp_path / "brat", "brat")
    assert [line.split()[1] for line in (tmp_path / "brat" / "d.ann").read_text().splitlines()[:2]] == [
        "person",
        "Mention",
    ]


def test_types_that_corefud_cannot_hold_are_lost_with_a_warning(tmp_path: Path) -> None:
    write_text(tmp_path / "d.ann", "T1\tTime-2 0 3\tAnn\nT2\tPerson 4 9\tslept\n")
    write_text(tmp_path / "d.txt", "Ann slept\n")
    back, warned = again(read(tmp_path / "d.ann"), tmp_path, "corefud")
    assert types(back) == ["", "Person"]
    assert "corefud cannot hold types of 1 mentions, such as 'Time-2'; this is lost" in warned


def made(*sentences: list[str], name: str = "d", tokens: tuple[int, ...] = (0,)) -> Corpus:
    return corpus_of([Made(name, [*sentences], {"1": [(token, token) for token in tokens]})])


def test_a_blank_in_a_word_does_not_divide_it_in_litbank(tmp_path: Path) -> None:
    corpus = made(["in", "New York", "she", "slept", "a\xa0b"], tokens=(1, 2))
    back, warned = again(corpus, tmp_path, "litbank")
    assert words(back) == {"d": ["in", "New_York", "she", "slept", "a_b"]}
    assert spans(back) == {"d": [[(1, 1), (2, 2)]]}
    assert "litbank cannot hold 2 words unchanged, such as 'New York'; the lost parts are replaced by '_'" in warned


@pytest.mark.parametrize("name", ["conll", "corefud", "litbank", "booknlp", "tagged"])
def test_sentences_without_words_do_not_move_mentions(tmp_path: Path, name: str) -> None:
    corpus = made([], ["Ann", "ate"], [], ["She", "slept"], tokens=(0, 2))
    back, warned = again(corpus, tmp_path, name)
    assert spans(back) == {"d": [[(0, 0), (2, 2)]]}
    assert f"{name} cannot hold 2 sentences without words; this is lost" in warned


def test_sentences_without_words_do_not_move_mentions_in_brat(tmp_path: Path) -> None:
    back, _ = again(made([], ["Ann", "ate"], ["She"], tokens=(0, 2)), tmp_path, "brat")
    assert [mention.text for mention in back["d"].mentions] == ["Ann", "She"]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("conll", ["a\tb", "a\xa0b", "", "x "], ["a_b", "a\xa0b", "", "x_"]),
        ("semeval", ["a\tb", "a\xa0b", "", "x "], ["a_b", "a\xa0b", "", "x_"]),
        ("tagged", ["a b", "x", ""], ["a_b", "x", "_"]),
        ("booknlp", ["a\tb", "a b", ""], ["a_b", "a b", ""]),
        ("corefud", ["a\nb", "a b", ""], ["a_b", "a b", "_"]),
    ],
)
def test_words_that_change_are_reported(tmp_path: Path, name: str, before: list[str], after: list[str]) -> None:
    back, warned = again(made(before), tmp_path, name)
    assert words(back) == {"d": after}
    count = sum(one != other for one, other in zip(before, after, strict=True))
    assert f"{name} cannot hold {count} words unchanged, such as {before[0]!r}" in warned


@pytest.mark.parametrize("name", ["conll", "semeval", "corefud", "tagged"])
@pytest.mark.parametrize("hard", ["a\nb", "a\tb", " a", ""])
def test_names_of_documents_that_cannot_be_held_are_refused(tmp_path: Path, name: str, hard: str) -> None:
    with pytest.raises(InputError, match=f"made:1: {name} cannot hold the name of document .*; rename it"):
        write(made(["x"], name=hard), tmp_path / "f", name)
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("name", FORMATS)
def test_names_that_begin_with_a_hash_survive(tmp_path: Path, name: str) -> None:
    corpus = corpus_of([Made(each, [["x"]], {"1": [(0, 0)]}) for each in ("#2", "#hash", "a")])
    back, _ = again(corpus, tmp_path, name)
    assert sorted(back.names) == ["#2", "#hash", "a"]


@pytest.mark.parametrize("name", ["brat", "litbank", "booknlp"])
def test_names_of_entities_that_would_break_a_line_are_replaced(tmp_path: Path, name: str) -> None:
    corpus = corpus_of([Made("d", [["a", "b"]], {"x\ny": [(0, 0)], "z": [(1, 1)]})])
    back, warned = again(corpus, tmp_path, name)
    assert names(back) == ["e1", "z"]
    assert (
        f"{name} cannot hold the names of 1 entities, such as 'x\\ny'; these entities are renamed to e1, e2 ..."
        in warned
    )


def test_booknlp_has_no_entities_without_a_name(tmp_path: Path) -> None:
    back, _ = again(corpus_of([Made("d", [["a"]], {"": [(0, 0)]})]), tmp_path, "booknlp")
    assert names(back) == ["e1"]


def test_line_ends_of_other_systems_inside_mentions_survive_in_brat(tmp_path: Path) -> None:
    corpus = corpus_of([Made("d", [["Ann\r\nLee"]], {"1": [(0, 7)]})], CHARACTER)
    back, _ = again(corpus, tmp_path, "brat")
    assert [mention.text for mention in back["d"].mentions] == ["Ann\r\nLee"]


@pytest.mark.parametrize("sentence", [["#", "document", "x"], ["#document", "x"]])
def test_a_sentence_like_the_beginning_of_a_document_is_refused_by_tagged(tmp_path: Path, sentence: list[str]) -> None:
    with pytest.raises(InputError, match="looks like the beginning of another document; choose another format"):
        write(made(["a"], sentence), tmp_path / "f.tagged")


def test_brackets_in_a_text_without_mentions_are_refused_by_tagged(tmp_path: Path) -> None:
    sentence = ["[12", "Ann", "]"]
    with pytest.raises(
        InputError, match=r"has '\[12 Ann \]' in its text, which looks like a tag; choose another format"
    ):
        write(made(sentence, tokens=()), tmp_path / "f.tagged")
    assert spans(again(made(sentence), tmp_path, "tagged")[0]) == {"d": [[(0, 0)]]}


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_a_tag_at_the_end_of_a_text_without_mentions_is_refused(tmp_path: Path) -> None:
    """It would be read as a mention that is never closed, and the text would be gone."""
    source = write_text(tmp_path / "a.tagged", "[\u2028e1 ")
    with pytest.raises(InputError, match=r"has '\[_e1' in its text, which looks like a tag; choose another format"):
        write(read(source, format="tagged"), tmp_path / "b.tagged")


def test_documents_without_words_get_one_in_corefud_or_are_refused_by_tagged(tmp_path: Path) -> None:
    back, warned = again(made(tokens=()), tmp_path, "corefud")
    assert words(back) == {"d": ["_"]}
    assert "1 documents without mentions have no words; each gets one word, '_'" in warned
    with pytest.raises(InputError, match="no document has words, which tagged text needs"):
        write(made(tokens=()), tmp_path / "f.tagged")


@pytest.mark.parametrize("name", ["table", "json"])
def test_documents_that_count_differently_are_refused_by_formats_that_say_it_once(tmp_path: Path, name: str) -> None:
    mixed = [
        '{"doc_key": "a", "tokens": ["x"], "clusters": [[[0, 0]]], "spans": "inclusive"}\n',
        '{"doc_key": "b", "text": "x", "clusters": [[[0, 1]]], "spans": "characters"}\n',
    ]
    corpus = read(write_text(tmp_path / "f.jsonl", "".join(mixed)))
    with pytest.raises(
        InputError, match=f"documents count characters and tokens, but all documents of a {name} file must use one unit"
    ):
        write(corpus, tmp_path / "out", name)
