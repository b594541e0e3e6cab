"""Scores by groups of documents, and their mean."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.comparison.groups import Groups, group_names
from tests.files import write
from tests.simulated import ALL, random_key, response_to


def grouped(documents: int = 12) -> tuple[dict[str, corefscore.Result], corefscore.Result]:
    """Results of three genres scored apart, and of all documents."""
    rng = np.random.default_rng(3)
    key = {f"{'abc'[n % 3]}/{n}": clusters for n, clusters in enumerate(random_key(rng, documents).values())}
    response = response_to(rng, key, 0.4)
    apart = {}
    for genre in "abc":
        ours, theirs = ({n: c for n, c in side.items() if n[0] == genre} for side in (key, response))
        apart[genre] = corefscore.score(ours, theirs, ALL)
    return apart, corefscore.score(key, response, ALL)


def test_a_group_has_the_scores_of_its_documents_alone() -> None:
    apart, together = grouped()
    groups = Groups(together, "genre")
    assert list(groups) == ["a", "b", "c"]
    for name, group in groups.items():
        assert dict(group.scores) == dict(apart[name])
        assert group.documents == 4
        assert group.mentions == (apart[name].key.mentions, apart[name].response.mentions)


def test_groups_of_mentions_with_weights_show_what_these_weigh() -> None:
    key = {"a/1": [["x", "y"]], "b/1": [["x", "y", "z"]], "b/2": [["x", "y"]]}
    result = corefscore.score(key, key | {"b/2": [["x"]]}, ["b3"], weights=lambda _: 0.75)
    groups = Groups(result, "genre")
    assert [group.mentions for group in groups.values()] == [(1.5, 1.5), (3.75, 3.0)]
    assert groups.mean.mentions == (5.25, 4.5)
    assert [row[2:4] for row in groups.table().rows] == [[1.5, 1.5], [3.75, 3.0], [5.25, 4.5], [5.25, 4.5]]


def test_the_mean_counts_each_group_alike() -> None:
    apart, together = grouped(13)
    mean = Groups(together, "genre").mean
    for name in ALL:
        assert mean.scores[name].f1 == pytest.approx(math.fsum(each[name].f1 for each in apart.values()) / 3)
    assert mean.scores["muc"].recall == pytest.approx(math.fsum(each["muc"].recall for each in apart.values()) / 3)
    assert mean.documents == 13


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.filterwarnings("ignore:.*not reliable")
def test_groups_have_the_intervals_of_their_documents_alone() -> None:
    apart, together = grouped()
    groups = Groups(together.with_intervals(resamples=300), "genre")
    for name, group in groups.items():
        assert group.intervals == apart[name].with_intervals(resamples=300).intervals
    mean = groups.mean.intervals
    assert mean is not None
    low, high = mean.bounds["conll"]["f1"]
    widths = [np.diff(group.intervals.bounds["conll"]["f1"])[0] for group in groups.values() if group.intervals]
    assert low < groups.mean.scores["conll"].f1 < high
    assert high - low < max(widths)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_a_group_of_one_document_has_no_interval() -> None:
    with pytest.warns(corefscore.InputWarning, match="groups of one document have no intervals"):
        groups = Groups(grouped(4)[1].with_intervals(), "genre")
    assert groups["a"].intervals is not None
    assert groups["b"].intervals is None
    assert groups.mean.intervals is None
    assert "mean_of_groups" in groups.to_dict()
    assert {row.count(",") for row in groups.to_csv().splitlines()} == {10}


@pytest.mark.filterwarnings("ignore:.*intervals from")
def test_small_groups_are_warned_of() -> None:
    with pytest.warns(corefscore.InputWarning, match=r"groups with fewer than 30 documents are not reliable: a \("):
        Groups(grouped()[1].with_intervals(), "genre")


def test_the_table_ends_with_all_documents_and_the_mean() -> None:
    _, together = grouped()
    table = Groups(together, "genre").table()
    assert [row[0] for row in table.rows] == ["a", "b", "c", "All documents", "Mean of groups"]
    assert f"{100 * together['conll'].f1:.2f}" in table.to_text().splitlines()[5]


def test_groups_from_a_file(tmp_path: Path) -> None:
    names = ["(x/1); part 000", "(x/2); part 000", "y, z"]
    path = write(tmp_path / "groups.tsv", "# a comment\nx/1\tone\n\n(x/2); part 000\ttwo\ny, z\tone\n")
    assert group_names(names, str(path)) == ["one", "two", "one"]
    path = write(tmp_path / "groups.csv", "\ufeffx/1,one\nx/2,two\n")
    assert group_names(names[:2], str(path)) == ["one", "two"]


def test_faults_of_a_file_of_groups(tmp_path: Path) -> None:
    path = write(tmp_path / "groups.tsv", "a\tone\na\ttwo\nnothing\n")
    with pytest.raises(corefscore.InputError) as error:
        group_names(["a"], str(path))
    assert [problem.line for problem in error.value.problems] == [2, 3]
    path = write(tmp_path / "groups.tsv", "a\tone\nb\tone\n")
    with pytest.raises(corefscore.InputError, match="document 'c' has no group"):
        group_names(["a", "c"], str(path))
    with pytest.warns(corefscore.InputWarning, match="1 names belong to no document"):
        assert group_names(["a"], str(path)) == ["one"]
    with pytest.raises(corefscore.InputError, match="not UTF-8"):
        group_names(["a"], str(write(tmp_path / "latin", b"\xe4\tx\n")))


def test_faults_of_a_pattern() -> None:
    with pytest.raises(corefscore.InputError, match="'b' has no genre"):
        group_names(["a/1", "b"], "genre")
    with pytest.raises(corefscore.InputError, match="does not fit"):
        group_names(["a/1", "b"], "(a)")
    for pattern in ("missing.tsv", "(a)(b)", "("):
        with pytest.raises(ValueError, match="neither 'genre', nor a file, nor a pattern"):
            group_names(["a"], pattern)
