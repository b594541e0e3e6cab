"""Files with relations on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.files import ua, write

CIRCLE = {
    "conllua": ua("(EntityID=1|MarkableID=a|ElementOf=2)", "(EntityID=2|MarkableID=b|ElementOf=1)"),
    "conllu": "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    "1\ta\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1--1)|SplitAnte=e2<e1\n"
    "2\tb\t_\t_\t_\t_\t0\troot\t_\tEntity=(e2--1)|SplitAnte=e1<e2\n\n",
    "json": '{"d": {"clusters": {"a": [[0, 0]], "b": [[1, 1]]}, "elements": {"a": ["b"], "b": ["a"]}}}',
    "jsonl": '{"doc_key": "d", "clusters": [[[0, 0]], [[1, 1]]], "elements": {"0": ["1"], "1": ["0"]}}',
    "csv": "document,start,end,entity,element_of\nd,0,0,a,b\nd,1,1,b,a\n",
}
SOUND = ua(
    "(EntityID=1|MarkableID=a|ElementOf=3) _ (EntityID=1-DD|MarkableID=u",
    "(EntityID=2|MarkableID=b|ElementOf=3) _ )",
    "(EntityID=3|MarkableID=c) (MarkableID=c|Rel=poss|MentionAnchor=a|EntityAnchor=1) (EntityID=1-DD|MarkableID=v)",
    "(EntityID=4-Pseudo|MarkableID=n|SemType=expletive)",
)


@pytest.mark.parametrize("end", CIRCLE)
def test_circular_elements_end_score_and_validate(tmp_path: Path, end: str) -> None:
    path = write(tmp_path / f"a.{end}", CIRCLE[end])
    commands: list[list[str | Path]] = [["validate", path], ["score", path, path]]
    for command in commands:
        done = run(*command)
        assert done.returncode == 1
        assert "are circular" in done.stderr
        assert "internal error" not in done.stderr


def test_the_layer_is_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conllua", SOUND)
    for options, mentions in (([], 4), (["--layer", "identity"], 4), (["--layer", "deixis"], 2)):
        done = run("validate", path, "-f", "json", *options)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)[0]["statistics"]["mentions"] == mentions
    done = run("score", path, path, "--layer", "deixis", "-m", "b3", "-f", "json")
    assert done.returncode == 0, done.stderr
    assert run("score", path, path, "--layer", "diexis").returncode == 2


def test_validate_counts_relations(tmp_path: Path) -> None:
    done = run("validate", write(tmp_path / "a.conllua", SOUND))
    for row in ("non-referring mentions", "elements of plural entities", "bridges"):
        assert row in done.stdout


def test_convert_carries_relations_and_says_what_is_lost(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conllua", SOUND)
    done = run("convert", path, tmp_path / "b.conllu")
    assert done.returncode == 0
    assert "corefud cannot hold 1 non-referring mentions; this is lost" in done.stderr
    assert "SplitAnte=1<3,2<3" in (tmp_path / "b.conllu").read_text()
    assert run("convert", tmp_path / "b.conllu", tmp_path / "c.conllua").returncode == 0
    assert "ElementOf=3" in (tmp_path / "c.conllua").read_text()
    assert run("convert", path, tmp_path / "d.jsonl").returncode == 0
    assert json.loads((tmp_path / "d.jsonl").read_text())["elements"] == {"3": ["1", "2"]}


def test_the_other_layer_stays_when_a_file_is_written_again(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conllua", SOUND)
    for layer in ("identity", "deixis"):
        done = run("convert", path, tmp_path / "b.conllua", "--layer", layer)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "b.conllua").read_text() == SOUND.rstrip("\n") + "\n\n"


def test_a_bridge_to_nothing_is_an_error_in_the_key_and_a_warning_in_the_response(tmp_path: Path) -> None:
    sound = write(tmp_path / "a.conllua", SOUND)
    broken = write(tmp_path / "b.conllua", SOUND.replace("MentionAnchor=a", "MentionAnchor=zz"))
    done = run("score", broken, sound)
    assert done.returncode == 1
    assert "b.conllua:5: this bridge has MentionAnchor=zz" in done.stderr
    done = run("score", sound, broken)
    assert done.returncode == 0
    assert "b.conllua:5: warning: this bridge has MentionAnchor=zz" in done.stderr
