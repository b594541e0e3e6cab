"""Mentions that weigh more than others."""

from __future__ import annotations

import pickle
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.settings import Settings
from corefscore.core.views import Mention
from corefscore.formats.builder import GivenText
from corefscore.formats.pairs import read_pair
from corefscore.matching.language import LANGUAGES, PRONOUNS, closed_words, likely_language
from corefscore.matching.same_tokens import on_same_tokens
from corefscore.matching.weights import information, with_weights
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import COUNTS, CountedMetric
from corefscore.metrics.registry import METRICS
from corefscore.scoring import count, prepare
from tests import brute, weighted_brute
from tests.files import write
from tests.shared import EXAMPLES
from tests.strategies import Document, corpora

WEIGHTS: dict[Hashable, Fraction] = {m: Fraction(w) for m, w in enumerate(["1/3", "2", "1", "5/2", "1/10", "7", "3/4"])}
COUNTED = [*weighted_brute.COUNTED, "blanc"]
KEY, RESPONSE = EXAMPLES / "key.conll", EXAMPLES / "response.conll"

WEIGHTED = [name for name, metric in METRICS.items() if isinstance(metric, CountedMetric) and metric.weighted]


def by_number(mention: Mention) -> float:
    return float(WEIGHTS[int(mention.text)])


def sides(pairs: list[Document]) -> list[dict[str, list[brute.Entity]]]:
    return [{str(number): pair[side] for number, pair in enumerate(pairs)} for side in (0, 1)]


@settings(max_examples=200, deadline=None)
@given(corpora)
def test_every_weighted_metric_agrees_with_its_definition(pairs: list[Document]) -> None:
    key, response = sides(pairs)
    result = corefscore.score(key, response, COUNTED, weights=by_number)
    for name, definition in weighted_brute.COUNTED.items():
        counts = brute.total(lambda k, r, definition=definition: definition(k, r, WEIGHTS), pairs)  # type: ignore[misc]
        score = result[name]
        found = [getattr(score, count) for count in COUNTS]
        assert found == pytest.approx([float(count) for count in counts], abs=1e-9), name
    for family, definition in (
        ("coreference", weighted_brute.pairwise),
        ("noncoreference", weighted_brute.noncoreference),
    ):
        counts = brute.total(lambda k, r, definition=definition: definition(k, r, WEIGHTS), pairs)  # type: ignore[misc]
        links = result["blanc"].families[family]
        assert [links.recall_numerator, links.recall_denominator] == pytest.approx(
            [float(count) for count in counts[:2]], abs=1e-9
        )


@settings(max_examples=100, deadline=None)
@given(corpora)
def test_with_weights_of_1_every_figure_is_the_one_without_weights(pairs: list[Document]) -> None:
    key, response = sides(pairs)
    names = sorted({*WEIGHTED} - {"information"})  # which has weights of its own
    plain = corefscore.score(key, response, names)
    ones = corefscore.score(key, response, names, weights=lambda _: 1.0)
    for name in names:
        assert ones[name].to_dict() == plain[name].to_dict()


@settings(max_examples=50, deadline=None)
@given(corpora)
def test_rates_do_not_depend_on_the_unit_of_weight_and_stay_between_0_and_1(pairs: list[Document]) -> None:
    key, response = sides(pairs)
    names = sorted(WEIGHTED)
    one = corefscore.score(key, response, names, weights=by_number)
    eight = corefscore.score(key, response, names, weights=lambda mention: 8 * by_number(mention))
    for name in names:
        assert eight[name][:3] == pytest.approx(one[name][:3], abs=1e-12)
        assert all(0 <= rate <= 1 + 1e-12 for rate in one[name][:3])


