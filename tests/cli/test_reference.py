"""corefscore reference, the drop-in for the reference scorer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, run
from tests.files import write
from tests.shared import ROOT


def test_the_drop_in_prints_what_the_reference_scorer_prints() -> None:
    recorded = (ROOT / "tests/reference/cases/example/recorded.txt").read_text()
    expected = recorded.split("######## muc none\n")[1].split("########")[0]
    done = run("reference", "MUC", KEY, RESPONSE, "none")
    assert done.stdout.split("\n", 1)[1] == expected


def test_a_name_with_other_letters_passes_through_unchanged(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", "#begin document ünï\nw\t(1)\n#end document\n")
    assert "\n====> ünï:\n" in run("reference", "muc", path, path).stdout


def test_the_drop_in_takes_names_of_any_letters(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", "#begin document (文); part 000\nw\t(1)\nw\t(1)\n#end document\n")
    assert "Coreference: Recall: (1 / 1) 100%" in run("reference", "muc", path, path, "(文); part 000").stdout


@pytest.mark.parametrize(
    ("content", "mentions"),
    [
        (b"", "0 / 0"),
        (b"\xef\xbb\xbf#begin document d\nw\t(1)\n#end document\n", "0 / 0"),
        (b"#begin document d\n\xe9\t(1)\n#end document\n", "1 / 1"),
        (b"#begin document d\n\x1c\nw\t(1)\n#end document\n", "1 / 1"),
    ],
)
def test_the_drop_in_takes_any_bytes(tmp_path: Path, content: bytes, mentions: str) -> None:
    path = write(tmp_path / "k.conll", content)
    assert f"Identification of Mentions: Recall: ({mentions})" in run("reference", "muc", path, path, "none").stdout
