"""Submissions to Codabench, EvalAI and Kaggle; the files that organisers begin with."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.integrations.codabench import score_submission
from tests.cli.running import call
from tests.files import conllu, write
from tests.shared import EXAMPLES, ROOT

BUNDLE = EXAMPLES / "codabench"
FENCED = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A submission as Codabench lays it out."""
    shutil.copytree(BUNDLE / "trial", tmp_path / "input")
    return tmp_path


def scores(folder: Path) -> dict[str, float]:
    found: dict[str, float] = json.loads((folder / "output" / "scores.json").read_text())
    return found


def test_a_submission_gets_flat_scores_and_a_page(folder: Path) -> None:
    done = call("codabench", folder / "input", folder / "output")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in (folder / "output").iterdir()) == ["detailed_results.html", "scores.json"]
    assert scores(folder) == corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll").flat()
    assert "CoNLL" in done.stdout
    assert '<script type="application/json" id="report">' in (folder / "output" / "detailed_results.html").read_text()


def test_a_private_page_has_nothing_of_the_key(folder: Path) -> None:
    done = call("codabench", folder / "input", folder / "output", "--private", "--profile", "conll2012", "-m", "muc")
    assert done.returncode == 0
    page = (folder / "output" / "detailed_results.html").read_text()
    lines = (EXAMPLES / "key.conll").read_text(encoding="utf-8").splitlines()
    names, texts = ([line for line in lines if line.startswith("#") == is_name] for is_name in (True, False))
    words = {word for line in texts for word in line.split() if len(word) > 4} - {*re.findall(r"\w+", " ".join(names))}
    assert len(words) > 40
    assert not words & {*re.findall(r"\w+", page.partition("<body>")[2])}
    assert "<script" not in page
    assert "news/chess" in page
    assert [*scores(folder)] == ["muc_recall", "muc_precision", "muc_f1"]


@pytest.mark.parametrize("content", [b"\x00\x01\x02" * 500, b"#begin document (x)\nword\t(1\n", b""])
def test_a_faulty_submission_gets_a_page_that_says_why(folder: Path, content: bytes) -> None:
    call("codabench", folder / "input", folder / "output")
    (folder / "input" / "res" / "response.conll").write_bytes(content)
    done = call("codabench", folder / "input", folder / "output")
    assert (done.returncode, done.stdout) == (1, "")
    assert "response.conll" in done.stderr
    assert [path.name for path in (folder / "output").iterdir()] == ["detailed_results.html"]
    page = (folder / "output" / "detailed_results.html").read_text()
    assert "It could not be scored" in page
    assert "response.conll" in page


def test_a_message_of_a_page_is_no_markup(folder: Path) -> None:
    write(
        folder / "input" / "res" / "response.conll",
        "#begin document (<script>alert(1)</script>)\nw\t(1)\n#end document\n",
    )
    assert call("codabench", folder / "input", folder / "output").returncode == 1
    page = (folder / "output" / "detailed_results.html").read_text()
    assert "&lt;script&gt;" in page
    assert "<script" not in page


def test_a_folder_without_a_submission_is_an_error(folder: Path) -> None:
    shutil.rmtree(folder / "input" / "res")
    done = call("codabench", folder / "input", folder / "output")
    assert done.returncode == 1
    assert "put the submission there" in done.stderr