@pytest.mark.parametrize("mentions", [2, 3, 4, 5])
def test_a_tree_of_links_weighs_what_all_trees_weigh_on_average(mentions: int) -> None:
    from itertools import combinations

    edges = list(combinations(range(mentions), 2))
    trees = [chosen for chosen in combinations(edges, mentions - 1) if _connected(chosen, mentions)]
    weights = [sum((WEIGHTS[a] + WEIGHTS[b]) / 2 for a, b in tree) for tree in trees]
    found = corefscore.score([range(mentions)], [range(mentions)], ["muc"], weights=by_number, documents=False)["muc"]
    assert found.recall_numerator == pytest.approx(float(sum(weights, Fraction(0)) / len(trees)))


def _connected(edges: tuple[tuple[int, int], ...], mentions: int) -> bool:
    reached = {0}
    for _ in edges:
        reached |= {m for edge in edges if reached & set(edge) for m in edge}
    return len(reached) == mentions


def test_weights_are_in_the_signature() -> None:
    result = corefscore.score(KEY, RESPONSE, ["b3"], weights="information")
    assert "|weights:information|" in result.signature
    assert "|weights:none|" in corefscore.score(KEY, RESPONSE, ["b3"]).signature
    assert "|weights:given|" in corefscore.score(KEY, RESPONSE, ["b3"], weights=lambda _: 2.0).signature


def test_tokens_weigh_a_mention_by_its_length() -> None:
    result = corefscore.score(KEY, RESPONSE, ["mentions"], weights="tokens")
    corpus = corefscore.read(KEY)
    assert result["mentions"].recall_denominator == (corpus.end - corpus.start + 1).sum()


def test_corpora_with_a_column_of_weights_are_scored_with_it() -> None:
    key, response = (with_weights(side, 1.0 + side.start) for side in map(corefscore.read, (KEY, RESPONSE)))
    result = corefscore.score(key, response, ["mentions"])
    assert result["mentions"].recall_denominator == (1 + key.start).sum()
    assert result.settings.weights == "given"
    with pytest.raises(corefscore.InputError, match="has no weights; give both sides a column of them"):
        corefscore.score(key, replace(response, weight=None))
    plain = corefscore.score(key, response, ["mentions"], weights="none")
    assert (plain["mentions"].recall_denominator, plain.settings.weights) == (key.mentions, "none")


def weighted_example() -> tuple[corefscore.Corpus, corefscore.Corpus]:
    key, response = (with_weights(side, 1.0 + side.start) for side in map(corefscore.read, (KEY, RESPONSE)))
    return key, response


def test_a_scorer_obeys_a_column_of_weights_as_score_does() -> None:
    scorer = corefscore.Scorer(["mentions", "b3"])
    scorer.update(*weighted_example())
    expected = corefscore.score(*weighted_example(), ["mentions", "b3"])
    assert scorer.compute().signature == expected.signature
    assert {name: score.to_dict() for name, score in scorer.compute().items()} == {
        name: score.to_dict() for name, score in expected.items()
    }
    unweighted = corefscore.Scorer(["mentions"], weights="none")
    unweighted.update(*weighted_example())
    assert unweighted.compute()["mentions"].recall_denominator == corefscore.read(KEY).mentions


def test_a_scorer_refuses_documents_with_and_without_weights_together() -> None:
    scorer = corefscore.Scorer(["mentions"])
    scorer.update([["a", "b"]], [["a", "b"]])
    with pytest.raises(corefscore.InputError, match="has weights, but earlier documents have no weights"):
        scorer.update(*weighted_example())
    assert (len(scorer), scorer.settings.weights) == (1, "none")
    scorer.reset()
    scorer.update(*weighted_example())
    documents = len(scorer)
    with pytest.raises(corefscore.InputError, match="has no weights; give both sides a column of them"):
        scorer.update([["a", "b"]], [["a", "b"]])
    assert len(scorer) == documents
    scorer.reset()
    scorer.update([["a", "b"]], [["a", "b"]])
    assert scorer.compute()["mentions"].recall_denominator == 2


