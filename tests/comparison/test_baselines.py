"""Baselines: simple responses with the mentions of a key."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import corefscore
from corefscore import InputError
from corefscore.comparison.baselines import CRITERIA
from corefscore.core.corpus import Corpus
from corefscore.core.settings import BASELINES
from tests.files import clusters, conll, conllu, write

WORDS = "the Dog saw a dog . It barked / the house of the dog"
CELLS = "(1 1) - (2 2) - (1) - / (3 - - (4 4)|3)"


def corpus_of(path: Path, text: str) -> Corpus:
    return corefscore.read(write(path, text))


def texts(corpus: Corpus) -> list[list[str]]:
    return [sorted(mention.text for mention in entity.mentions) for entity in corpus.view(0).entities]


def test_baselines_group_the_mentions_of_the_key(tmp_path: Path) -> None:
    key = corpus_of(tmp_path / "key.conll", conll(CELLS, words=WORDS.replace("/ ", "")))
    found = {kind: texts(corefscore.baseline(key, kind)) for kind in BASELINES}
    mentions = ["the Dog", "a dog", "It", "the house of the dog", "the dog"]
    assert {kind: sorted(text for entity in each for text in entity) for kind, each in found.items()} == dict.fromkeys(
        BASELINES, sorted(mentions)
    )
    assert found["singletons"] == [[text] for text in mentions]
    assert found["one-entity"] == [sorted(mentions)]
    assert found["exact-match"] == [["the Dog", "the dog"], ["a dog"], ["It"], ["the house of the dog"]]
    assert found["lemma"] == [sorted(text for text in mentions if text != "It"), ["It"]]


def test_lemmas_and_heads_of_the_file_decide(tmp_path: Path) -> None:
    lines = conllu("Mice:(e1--1) a of:(e2--2 cats:e2) mouse:(e3--1)", "_:(e4--1) _:(e5--1)").splitlines()
    lemmas = {"Mice": "mouse", "cats": "cat", "mouse": "mouse"}
    rows = [line.split("\t") for line in lines]
    text = "\n".join(
        "\t".join([*row[:2], lemmas.get(row[1], "_"), *row[3:]]) if len(row) > 2 else row[0] for row in rows
    )
    found = corefscore.baseline(corpus_of(tmp_path / "key.conllu", text + "\n"), "lemma")
    assert texts(found) == [["Mice", "mouse"], ["of cats"], ["_"], ["_"]]


def test_a_scope_joins_mentions_of_several_documents(tmp_path: Path) -> None:
    text = "".join(conll("(1) (2)", f"({name})", words="Ann Bob") for name in ("x/1", "x/2", "y/1"))
    key = corpus_of(tmp_path / "key.conll", text)
    names = {}
    for scope in ("document", "topic", "corpus"):
        found = corefscore.baseline(key, "lemma", scope, r"(?P<topic>.)/")
        names[scope] = [corpus_names(found, number)[0] for number in range(3)]
    assert [len({*each}) for each in names.values()] == [3, 2, 1]
    assert names["topic"][0] == names["topic"][1]


def corpus_names(corpus: Corpus, number: int) -> list[str]:
    return [entity.label for entity in corpus.view(number).entities]


def test_a_mention_in_two_entities_is_there_once(tmp_path: Path) -> None:
    key = corpus_of(tmp_path / "key.conll", conll("(1)|(2) (1)"))
    assert clusters(corefscore.baseline(key, "singletons")) == {"(d); part 000": [[(0, 0)], [(1, 1)]]}


def test_names_of_a_baseline_are_no_names_of_the_key(tmp_path: Path) -> None:
    key = corpus_of(tmp_path / "key.conll", conll("(7) (1) (7)"))
    assert corpus_names(corefscore.baseline(key, "singletons"), 0) == ["8", "9", "10"]


def test_words_are_needed_for_some_baselines(tmp_path: Path) -> None:
    path = write(tmp_path / "key.csv", "document,start,end,entity\nd,0,0,1\nd,3,3,2\n")
    key = corefscore.read(path, spans="inclusive")
    for kind in ("lemma", "exact-match"):
        with pytest.raises(InputError, match="the words of document 'd' are not known"):
            corefscore.baseline(key, kind)
    assert len(corefscore.baseline(key, "one-entity").labels) == 1


def test_baselines_have_their_expected_scores(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", conll("(1) (2) (1) (2) (1)"))
    key = corefscore.read(path)
    sizes = [3, 2]
    alone = corefscore.score(key, corefscore.baseline(key, "singletons"))
    assert alone["b3"].precision == 1
    assert alone["b3"].recall == pytest.approx(len(sizes) / sum(sizes))
    together = corefscore.score(key, corefscore.baseline(key, "one-entity"), ["pairwise"])
    pairs = sum(len([*combinations(range(size), 2)]) for size in sizes)
    assert together["pairwise"].precision == pytest.approx(pairs / 10)


def test_every_baseline_is_explained_and_others_are_refused() -> None:
    assert [*BASELINES] == [*CRITERIA]
    with pytest.raises(ValueError, match="there is no baseline 'lemmas'; did you mean 'lemma'"):
        corefscore.baseline(corefscore.score([["a"]], [["a"]]).mentions().key, "lemmas")
