"""Both sides over the same tokens, although each may have empty nodes that the other lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.formats.corefud import format as corefud
from corefscore.formats.files import File
from corefscore.formats.reading import read
from corefscore.matching.matched import Matched, find_matches
from corefscore.matching.same_tokens import on_same_tokens
from corefscore.report.terminal import DocumentText
from tests.files import conll, conllu, write
from tests.shared import EXAMPLES

WORDS = 4
RELATIONS = {"p": 1, "q": 2, "r": 3, "s": 4}
"""By which an empty node hangs on a word, and on which."""

COREFUD = EXAMPLES / "corefud"

Nodes = list[tuple[int, str]]
"""The word before each empty node, and its relation."""

Mentions = list[frozenset[str]]


@st.composite
def sides(draw: st.DrawFn) -> tuple[Nodes, Mentions]:
    """Empty nodes after some words, each of another relation, and mentions of words and nodes, by their forms."""
    relations = draw(st.lists(st.sampled_from(sorted(RELATIONS)), unique=True, max_size=3))
    nodes = sorted((draw(st.integers(0, WORDS)), relation) for relation in relations)
    forms = [f"w{word}" for word in range(1, WORDS + 1)] + [relation for _, relation in nodes]
    mention = st.frozensets(st.sampled_from(forms), min_size=1, max_size=3)
    return nodes, draw(st.lists(mention, max_size=4, unique=True))


def corpus_of(nodes: Nodes, mentions: Mentions) -> Corpus:
    """Each mention in an entity of its own."""
    ids: list[tuple[str, str]] = []
    for word in range(WORDS + 1):
        ids += [(str(word), f"w{word}")] * (word > 0)
        ids += [(f"{word}.{n}", form) for n, form in enumerate((r for w, r in nodes if w == word), 1)]
    cells: dict[int, str] = {}
    for number, mention in enumerate(mentions):
        tokens = [index for index, (_, form) in enumerate(ids) if form in mention]
        starts = [token for token in tokens if token - 1 not in tokens]
        ends = [token for token in tokens if token + 1 not in tokens]
        for part, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            name = f"e{number}" if len(starts) == 1 else f"e{number}[{part}/{len(starts)}]"
            cells[start] = cells.get(start, "") + f"({name}--1{')' if start == end else ''}"
            if start < end:
                cells[end] = f"{name})" + cells.get(end, "")
    lines = ["# newdoc id = d", "# global.Entity = eid-etype-head"]
    for index, (name, form) in enumerate(ids):
        dependency = f"{RELATIONS[form]}:{form}" if "." in name else "_"
        entity = f"Entity={cells[index]}" if index in cells else "_"
        lines.append("\t".join([name, form, *"______", dependency, entity]))
    return corefud.read(File("a.conllu", "\n".join([*lines, "", ""]).encode()))


def words_of(corpus: Corpus) -> list[str]:
    """The forms of all tokens; those of empty nodes do not matter, as the same node may have two."""
    text = corpus.origins[0].text
    assert text is not None
    return [word if word.startswith("w") else "_" for sentence in text.sentences for word in sentence]


def known(corpus: Corpus) -> dict[str, tuple[list[str], str]]:
    """The words of each mention and its head, by the label of its entity."""
    words = words_of(corpus)
    found = {}
    for row in range(corpus.mentions):
        own = (words[token] for first, last in corpus.parts(row) for token in range(first, last + 1))
        found[corpus.label(int(corpus.entity[row]))] = (sorted(own), words[int(corpus.extra["head"][row])])
    return found


def pairs_of(one: Matched, other: Matched) -> list[tuple[Corpus, Corpus]]:
    return [(one.key, other.key), (one.response, other.response)]


def matches(matched: Matched) -> dict[str, str]:
    return {
        matched.response.label(int(matched.response.entity[row])): matched.key.label(int(matched.key.entity[match]))
        for row, match in enumerate(matched.key_row.tolist())
        if match >= 0
    }


@settings(max_examples=150, deadline=None)
@given(sides(), sides(), st.sampled_from(["exact", "head", "partial"]), st.sampled_from(["dependency", "position"]))
def test_mentions_keep_their_words_and_matches(
    ours: tuple[Nodes, Mentions], theirs: tuple[Nodes, Mentions], match: str, zeros: str
) -> None:
    matched = find_matches(corpus_of(*ours), corpus_of(*theirs), match, zeros)
    moved = on_same_tokens(matched)
    assert matches(moved) == matches(matched)
    assert known(moved.key) == known(matched.key)
    assert known(moved.response) == known(matched.response)
    assert words_of(moved.key) == words_of(moved.response)
    for side in (moved.key, moved.response):
        spans = list(zip(*(column.tolist() for column in side.span), strict=True))
        assert spans == sorted(spans)
    if all(list(known(each)) == list(known(other)) for each, other in pairs_of(matched, moved)):
        # Where equals stand in the same order, so that the first is the same, they are matched again alike.
        assert matches(find_matches(moved.key, moved.response, match, zeros)) == matches(matched)


def test_nothing_moves_without_empty_nodes(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conll", conll("(1) (2)")))
    matched = find_matches(corpus, corpus)
    assert on_same_tokens(matched) is matched


def test_an_empty_node_of_the_response_stands_where_it_belongs(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conllu", conllu("a:(e1) b:(e1)", "c:(e1)"))
    response = write(tmp_path / "response.conllu", conllu("a:(e1) b:(e1) 2.1:2~x:(e1)", "c:(e1)"))
    result = corefscore.score(key, response)
    assert result.matched is not None
    assert DocumentText(result.matched, 0).to_text() == "[1 a] [1 b] [+1 _]\n[1 c]"
    assert result.entities.matched.response.start.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("key", "response"), [("key", "shifted"), ("key", "swapped"), ("three-key", "three-permuted")])
@pytest.mark.parametrize("match", ["exact", "head"])
def test_permuted_zeros_are_no_errors_and_have_no_price(key: str, response: str, match: str) -> None:
    result = corefscore.score(COREFUD / f"{key}.conllu", COREFUD / f"{response}.conllu", match=match)
    assert len(result.errors.kind) == 0
    prices = corefscore.prices(result)
    for repaired in (prices.before, *prices.alone.values(), *prices.progressive.values()):
        assert repaired["conll"].f1 == result["conll"].f1 == 1