def test_scorers_with_weights_can_be_added() -> None:
    weighted, empty, other = (corefscore.Scorer(["mentions"]) for _ in range(3))
    weighted.update(*weighted_example())
    expected = weighted.compute()["mentions"]
    for total in (weighted + empty, empty + weighted, pickle.loads(pickle.dumps(weighted)) + empty):
        assert (total.settings.weights, total.compute()["mentions"]) == ("given", expected)
    other.update([["a", "b"]], [["a", "b"]])
    with pytest.raises(ValueError, match="different metrics or policies"):
        weighted + other


def test_a_scorer_knows_weights_too() -> None:
    key, response = (with_weights(side, [3.0] * side.mentions) for side in map(corefscore.read, (KEY, RESPONSE)))
    tokens = int((key.end - key.start + 1).sum())
    for policy, expected in (("none", key.mentions), ("tokens", tokens), ("given", 3 * key.mentions)):
        scorer = corefscore.Scorer(["mentions"], weights=policy)
        scorer.update(key, response)
        assert scorer.compute()["mentions"].recall_denominator == expected
    with pytest.raises(corefscore.InputError, match="has no weights"):
        corefscore.Scorer(weights="given").update({"d": [["a"]]}, {"d": [["a"]]})


def test_metrics_without_a_weighted_form_say_so() -> None:
    matched = prepare(*read_pair([["a"]], [["a"]]), Settings(weights="tokens"))
    with pytest.raises(corefscore.InputError, match="no weights are defined for b3-old"):
        count(matched, [replace(B3, name="b3-old", weighted=False)], Settings(weights="tokens"))


def test_weights_stay_with_their_mentions_when_documents_and_mentions_are_left_out() -> None:
    corpus = with_weights(corefscore.read(KEY), np.arange(1.0, 69.0))
    taken = corpus.take(corpus.start > 10)
    assert taken.weight is not None
    assert taken.weight.tolist() == (1.0 + np.flatnonzero(corpus.start > 10)).tolist()


def test_a_file_may_give_weights_of_spans(tmp_path: Path) -> None:
    spans = {
        (document.name, mention.start, mention.end)
        for path in (KEY, RESPONSE)
        for document in corefscore.read(path)
        for mention in document.mentions
    }
    rows = [f"{name},{start},{end},{end - start + 1}" for name, start, end in sorted(spans)]
    path = write(tmp_path / "weights.csv", "\n".join(["document,start,end,weight", *rows]))
    given, tokens = (corefscore.score(KEY, RESPONSE, ["b3", "lea"], weights=how) for how in (str(path), "tokens"))
    assert given.to_dict()["metrics"] == tokens.to_dict()["metrics"]


def test_a_file_may_give_weights_of_texts(tmp_path: Path) -> None:
    path = write(tmp_path / "weights.csv", "text,weight\nshe,0.5\nHe,0.5\n*,2\n")
    result = corefscore.score([["Ann", "She"]], [["Ann", "She"]], ["mentions"], weights=path)
    assert result["mentions"].recall_denominator == 2.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word,weight\n", "its first line must be document,start,end,weight or text,weight"),
        ("text,weight\na,much\n", ":2: a value is missing or wrong; write numbers for start, end and weight"),
        ("text,weight\na,1\n", "mention 'b' .* has no weight; add a row for it"),
        ("text,weight\na,1\nb,0\n", "mention 'b' .* weighs 0; a weight must be a number above 0"),
        ("text,weight\na,1\nb\n", ":3: a value is missing or wrong; write numbers for start, end and weight"),
    ],
)
def test_a_wrong_file_of_weights_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path / "weights.csv", text)
    with pytest.raises(corefscore.InputError, match=message):
        corefscore.score([["a", "b"]], [["a", "b"]], weights=path)


def test_weights_and_repeated_mentions_of_the_reference_scorer_do_not_go_together() -> None:
    with pytest.raises(corefscore.InputError, match="choose duplicates=first or merge"):
        corefscore.score([["a", "b"]], [["a"], ["a", "b"]], duplicates="reference", weights="tokens")