def test_datasets_of_corefud_have_their_mean(tmp_path: Path) -> None:
    for side, last in (("ref", "c:(e1)"), ("res", "c")):
        (tmp_path / "input" / side).mkdir(parents=True)
        write(tmp_path / "input" / side / "en_one.conllu", conllu("a:(e1) b:(e1)", name="x"))
        write(tmp_path / "input" / side / "de_two.conllu", conllu(f"a:(e1) b:(e1) {last}", name="y"))
    score_submission(tmp_path / "input", tmp_path / "output", ["muc"], private=True, profile="crac")
    found = scores(tmp_path)
    assert found["mean_muc_f1"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["muc_f1"] == pytest.approx(4 / 5)
    assert "Mean of groups" in (tmp_path / "output" / "detailed_results.html").read_text()


def test_the_bundle_names_files_that_are_there_and_scores_that_are_written(folder: Path) -> None:
    text = (BUNDLE / "competition.yaml").read_text(encoding="utf-8")
    named = re.findall(
        r"^\s*(?:- )?(?:image|terms|file|path|reference_data|scoring_program): (\S+)$", text, re.MULTILINE
    )
    assert len(named) == 7
    assert all((BUNDLE / name).exists() for name in named)
    command = (BUNDLE / "scoring_program" / "metadata.yaml").read_text().removeprefix("command: ").split()
    paths = {"/app/input": str(folder / "input"), "/app/output": str(folder / "output")}
    assert call(*(paths.get(word, word) for word in command[1:])).returncode == 0
    columns = re.findall(r"^\s+key: (\w+_f1)$", text, re.MULTILINE)
    assert len(columns) == 5
    assert {*columns} <= {*scores(folder)}


def functions(name: str) -> dict[str, Any]:
    """What the block of the page of shared tasks that defines a function defines."""
    page = (ROOT / "docs" / "how-to" / "shared-tasks.md").read_text(encoding="utf-8")
    (block,) = [block for block in FENCED.findall(page) if f"def {name}(" in block]
    found: dict[str, Any] = {}
    exec(block, found)
    return found


def test_the_function_for_evalai(tmp_path: Path) -> None:
    evaluate = functions("evaluate")["evaluate"]
    key, response = str(EXAMPLES / "key.conll"), str(EXAMPLES / "response.conll")
    output = evaluate(key, response, "test", submission_metadata={})
    (split,) = output["result"]
    assert split["test_split"] == corefscore.score(key, response, profile="conll2012").flat()
    assert output["submission_result"] == split["test_split"]
    with pytest.raises(corefscore.InputError):
        evaluate(key, str(tmp_path / "gone.conll"), "test")


def test_the_function_for_kaggle() -> None:
    pd = pytest.importorskip("pandas")
    found = functions("score")
    key = pd.DataFrame({"id": [1, 2, 3, 4], "document": ["x", "x", "y", "y"], "entity": ["a", "a", "a", "a"]})
    submission = pd.DataFrame({"id": [4, 3, 2, 1], "entity": ["a", "b", "c", "c"]})
    expected = corefscore.score({"x": [[1, 2]], "y": [[3, 4]]}, {"x": [[1, 2]], "y": [[3], [4]]})["conll"].f1
    assert found["score"](key, submission, "id") == pytest.approx(expected)
    assert found["score"](key, key.drop(columns="document"), "id") == 1
    with pytest.raises(found["ParticipantVisibleError"], match="row"):
        found["score"](key, submission.iloc[1:], "id")


def test_the_container_recipe_copies_what_is_there_and_leaves_the_compiler_behind() -> None:
    recipe = (ROOT / "Containerfile").read_text(encoding="utf-8")
    copied = [word for line in re.findall(r"^COPY (.*)$", recipe, re.MULTILINE) for word in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    final = recipe.rpartition("\nFROM ")[2]
    assert "gcc" in recipe
    assert "gcc" not in final
    assert "apt-get" not in final


def test_the_workflow_uses_options_that_exist(tmp_path: Path) -> None:
    text = (EXAMPLES / "ci" / "coreference.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"run: corefscore (score .*)$", text, re.MULTILINE)
    files = {"dev/key.conll": str(EXAMPLES / "key.conll"), "dev/response.conll": str(EXAMPLES / "response.conll")}
    assert call(*(files.get(word, word) for word in line.split())).returncode == 0


@pytest.mark.parametrize("private", [False, True])
def test_faulty_reference_data_is_not_blamed_on_the_submission(folder: Path, private: bool) -> None:
    key = next((folder / "input" / "ref").glob("*.conll"))
    key.write_bytes(b"#begin document (x)\nsecret\t(17\n\n#end document\n")
    done = call("codabench", folder / "input", folder / "output", *(["--private"] if private else []))
    assert (done.returncode, done.stdout) == (1, "")
    first, *rest = done.stderr.splitlines()
    assert first == f"{folder / 'input' / 'ref'}: the reference data is at fault, not the submission; correct it first"
    assert any(line.startswith(f"{key}:2: ") for line in rest)
    page = (folder / "output" / "detailed_results.html").read_text()
    assert "the reference data of the competition is at fault" in page
    assert "submit it again" not in page
    assert ("entity 17" in page) != private
    assert [path.name for path in (folder / "output").iterdir()] == ["detailed_results.html"]
