"""What a result is made of, how it looks at a prompt, and what the package offers by name."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given

import corefscore
from corefscore.comparison.intervals import Intervals
from corefscore.comparison.leaderboard import published
from corefscore.comparison.resampling import StackedMetrics
from corefscore.matching.keywords import ReadingOptions, ScoringOptions
from corefscore.metrics.base import Count, Ratio, RatioMetric
from corefscore.report.terminal import DocumentText
from corefscore.result import DocumentScores, Scores
from corefscore.studies.human_judgements import human_study
from tests.results import BOARD, KEY, RESPONSE, results
from tests.strategies import Document, corpora

LONGEST_REPR = 200


def objects() -> Iterator[tuple[str, object]]:
    """Objects that a user of the package may see at a prompt."""
    yield from results().items()
    result = corefscore.score(KEY, RESPONSE)
    matched = result.mentions()
    document = matched.key.view(0)
    tested = results()["Comparison with tests"]
    assert isinstance(tested, corefscore.Comparison)
    groups = results()["Groups with intervals"]
    assert isinstance(groups, corefscore.Groups)
    yield from {
        "Corpus": matched.key,
        "Counts": result.counts,
        "Document": document,
        "Comparison of many systems": corefscore.Comparison(dict.fromkeys(map(str, range(100)), result)),
        "DocumentGroup": groups.mean,
        "DocumentScores": result.documents,
        "DocumentText": DocumentText(matched, 0),
        "DocumentView": result.show("bakery"),
        "Entity": document.entities[0],
        "Entry": published(BOARD)[0],
        "Intervals": Intervals({"b3": {"f1": (0.25, 0.5)}}),
        "Agreement": human_study(samples=2).agreements[0],
        "Matched": matched,
        "Mention": document.mentions[0],
        "Problem": corefscore.validate("no.conll").problems[0],
        "Score": result["blanc"],
        "Scorer": corefscore.Scorer(),
        "Scores": Scores(result),
        "Settings": corefscore.Settings(),
        "SideCounts": result.key,
        "Significance": tested.tests,
        "StackedMetrics": StackedMetrics(result.metrics),
        "Table": result.table(),
        "Validation": corefscore.validate("no.conll"),
    }.items()
    yield from corefscore.METRICS.items()


@pytest.mark.parametrize(("name", "shown"), [(name, repr(each)) for name, each in objects()])
def test_an_object_is_short_and_useful_at_a_prompt(name: str, shown: str) -> None:
    assert " at 0x" not in shown
    assert len(shown) <= LONGEST_REPR, shown
    assert name.split(maxsplit=1)[0] in shown


def test_the_fields_of_a_corpus_have_names() -> None:
    fields = list(inspect.signature(corefscore.Corpus).parameters)
    assert fields[:5] == ["origins", "document", "start", "end", "entity"]
    assert "weight" in fields
    assert list(inspect.signature(corefscore.Counts).parameters) == ["documents", "rows", "sources"]
    assert list(inspect.signature(corefscore.Result).parameters)[:3] == ["metrics", "counts", "settings"]


def test_all_names_of_the_package_are_there() -> None:
    assert dir(corefscore) == sorted(corefscore.__all__)
    for name in corefscore.__all__:
        assert getattr(corefscore, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'bleu'"):
        _ = corefscore.bleu


@pytest.mark.parametrize("name", ["compare", "read", "score", "score_labels", "validate", "write_report"])
def test_a_function_for_users_has_a_docstring_with_its_parameters(name: str) -> None:
    function = getattr(corefscore, name)
    documented = inspect.getdoc(function) or ""
    assert "Parameters\n----------\n" in documented
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^(?! ).*\b{parameter}\b", documented, re.MULTILINE), parameter


def test_the_package_loads_nothing_before_it_is_used() -> None:
    program = "import sys, corefscore; print('numpy' in sys.modules, corefscore.Score.__name__, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "Score", "True"]


def test_options_that_are_passed_on_are_those_of_score() -> None:
    keywords = {
        name
        for name, parameter in inspect.signature(corefscore.score).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    assert {*ScoringOptions.__annotations__} == {*ReadingOptions.__annotations__} | keywords - {
        "jobs",
        "gold",
        "predicted",
        "documents",
    }
    with pytest.raises(TypeError, match="score has no option 'colour'"):
        corefscore.score([], [], colour=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"score has no option 'singleton'; did you mean 'singletons'\?"):
        corefscore.score([], [], singleton="drop")  # type: ignore[call-arg]


def test_figures_of_documents_are_those_of_their_scores() -> None:
    for name in ("Result of all metrics", "Result with weights", "Result of labels"):
        result = results()[name]
        assert isinstance(result, corefscore.Result)
        assert result.documents.to_dict() == {name: each.to_dict() for name, each in result.documents.items()}


@given(corpora)
def test_figures_of_any_documents_are_those_of_their_scores(pairs: list[Document]) -> None:
    key, response = ({str(number): pair[side] for number, pair in enumerate(pairs)} for side in (0, 1))
    result = corefscore.score(key, response)
    found = {name: scores.to_dict() for name, scores in result.documents.items()}
    assert result.documents.to_dict() == found == json.loads(result.to_json())["documents"]


def test_json_of_a_result_has_all_parts() -> None:
    result = corefscore.score(KEY, RESPONSE)
    found = json.loads(result.to_json())
    assert list(found) == [
        "signature",
        "settings",
        "key",
        "response",
        "metrics",
        "macro",
        "macro_sd",
        "macro_all",
        "macro_all_sd",
        "macro_documents",
        "documents",
    ]
    assert found["metrics"]["muc"]["recall_numerator"] == result["muc"].recall_numerator
    assert found["documents"]["(story/bakery); part 000"]["b3"]["f1"] == (
        result.documents["(story/bakery); part 000"]["b3"].f1
    )
    assert "documents" not in result.to_dict(by_document=False)


def test_json_has_a_line_for_each_document() -> None:
    lines = corefscore.score(KEY, RESPONSE).to_json().splitlines()
    assert sum(line.startswith('    "(') for line in lines) == 4


def test_scores_are_found_by_any_name() -> None:
    result = corefscore.score([["a", "b"]], [["a", "b"]])
    assert result["bcub"] == result["B-cubed"] == result["b3"]
    with pytest.raises(KeyError):
        _ = result["pairwise"]
    with pytest.raises(KeyError):
        _ = result["bleu"]


def test_documents_are_a_mapping() -> None:
    documents = corefscore.score({"x": [["a", "b"]], "y": []}, {"x": [["a"]], "y": []}).documents
    assert isinstance(documents, DocumentScores)
    assert (list(documents), len(documents)) == (["x", "y"], 2)
    with pytest.raises(KeyError):
        _ = documents["z"]


@pytest.fixture
def toy() -> Iterator[RatioMetric]:
    """A metric of one's own: entities of which at least one mention was found. Its name looks like a format."""
    metric = RatioMetric(
        name="touched-%r",
        title="Touched",
        description="entities of which the other side has a mention",
        recall=Ratio(Count(key=lambda entities: entities.shared > 0), Count(key=lambda entities: entities.size > 0)),
        precision=Ratio(
            Count(response=lambda entities: entities.shared > 0), Count(response=lambda entities: entities.size > 0)
        ),
    )
    corefscore.METRICS[metric.name] = metric
    yield metric
    del corefscore.METRICS[metric.name]