def test_every_language_has_pronouns_and_is_recognized() -> None:
    sentences = {
        "en": "she gave the book to her brother and he thanked her",
        "de": "sie gab ihrem Bruder das Buch und er dankte ihr",
        "nl": "zij gaf haar broer het boek en hij bedankte haar",
        "es": "ella le dio el libro a su hermano y él se lo agradeció",
        "fr": "elle a donné le livre à son frère et il l' a remerciée",
        "zh": "她 把 书 给 了 她 的 弟弟 他 感谢 了 她",
        "ar": "هي أعطت الكتاب إلى أخيها و هو شكرها على ذلك",
        "ru": "она дала книгу своему брату и он её поблагодарил",
    }
    assert set(sentences) == set(LANGUAGES)
    for language, sentence in sentences.items():
        assert likely_language(sentence.split()) == language
        assert len(PRONOUNS[language]) > 50
        assert all(word == word.lower() and " " not in word for word in PRONOUNS[language])


def test_names_weigh_more_than_nouns_and_these_more_than_pronouns_and_longer_ones_more() -> None:
    mentions = [
        "he",
        "his own",
        "Tian",
        "member",
        "the committee member",
        "committee member Jiyun Tian",
        "the Jiyun Tian",
    ]
    key, response = read_pair([mentions], [["he"]])
    weight = dict(zip(mentions, information(key, response)[0].tolist(), strict=True))
    assert weight["he"] == weight["his own"] == 0.1
    assert weight["member"] == 1
    assert weight["Tian"] == pytest.approx(np.log2(2.5))
    assert weight["the committee member"] == pytest.approx(np.log2(3))
    assert weight["the Jiyun Tian"] == pytest.approx(np.log2(4))
    assert weight["committee member Jiyun Tian"] == pytest.approx(np.log2(6))


def test_a_longer_description_of_the_same_person_weighs_more() -> None:
    mentions = ["He", "Jiyun Tian", "member Jiyun Tian", "committee member Jiyun Tian"]
    key, response = read_pair([mentions], [mentions])
    weights = information(key, response)[0].tolist()
    assert weights == sorted(set(weights))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from("Jiyun Tian member committee of the he Chief chief and".split()), min_size=2, max_size=9),
    st.data(),
)
def test_a_wider_mention_never_weighs_less_and_more_with_each_content_word(
    words: list[str], data: st.DataObject
) -> None:
    end = data.draw(st.integers(1, len(words) - 1))
    origin = [Origin("d", Memory("test"), text=GivenText([words]))]
    starts = np.arange(end + 1)
    corpus = Corpus.build(origin, ints(0 * starts), ints(starts), ints(0 * starts + end), ints(starts), starts)
    weights = dict(zip(corpus.start.tolist(), information(corpus, corpus)[0].tolist(), strict=True))
    closed = closed_words(likely_language(words))
    for start in range(end):
        grows = words[start].lower() not in closed
        assert weights[start] > weights[start + 1] if grows else weights[start] == weights[start + 1]


@settings(max_examples=30, deadline=None)
@given(corpora, st.integers(-95, 95))
def test_scale_does_not_matter(pairs: list[Document], power: int) -> None:
    key, response = sides(pairs)
    names = sorted(WEIGHTED)
    one = corefscore.score(key, response, names, weights=by_number)
    scaled = corefscore.score(key, response, names, weights=lambda mention: 10.0**power * by_number(mention))
    for name in names:
        assert scaled[name][:3] == pytest.approx(one[name][:3], abs=1e-12)


@pytest.mark.parametrize("unit", [1e-200, 1e160])
def test_weights_whose_squares_floating_point_cannot_hold_are_refused(unit: float) -> None:
    with pytest.raises(corefscore.InputError, match="only ratios matter"):
        corefscore.score([["a", "bb"]], [["a", "bb"]], ["b3"], weights=lambda mention: unit * len(mention.text))


