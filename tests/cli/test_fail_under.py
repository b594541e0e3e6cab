"""Checks of scores, scores for programs, and the row of a paper: options of corefscore score."""

from __future__ import annotations

import json

import pytest

import corefscore
from tests.cli.running import KEY, RESPONSE, call
from tests.shared import ROOT

PAIR = (ROOT / KEY, ROOT / RESPONSE)


@pytest.mark.parametrize(
    ("limits", "status", "lines"),
    [
        (["conll=60"], 0, []),
        (["conll=77.3", "CoNLL=77.38"], 0, []),
        (["conll=0", "lea=71"], 0, []),
        (["conll=77.4"], 1, ["conll is 77.39, below 77.4 (--fail-under)"]),
        (
            ["conll=90", "muc=50", "B3=80"],
            1,
            ["conll is 77.39, below 90 (--fail-under)", "b3 is 77.97, below 80 (--fail-under)"],
        ),
    ],
)
def test_a_score_below_its_limit_ends_with_status_1(limits: list[str], status: int, lines: list[str]) -> None:
    done = call("score", *PAIR, *(word for limit in limits for word in ("--fail-under", limit)))
    assert done.returncode == status
    assert done.stderr.splitlines() == lines
    assert "CoNLL" in done.stdout


def test_a_score_that_is_shown_like_its_limit_has_more_digits() -> None:
    points = {name: 100 * score.f1 for name, score in corefscore.score(*PAIR).items()}
    name = next(name for name in points if round(points[name], 2) > points[name])
    limit = round(points[name], 2)
    done = call("score", *PAIR, "--fail-under", f"{name}={limit}")
    assert done.returncode == 1
    assert done.stderr == f"{name} is {points[name]!r}, below {limit} (--fail-under)\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--fail-under", "conll"], "is not METRIC=POINTS"),
        (["--fail-under", "conll=much"], "is not METRIC=POINTS"),
        (["--fail-under", "conll=nan"], "is not METRIC=POINTS"),
        (["--fail-under", "conll=-1"], "is not METRIC=POINTS"),
        (["--fail-under", "conll=101"], "is not METRIC=POINTS"),
        (["--fail-under", "bleu=50"], "there is no metric 'bleu'"),
        (["--fail-under", "lea=50", "-m", "muc,b3"], "'lea' is not among the metrics; choose from muc, b3"),
        (["--fail-under", "rand=50", "-m", "rand"], "'rand' has no F1"),
        (["--paper", "-m", "muc"], "leave out --metric"),
        (["--paper", "--by", "document"], "--paper shows one row"),
        (["-f", "scores", "--by", "document"], "-f scores writes figures of all documents together"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = call("score", *PAIR, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())


def test_scores_for_programs_are_one_flat_object() -> None:
    done = call("score", *PAIR, "-f", "scores")
    assert json.loads(done.stdout) == corefscore.score(*PAIR).flat()


def test_the_row_of_a_paper() -> None:
    result = corefscore.score(*PAIR)
    rates = [getattr(result[name], rate) for name in ("muc", "b3", "ceafe") for rate in ("precision", "recall", "f1")]
    expected = [f"{100 * rate:.1f}" for rate in (*rates, result["conll"].f1)]
    markdown = call("score", *PAIR, "--paper", "-f", "markdown").stdout.splitlines()
    assert markdown[0].startswith("| System | MUC P | MUC R | MUC F1 | B³ P |")
    assert markdown[2] == f"| response | {' | '.join(expected)} |"
    latex = call("score", *PAIR, "--paper", "-f", "latex").stdout.splitlines()
    assert rf"response & {' & '.join(expected)} \\" in latex
    assert r"\multicolumn{3}{c}{CEAF$\phi$\textsubscript{4}}" in "".join(latex)
    assert call("score", *PAIR, "--paper").stdout.splitlines()[2].split() == ["response", *expected]
