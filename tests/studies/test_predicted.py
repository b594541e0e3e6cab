"""Systems with mentions of their own, in the form of Tables 7 to 11 of Cai and Strube (2010)."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

import corefscore
from corefscore.studies.predicted import METRICS, PredictedMentions
from tests.simulated import random_key, response_to


@pytest.fixture(scope="module")
def study() -> PredictedMentions:
    rng = np.random.default_rng(3)
    key = random_key(rng, 30)
    systems = {"worse": response_to(rng, key, 0.5), "better": response_to(rng, key, 0.2)}
    return PredictedMentions(corefscore.compare(key, systems, ["mentions", *METRICS]))


def test_table_7_has_mentions_matches_coverage_and_accuracy(study: PredictedMentions) -> None:
    for record in study.table().to_records():
        score = study.comparison[str(record["system"])]["mentions"]
        assert record["matched"] == score.recall_numerator
        assert record["mentions"] == score.precision_denominator
        assert (record["coverage"], record["accuracy"]) == pytest.approx((score.recall, score.precision))


def test_bold_is_what_a_paired_t_test_finds(study: PredictedMentions) -> None:
    records = {(record["system"], record["metric"]): record for record in study.records()}
    for metric in METRICS:
        better, worse = (
            [scores[metric].f1 for scores in study.comparison[name].documents.values()] for name in ("better", "worse")
        )
        expected = float(scipy.stats.ttest_rel(better, worse).pvalue)
        assert records["better", metric]["f1_p"] == pytest.approx(expected, rel=1e-6)
        assert records["worse", metric]["f1_p"] == 1
    *_, last = study.tables()
    assert last.to_text().count("*") > 1


def test_there_is_a_table_for_each_of_the_paper(study: PredictedMentions) -> None:
    titles = [table.to_text().splitlines()[0] for table in study.tables()]
    assert [title.split(":")[0] for title in titles] == ["Table 7", "Table 8", "Tables 9 and 11", "Table 10"]
