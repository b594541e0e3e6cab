"""One object of every result class, from the shipped example and from small inputs."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache

import numpy as np
import pyarrow as pa

import corefscore
from corefscore.analysis.explain.explanation import Explanations
from corefscore.analysis.validation import Validations
from corefscore.analysis.weight_map import WeightMap
from corefscore.comparison import leaderboard
from corefscore.comparison.rankings import tau_table
from corefscore.comparison.standings import Standings, differences, group_table
from corefscore.core.export import Exportable, Listing, SpelledOut, View
from corefscore.engines.blocking import blocking
from corefscore.engines.estimate import estimate
from corefscore.engines.thresholds import thresholds
from corefscore.metrics.selection import find_metrics
from corefscore.studies import doses, rank_correlation, twinless
from corefscore.studies.human_judgements import human_study
from corefscore.studies.predicted import METRICS as PREDICTED
from corefscore.studies.predicted import PredictedMentions
from tests.shared import EXAMPLES

KEY, RESPONSE = EXAMPLES / "key.conll", EXAMPLES / "response.conll"
BOARD = "conll2012-arabic"


@cache
def results() -> Mapping[str, Exportable]:
    """The results by a name that says what is in them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", corefscore.InputWarning)  # the example has four documents only
        return {**_scores(), **_analyses(), **_comparisons(), **_tables(), **_studies()}


def _scores() -> dict[str, Exportable]:
    result = corefscore.score(KEY, RESPONSE)
    return {
        "Result": result,
        "Result with intervals": result.with_intervals(resamples=20),
        "Result of all metrics": corefscore.score(
            KEY, RESPONSE, [name for name in corefscore.METRICS if name != "links"]
        ),
        "Result with weights": corefscore.score(KEY, RESPONSE, ["muc", "b3", "conll"], weights="tokens"),
        "Result of labels": corefscore.score_labels([0, 0, 1], [0, 1, 1]),
        "Result without documents": corefscore.score({}, {}),
        "View": View(result, result.document_table(), result.full_table(by_document=True)),
        "SpelledOut": SpelledOut(result),
        "Groups": corefscore.Groups(result, "genre"),
        "Strata": corefscore.Strata(result, "size"),
        "Agreement": corefscore.agreement({"Ann": KEY, "Bob": RESPONSE, "Eve": KEY}, ["b3", "blanc"], intervals=True),
        "Strata with intervals": corefscore.Strata(result.with_intervals(resamples=20), "anaphor-kind"),
        "Groups with intervals": corefscore.Groups(result.with_intervals(resamples=20), "genre"),
    }


def _tables() -> dict[str, Exportable]:
    key = pa.table({"mention": [1, 2, 3, 4], "entity": ["a", "a", "b", "b"]})
    response = pa.table({"mention": [1, 2, 3, 4], "entity": ["a", "a", "a", "b"]})
    pairs = pa.table({"left": [1, 2], "right": [2, 3], "score": [0.9, 0.5]})
    return {
        "Blocking": blocking(key, pairs),
        "Estimates": estimate(key, response),
        "Thresholds": thresholds(key, pairs, ["pairwise", "b3"]),
    }


def _analyses() -> dict[str, Exportable]:
    result = corefscore.score(KEY, RESPONSE)
    perfect = corefscore.score([["a", "b"]], [["a", "b"]])
    explanations = [result.explain(metric, "bakery") for metric in ("b3", "blanc", "conll", "b3-sys")]
    validations = [corefscore.validate(path) for path in (KEY, EXAMPLES / "missing.conll")]
    return {
        "EntityTable": result.entities,
        "EntitySummary": result.entities.summary(),
        "Errors": result.errors,
        "ErrorSummary": result.errors.summary(),
        "Errors of a perfect response": perfect.errors,
        "Prices": corefscore.prices(result),
        "Explanation": explanations[0],
        "Explanations": Explanations(tuple(explanations)),
        "Validations": Validations(tuple(validations)),
        "Validations without a sound file": Validations(tuple(validations[1:])),
        "Census": corefscore.Census.of(corefscore.read(KEY)),
        "PredictedMentions": PredictedMentions(
            corefscore.compare(KEY, {"ours": RESPONSE, "best": KEY}, ["mentions", *PREDICTED])
        ),
        "WeightMap": WeightMap.of(corefscore.read(KEY)),
        "Census of names": corefscore.Census.of(perfect.mentions().key),
    }


def _comparisons() -> dict[str, Exportable]:
    comparison = corefscore.compare(KEY, {"first": RESPONSE, "second": KEY, "third": RESPONSE})
    tested = comparison.with_tests(test="t").with_intervals(resamples=20)
    # A t-test on documents without links has no p-value.
    key = {"1": [["a"]], "2": [["b"]]}
    undefined = corefscore.compare(key, {"x": key, "y": {"1": [], "2": [["b"]]}}).with_tests(test="t")
    tracks = [corefscore.compare(KEY, {"x": RESPONSE, "y": KEY}, title=title) for title in ("English", "Dutch")]
    beside = {
        "groups": [group_table(track, "genre") for track in tracks],
        "differences": [differences(track, "x", "y") for track in tracks],
        "correlation": [tau_table(track.metrics, track.tau, len(track)) for track in tracks],
    }
    return {
        "Comparison": comparison,
        "Comparison with tests": tested,
        "Comparison with undefined p-values": undefined,
        "Standings": Standings([tested]),
        "Standings of tracks": Standings(tracks, "b3", beside),
        "Board": leaderboard.Board(BOARD, leaderboard.published(BOARD)),
        "Listing": Listing(comparison.table()),
    }


def _studies() -> dict[str, Exportable]:
    key, response = (corefscore.read(path) for path in (KEY, RESPONSE))
    metrics = find_metrics(["muc", "conll"])
    settings = corefscore.Settings()
    matched = corefscore.score(KEY, RESPONSE).mentions()
    columns = [rank_correlation.ScoreColumn(name, name) for name in ("muc", "b3")]
    undefined = rank_correlation.League("", columns, np.array([[1.0, 1.0], [1.0, 2.0]]))
    return {
        "Sweep": doses.study(key, response, metrics, settings, steps=1, draws=1),
        "Sweep of twinless mentions": twinless.study(matched, metrics, settings, steps=1, draws=1),
        "HumanStudy": human_study(samples=5),
        "RankCorrelation": rank_correlation.published(),
        "RankCorrelation that is undefined": rank_correlation.RankCorrelation([undefined]),
    }
