"""Several systems on one key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefscore
from corefscore.comparison.compare import compare
from corefscore.comparison.standings import Standings, differences, group_table
from corefscore.comparison.systems import Comparison
from corefscore.formats import pairs
from corefscore.formats.reading import read_files
from tests.files import conll, write
from tests.simulated import Corpus, random_key, response_to

RATES = {"good": 0.15, "fair": 0.3, "poor": 0.6}


def systems(documents: int = 32, seed: int = 4) -> tuple[Corpus, dict[str, Corpus]]:
    rng = np.random.default_rng(seed)
    key = random_key(rng, documents)
    return key, {name: response_to(rng, key, rate) for name, rate in RATES.items()}


def compared(documents: int = 32) -> Comparison:
    key, responses = systems(documents)
    return compare(key, responses)


def files(folder: Path, repeated: bool = False) -> tuple[Path, dict[str, Path]]:
    """A key and three systems as files of two documents."""
    texts = {"key": "(1) (2) (1) (2)", "a": "(1) (2) (1) -", "b": "(1) (1) (1) (2)", "c": "(1)|(1) (2) (1) (2)"}
    paths = {
        name: write(folder / f"{name}.conll", conll(cells, "(x/1)") + conll(cells, "(y/2)"))
        for name, cells in texts.items()
    }
    return paths.pop("key"), paths if repeated else {name: paths[name] for name in "ab"}


def test_each_system_has_the_result_it_has_alone() -> None:
    key, responses = systems()
    for name, result in compare(key, responses).items():
        alone = corefscore.score(key, responses[name])
        assert dict(result) == dict(alone)
        assert result.signature == alone.signature


def test_results_are_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    key, responses = files(tmp_path, repeated=True)
    found = []
    for jobs in (1, 2, 5):
        with pytest.warns(corefscore.InputWarning) as caught:
            comparison = compare(key, responses, jobs=jobs, size_metric="b3")
        assert comparison.sizes is not None
        sizes = {name: counts.tolist() for name, counts in comparison.sizes.counts.items()}
        with pytest.warns(corefscore.InputWarning):
            tested = comparison.with_tests(resamples=200)
        found.append((Standings([tested]).to_dict(), sizes, [str(warning.message) for warning in caught]))
    assert found[0] == found[1] == found[2]
    assert "c.conll" in found[0][2][0]


def test_the_key_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, responses = files(tmp_path)
    read: list[Any] = []

    def counting(paths: Any, *rest: Any) -> corefscore.Corpus:
        read.append(paths)
        return read_files(paths, *rest)

    monkeypatch.setattr(pairs, "read_files", counting)
    compare(key, responses)
    assert read == [key, *responses.values()]


def test_problems_of_all_systems_are_listed_together(tmp_path: Path) -> None:
    key, responses = files(tmp_path)
    responses |= {name: write(tmp_path / f"{name}.conll", conll("(1 2) (3", "(x/1)")) for name in ("d", "e")}
    for jobs in (1, 2):
        with pytest.raises(corefscore.InputError) as error:
            compare(key, responses, jobs=jobs)
        assert {Path(problem.source).name for problem in error.value.problems} == {"d.conll", "e.conll"}


def test_each_scored_system_is_a_step() -> None:
    key, responses = systems(3)
    steps: list[int] = []
    compare(key, responses, step=lambda: steps.append(1))
    assert len(steps) == 3


def test_differing_documents_are_an_error() -> None:
    key, responses = systems(4)
    short = {name: clusters for name, clusters in responses["fair"].items() if name != "d2"}
    with pytest.raises(corefscore.InputError, match="document 'd2' of key is missing"):
        compare(key, {**responses, "short": short})
    with (
        pytest.warns(corefscore.InputWarning, match="not scored"),
        pytest.raises(
            corefscore.InputError, match=r"short: was scored on 3 documents, but good on 4 \('d2' only in good\)"
        ),
    ):
        compare(key, {**responses, "short": short}, missing="skip")


def test_results_scored_otherwise_are_not_compared() -> None:
    key, responses = systems(4)
    usual = corefscore.score(key, responses["good"])
    for other, message in (
        (corefscore.score(key, responses["good"], singletons="drop"), "other settings than a"),
        (corefscore.score(key, responses["good"], metrics=["muc"]), "other metrics than a"),
    ):
        with pytest.raises(corefscore.InputError, match=f"b: was scored with {message}"):
            Comparison({"a": usual, "b": other})
    with pytest.raises(ValueError, match="no system"):
        Comparison({})


def test_the_best_system_comes_first_by_any_metric() -> None:
    comparison = compared()
    assert comparison.ranked() == ["good", "fair", "poor"]
    assert comparison.ranked("bcub") == ["good", "fair", "poor"]
    with pytest.raises(ValueError, match="there is no metric 'bleu'"):
        comparison.ranked("bleu")
    only = compare(*systems(4), metrics=["muc", "b3"])
    assert only.metric(None) == "b3"


def test_the_table_marks_the_best_and_what_differs_from_the_baseline() -> None:
    comparison = compared().with_intervals(resamples=200).with_tests("fair", resamples=999)
    table = Standings([comparison]).table()
    assert str(comparison) == table.to_text()
    assert repr(comparison) == "<Comparison of good, fair, poor on 32 documents>"
    assert [row[0] for row in table.rows] == ["good", "fair", "poor"]
    latex = table.to_latex().splitlines()
    best = f"\\textbf{{{100 * comparison['good']['conll'].f1:.2f}}} ["
    assert best in next(line for line in latex if line.startswith("good &"))
    text = table.to_text().splitlines()
    assert text[2].endswith("]**")
    assert "*" not in text[3]
    assert text[-2] == (
        "* p < 0.05, ** p < 0.01, *** p < 0.001 against fair "
        "(paired approximate randomisation, two-sided, Holm-corrected for 2 systems)"
    )
    assert text[-1].endswith(" · resamples 999")
    assert comparison.signature.endswith(
        "|documents:32|ci:0.95|method:jackknife|test:randomisation|baseline:fair|resamples:999|seed:1"
    )


def test_machines_get_all_figures() -> None:
    comparison = compared().with_tests("fair", "bootstrap", resamples=200, seed=3).with_intervals(resamples=200)
    tests = comparison.tests
    assert tests is not None
    found = json.loads(json.dumps(Standings([comparison]).to_dict()))
    assert found["ranking"] == ["good", "fair", "poor"]
    assert found["systems"]["good"]["metrics"]["muc"]["recall"] == comparison["good"]["muc"].recall
    assert found["significance"]["p"]["poor"]["conll"] == tests.p["poor"]["conll"]
    assert found["kendall_tau"][0]["conll"] == 1.0
    head, good, fair, _ = Standings([comparison]).to_csv().splitlines()
    row = dict(zip(head.split(","), good.split(","), strict=True))
    assert float(row["b3"]) == comparison["good"]["b3"].f1
    assert float(row["b3_low"]) < float(row["b3"]) < float(row["b3_high"])
    assert float(row["b3_p"]) == tests.p["good"]["b3"]
    assert dict(zip(head.split(","), fair.split(","), strict=True))["b3_p_holm"] == ""


def test_tracks_are_sections() -> None:
    key, responses = systems(4)
    tracks = [compare(key, responses, title=title) for title in ("English", "Dutch")]
    lines = Standings(tracks).to_text().splitlines()
    assert (lines[2], lines[7]) == ("English", "Dutch")
    assert Standings(tracks).to_csv().splitlines()[4].startswith("Dutch,good,")
    assert list(Standings(tracks).to_dict()["tracks"]) == ["English", "Dutch"]  # type: ignore[call-overload]


def test_a_track_of_one_system_leaves_its_p_values_empty() -> None:
    key, responses = systems()
    two = compare(key, responses, title="several").with_tests(resamples=100)
    one = compare(key, {"good": responses["good"]}, title="one")
    rows = Standings([one, two]).to_csv().splitlines()
    assert {row.count(",") for row in rows} == {rows[0].count(",")}
    assert Standings([one, two]).table().foot[0] == "one: significance is not tested"


def test_documents_with_the_largest_gains_and_losses() -> None:
    comparison = compared()
    table = differences(comparison, "fair", "poor", by="b3", top=3)
    pairs = [
        (comparison["poor"].documents[name]["b3"].f1 - comparison["fair"].documents[name]["b3"].f1, name)
        for name in comparison.documents
    ]
    better, worse = (sum(sign * gain > 0 for gain, _ in pairs) for sign in (1, -1))
    assert f"poor is better than fair on {better}, worse on {worse}," in table.head[0]
    gains = [row for row, section in zip(table.rows, table.sections, strict=True) if section == "largest gains"]
    losses = [row for row, section in zip(table.rows, table.sections, strict=True) if section == "largest losses"]
    assert [row[0] for row in gains] == [name for _, name in sorted(pairs, reverse=True)[: min(3, better)]]
    assert [row[0] for row in losses] == [name for _, name in sorted(pairs)[:3]]
    assert losses[0][4] == pytest.approx(min(pairs)[0])
    with pytest.raises(ValueError, match="baseline itself"):
        differences(comparison, "fair", "fair")


def test_systems_by_groups_of_documents() -> None:
    comparison = compared()
    table = group_table(comparison, r"d\d*([0-4]|[5-9])$")
    assert [column.title for column in table.columns][-2:] == ["All documents", "Mean of groups"]
    first = table.rows[0]
    assert first[0] == "good"
    assert first[-2].value == comparison["good"]["conll"].f1  # type: ignore[attr-defined]
    values = [figure.value for figure in first[1:-2]]  # type: ignore[attr-defined]
    assert first[-1].value == pytest.approx(sum(values) / len(values))  # type: ignore[attr-defined]


def test_one_document_is_not_tested() -> None:
    with pytest.raises(corefscore.InputError, match="tests of significance need two or more documents"):
        compared(1).with_tests()


def test_jobs_and_systems_that_are_not_there() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        compare(*systems(2), jobs=0)
    with pytest.raises(ValueError, match="no system 'best'; choose from good, fair, poor"):
        compared(2).system("best")


def test_the_package_offers_the_function_however_often_it_is_asked() -> None:
    for _ in range(2):
        assert corefscore.compare is compare


def test_tables_show_the_levels_of_bridging_and_no_part_of_blanc() -> None:
    key = {"clusters": [[(0, 0), (2, 2)], [(4, 4)]], "bridges": [[(4, 4), (0, 0)]]}
    other = {**key, "bridges": [[(4, 4), (2, 2)]]}
    found = corefscore.compare(key, {"gold": key, "ours": other}, ["bridging", "blanc"])
    titles = ["System", "Bridging", "Bridging, recognition", "Bridging, mention", "Bridging, entity", "BLANC"]
    assert [column.title for column in found.table().columns] == titles
    assert [row[3].value for row in found.table().rows] == [1, 0]  # type: ignore[attr-defined]
    head, *rows = found.to_csv().splitlines()
    assert head == "system,bridging,bridging.recognition,bridging.mention,bridging.entity,blanc"
    assert [row.split(",")[3] for row in rows] == ["1.0", "0.0"]
    assert "bridging.mention_recall" in [column.key for column in found.full_table(layout="rates").columns]


def test_a_comparison_takes_any_name_of_a_metric_and_refuses_what_it_does_not_have() -> None:
    comparison = compared(4)
    assert comparison.title_of("bcubed") == "B³"
    assert comparison.document_f1("good", "B-cubed").tolist() == comparison.document_f1("good", "b3").tolist()
    for call in (comparison.title_of, lambda name: comparison.document_f1("good", name)):
        with pytest.raises(ValueError, match="'pairwise' is not among the metrics; choose from mentions, muc"):
            call("pairwise")
    for make in (comparison.table, comparison.full_table):
        with pytest.raises(ValueError, match="there is no layout 'rate'; did you mean 'rates'"):
            make(layout="rate")


def test_a_figure_of_a_result_is_one_of_its_rates() -> None:
    result = corefscore.score([["a", "b"]], [["a", "b"]])
    assert result.figure("bcubed", "recall").value == 1
    with pytest.raises(ValueError, match="there is no rate 'recal'; did you mean 'recall'"):
        result.figure("b3", "recal")
