"""corefscore score, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import corefscore
from tests.cli.running import KEY, RESPONSE, run
from tests.files import conll, write
from tests.shared import EXAMPLES, ROOT


def test_the_example_is_scored() -> None:
    done = run("score", KEY, RESPONSE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"Key       {KEY}: 4 documents, 68 mentions, 25 entities, 5 singletons"
    assert lines[1] == f"Response  {RESPONSE}: 4 documents, 74 mentions, 36 entities, 16 singletons"
    assert "MUC        79.07      89.47  83.95" in lines
    assert "CoNLL                        77.39" in lines
    assert lines[-1] == f"corefscore {corefscore.__version__}"


def test_machines_read_json_and_csv() -> None:
    found = json.loads(run("score", KEY, RESPONSE, "-f", "json", "-m", "muc,b3").stdout)
    assert list(found["metrics"]) == ["muc", "b3"]
    assert (found["metrics"]["muc"]["recall_numerator"], found["metrics"]["muc"]["recall_denominator"]) == (34, 43)
    assert len(found["documents"]) == 4
    rows = run("score", KEY, RESPONSE, "-f", "csv", "--by", "document", "-m", "muc").stdout.splitlines()
    assert rows[0].split(",")[:3] == ["document", "metric", "recall"]
    assert len(rows) == 5


def test_papers_get_latex_and_markdown(tmp_path: Path) -> None:
    assert r"\begin{tabular}{lrrr}" in run("score", KEY, RESPONSE, "-f", "latex").stdout
    target = tmp_path / "table.md"
    done = run("score", KEY, RESPONSE, "-f", "markdown", "-o", target)
    assert done.stdout == ""
    assert target.read_text().startswith("| Metric | Recall | Precision | F1 |")


def test_documents_sorted_by_a_column() -> None:
    done = run("score", KEY, RESPONSE, "--by", "document", "--sort", "b3", "--reverse", "-m", "b3")
    assert done.stdout.splitlines()[5].startswith("(story/lighthouse); part 000")


def test_macro_means_stand_beside_the_official_figures() -> None:
    shown = run("score", KEY, RESPONSE, "--macro").stdout
    assert "Macro F1" in shown
    assert "Macro: means over the documents in which a rate is not 0/0" in shown
    both = run("score", KEY, RESPONSE, "--macro", "--macro-all").stdout
    assert "Macro F1" in both
    assert "Macro all F1" in both


def test_policies_and_profiles_reach_the_signature() -> None:
    policies = ("--profile", "conll2012", "--singletons", "drop", "--blanc", "luo2014")
    signature = run("score", KEY, RESPONSE, *policies, "--signature").stdout.splitlines()[-1]
    assert "singletons:drop|duplicates:reference|missing:empty|extra:ignore|tokens:ignore|blanc:luo2014" in signature


def test_citations_of_the_metrics_used() -> None:
    done = run("score", KEY, RESPONSE, "-m", "lea", "--cite")
    assert "@inproceedings{moosavi-strube-2016," in done.stdout
    assert "luo-2005" not in done.stdout
    with_json = run("score", KEY, RESPONSE, "-m", "lea", "--cite", "-f", "json")
    json.loads(with_json.stdout)
    assert "moosavi-strube-2016" in with_json.stderr
    assert run("--cite").stdout.count("@") >= 9


def test_reading_from_standard_input() -> None:
    done = run("score", KEY, "-", stdin=(ROOT / RESPONSE).read_bytes())
    assert "Response  standard input: 4 documents" in done.stdout
    assert "77.39" in done.stdout


def test_faults_of_the_input_exit_with_1_and_a_line_each(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1 2) (3"))
    done = run("score", path, RESPONSE)
    assert done.returncode == 1
    assert done.stdout == ""
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{path}:{line}" for line in (2, 3, 4)]


def test_warnings_go_to_standard_error(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) word (1)"))
    done = run("score", path, path)
    assert done.returncode == 0
    first = done.stderr.splitlines()[0]
    assert first == f"{path}:3: warning: 1 cell with a word without brackets ('word' here), read as no mention"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", KEY], "Missing argument 'RESPONSE'"),
        (["score", KEY, RESPONSE, "-m", "bleu"], "there is no metric 'bleu'"),
        (["score", KEY, RESPONSE, "--by", "document", "--sort", "x"], "no column 'x'"),
        (["score", KEY, RESPONSE, "--sort", "b3"], "--sort needs rows to sort"),
        (["score", KEY, RESPONSE, "--by", "document", "--macro"], "--macro"),
        (["score", KEY, RESPONSE, "--reverse"], "--reverse needs a column"),
        (["score", KEY, RESPONSE, "--macro", "-f", "csv"], "--macro does not work with CSV"),
        (["score", KEY, RESPONSE, "--by", "document", "--sort", "b3", "-f", "csv"], "--sort works only for tables"),
        (["score", KEY, RESPONSE, "-m", ","], "no metric is chosen"),
        (["score", KEY, RESPONSE, "--match", "fuzzy"], "Invalid value for '--match'"),
        (["score", KEY, RESPONSE, "--column", "3"], "Invalid value for '--column'"),
        (["reference", "bleu", KEY, RESPONSE], "Invalid value for 'METRIC'"),
        (["nothing"], "No such command 'nothing'"),
        (["score", KEY, RESPONSE, "--ci", "--by", "document"], "--ci shows intervals of all documents"),
        (["score", KEY, RESPONSE, "--group-by", "genre", "--macro"], "leave out --macro"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message.lower() in done.stderr.lower()
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_written() -> None:
    done = run("score", KEY, RESPONSE, "-o", "/nowhere/at/all.txt")
    assert done.returncode == 1
    assert "/nowhere/at/all.txt: cannot be written" in done.stderr


def test_documents_left_out_by_a_policy_are_reported(tmp_path: Path) -> None:
    key, response = write(tmp_path / "k", conll("(1)", "a")), write(tmp_path / "r", conll("(1)", "z"))
    done = run("score", key, response, "--profile", "conll2012")
    assert done.stderr.splitlines() == [
        f"{response}: warning: 1 of 1 documents are missing; they count as empty (missing=empty)",
        f"{response}: warning: 1 of 1 documents are not in {key}; they are not scored (extra=ignore)",
    ]
    done = run("score", key, response, "--missing", "skip", "--extra", "ignore")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no document is left to score" in done.stderr


def test_control_characters_in_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1)", "a\x1b[31mb"))
    assert "\x1b" not in run("score", path, path, "--by", "document").stdout


def test_scores_with_intervals_and_groups() -> None:
    done = run("score", KEY, RESPONSE, "--ci", "--resamples", "500", "--seed", "7", "-m", "b3")
    assert "77.97 [" in done.stdout
    assert done.stdout.splitlines()[-2] == "[low, high]: 95 % intervals over documents (jackknife)"
    done = run("score", KEY, RESPONSE, "--group-by", "genre", "-m", "b3,conll")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:6]] == ["story", "news", "All", "Mean"]
    found = json.loads(run("score", KEY, RESPONSE, "--group-by", "genre", "-f", "json").stdout)
    assert found["groups"]["story"]["documents"] == 3


def test_scores_can_be_weighted(tmp_path: Path) -> None:
    plain, weighted = (run("score", KEY, RESPONSE, *options).stdout for options in ([], ["--weights", "information"]))
    assert plain != weighted
    assert weighted.endswith(" · weights information\n")
    weights = write(tmp_path / "weights.csv", "text,weight\n*,1\n")
    ones = run("score", KEY, RESPONSE, "--weights", weights).stdout
    assert ones.splitlines()[:-1] == plain.splitlines()[:-1]


def test_information_of_a_repeated_mention_is_that_of_the_first(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1) (2)"))
    response = write(tmp_path / "r.conll", conll("(1) (1)|(2) (2)"))
    done = run("score", key, response, "-m", "information,muc", "--duplicates", "reference")
    assert done.returncode == 0
    first = run("score", key, response, "-m", "information", "--duplicates", "first")
    figures = [next(line for line in each.stdout.splitlines() if "Information" in line) for each in (first, done)]
    assert figures[0].split() == figures[1].split()


def test_score_takes_formats_and_spans(tmp_path: Path) -> None:
    run("convert", EXAMPLES / "response.conll", tmp_path / "r.json")
    done = run("score", EXAMPLES / "key.conll", tmp_path / "r.json", "--response-spans", "inclusive", "-f", "json")
    expected = run("score", EXAMPLES / "key.conll", EXAMPLES / "response.conll", "-f", "json")
    assert json.loads(done.stdout)["metrics"] == json.loads(expected.stdout)["metrics"]
    wrong = run("score", EXAMPLES / "key.conll", tmp_path / "r.json", "--response-format", "brat")
    assert wrong.returncode == 1
    assert "a line begins with T, R" in wrong.stderr
