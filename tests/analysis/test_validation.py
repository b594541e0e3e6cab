"""Validation from Python."""

from __future__ import annotations

import inspect
from pathlib import Path

import corefscore
from tests.files import write


def test_validate_takes_the_keywords_of_read() -> None:
    ours, theirs = (inspect.signature(function).parameters for function in (corefscore.validate, corefscore.read))
    assert [(name, each.default, each.kind) for name, each in ours.items()] == [
        (name, each.default, each.kind) for name, each in theirs.items()
    ]


def test_validate_reads_as_its_keywords_say(tmp_path: Path) -> None:
    path = write(tmp_path / "d.json", '{"d": [["Ann", "she"], ["Tom"]]}')
    found = corefscore.validate(path)
    assert (found.sound, found.statistics and found.statistics.mentions) == (True, 3)
    wrong = corefscore.validate(path, format="conll")
    assert (wrong.sound, wrong.statistics) == (False, None)