def test_a_metric_of_ones_own_is_scored_compared_and_written(toy: RatioMetric) -> None:
    key = {"1": [["a", "b"], ["c"]], "2": [["d"]]}
    response = {"1": [["a"]], "2": [["d"], ["e"]]}
    result = corefscore.score(key, response, [toy.name, "b3"])
    assert (result[toy.name].recall, result[toy.name].precision) == (2 / 3, 2 / 3)
    assert json.loads(result.to_json())["documents"]["1"][toy.name]["recall"] == 0.5
    comparison = corefscore.compare(key, {"first": response, "second": key}, [toy.name])
    assert comparison.ranked(toy.name) == ["second", "first"]
    assert "Touched" in comparison.to_latex()
    assert toy.title in corefscore.Groups(result, "(.)").to_text()


def test_numbers_of_documents_have_the_shape_of_the_means() -> None:
    key = [[["a", "b"]], [["c"]]]
    found = corefscore.score(key, key, ["muc", "conll", "rand", "vmeasure", "nec"], documents=True).to_dict()
    shapes = [
        {name: list(each) for name, each in found[part].items()}  # type: ignore[attr-defined]
        for part in ("macro", "macro_sd", "macro_documents")
    ]
    assert shapes[0] == shapes[1] == shapes[2]
    assert found["macro_documents"]["muc"] == {"recall": 1, "precision": 1, "f1": 1}  # type: ignore[index]