def test_weights_beside_which_others_would_be_lost_are_refused() -> None:
    with pytest.raises(corefscore.InputError, match="times the lightest"):
        corefscore.score([["a", "b"]], [["a"]], ["b3"], weights=lambda mention: 1e10 if mention.text == "a" else 1.0)


def test_a_large_letter_at_the_beginning_of_a_sentence_is_no_name() -> None:
    key, response = read_pair([["Critics", "critics", "Anna"]], [["Anna"]])
    assert information(key, response)[0].tolist() == pytest.approx([1, 1, np.log2(2.5)])


def test_german_nouns_are_no_names() -> None:
    key, response = read_pair([["die Frau", "sie", "Anna und er"]], [["sie"]])
    assert information(key, response)[0].tolist() == [1, 0.1, 1]


def test_without_words_a_mention_weighs_by_its_length(tmp_path: Path) -> None:
    rows = "".join(f"{cell}\n" for cell in ["(0", "-", "0)", "(1)", "(0)"])
    path = write(tmp_path / "a.conll", f"#begin document d\n{rows}#end document\n")
    corpus = corefscore.read(path)
    assert information(corpus, corpus)[0].tolist() == [2, 1, 1]


def test_parts_of_speech_are_used_where_the_file_has_them(tmp_path: Path) -> None:
    def line(word: str, tag: str, cell: str) -> str:
        return "\t".join(["d", "0", "0", word, tag, "*", "-", "-", "-", "-", "*", cell])

    rows = [
        ("smith", "NNP", "(0)"),
        ("it", "NN", "(1)"),
        ("Ran", "PRP", "(0)"),
        ("the", "DT", "-"),
        ("end", "NN", "(1)"),
    ]
    text = "\n".join(line(*row) for row in rows)
    path = write(tmp_path / "a.conll", f"#begin document d\n{text}\n#end document\n")
    corpus = corefscore.read(path)
    assert information(corpus, corpus)[0].tolist() == pytest.approx([np.log2(2.5), 1, 0.1, 1])


CONLLU = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tMoi\tmoi\tPRON\t_\t_\t3\tnsubj\t_\tEntity=(e1--1)
2\tavec\tavec\tADP\t_\t_\t3\tcase\t_\tEntity=(e2--2
3\tpaul\tPaul\tPROPN\t_\t_\t0\troot\t_\tEntity=e2)
3.1\t_\til\tPRON\t_\t_\t_\t_\t3:nsubj\tEntity=(e1--1)
4\tici\tici\tNOUN\t_\t_\t3\tobl\t_\tEntity=(e3--1)

"""


def test_universal_parts_of_speech_are_used_where_the_file_has_them(tmp_path: Path) -> None:
    corpus = corefscore.read(write(tmp_path / "a.conllu", CONLLU))
    expected = pytest.approx([0.1, np.log2(2.5), 0.1, 1])
    assert information(corpus, corpus)[0].tolist() == expected
    *head, node, word = CONLLU.rstrip("\n").split("\n")
    moved = "\n".join([*head, word, node.replace("3.1", "4.1", 1).replace("3:nsubj", "4:obj"), "", ""])
    other = corefscore.read(write(tmp_path / "b.conllu", moved))
    matched = corefscore.score(corpus, other, ["information"]).mentions()
    both = on_same_tokens(matched)
    assert information(both.key, both.response)[0].tolist() == expected
    assert len(next(iter(both.key)).tokens or ()) == 6


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0.01, 10), min_size=3, max_size=3))
def test_a_response_mention_weighs_what_its_match_weighs(weights: list[float]) -> None:
    key, response = read_pair([["a", "b", "c"]], [["a", "b", "c"]])
    key, response = with_weights(key, weights), with_weights(response, weights[::-1])
    result = corefscore.score(key, response, ["mentions", "b3"])
    assert result["b3"].f1 == pytest.approx(1)
    assert result["mentions"].precision_denominator == result["mentions"].recall_denominator
