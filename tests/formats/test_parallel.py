"""Many files, read in one process or in several."""

from __future__ import annotations

import time
import warnings
from multiprocessing import active_children
from pathlib import Path

import pytest

import corefscore
from corefscore.core.parallel import in_processes
from corefscore.core.problems import InputError, InputWarning
from corefscore.core.views import CHARACTER, TOKEN
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.writing import write
from tests.formats.corpora import Made, content, corpus_of

HEAD, TAIL = "#begin document ({name}); part 000\n", "\n#end document\n"
SOUND = HEAD + "{name} 0 0 A - (1\n{name} 0 1 b - 1)\n{name} 0 2 c - (2)\n" + TAIL
UNSOUND = HEAD + "{name} 0 0 A - (7\n" + TAIL


def folder(path: Path, *templates: str) -> Path:
    path.mkdir()
    for number, template in enumerate(templates):
        (path / f"f{number}.conll").write_text(template.format(name=f"d{number}"))
    return path


def test_several_processes_find_the_same_as_one(tmp_path: Path) -> None:
    key = folder(tmp_path / "key", *[SOUND] * 7)
    response = folder(tmp_path / "response", *[SOUND] * 6, SOUND.replace("1)", "-").replace("(1", "(1)"))
    alone, together = (corefscore.score(key, response, jobs=jobs) for jobs in (1, 3))
    assert alone.to_json() == together.to_json()
    assert alone["muc"].f1 < 1


def test_documents_read_elsewhere_still_know_their_words_and_lines(tmp_path: Path) -> None:
    corpus = read(folder(tmp_path / "key", SOUND, SOUND), jobs=2)
    document = corpus["(d1); part 000"]
    assert [(mention.text, mention.line) for mention in document.mentions] == [("A b", 2), ("c", 4)]


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("name", FORMATS)
def test_files_of_every_format_can_be_read_by_several_processes(tmp_path: Path, name: str) -> None:
    suffix = FORMATS[name].suffixes[0]
    unit = CHARACTER if name == "brat" else TOKEN
    files = [tmp_path / f"{document}.{suffix}" for document in ("a", "b")]
    for file in files:
        write(corpus_of([Made(file.stem, [["Ann", "slept"], ["She"]], {"1": [(0, 0), (2, 2)]})], unit), file, name)
    alone, together = (read(files, format=name, jobs=jobs) for jobs in (1, 2))
    assert content(together) == content(alone)
    assert len(together) == 2


def test_problems_of_all_files_are_reported_in_their_order(tmp_path: Path) -> None:
    path = folder(tmp_path / "key", UNSOUND, SOUND, UNSOUND)
    messages = []
    for jobs in (1, 2):
        with pytest.raises(InputError) as caught:
            read(path, jobs=jobs)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert [line.split(":")[0].rsplit("/", 1)[-1] for line in messages[0].splitlines()] == ["f0.conll", "f2.conll"]


def test_warnings_of_other_processes_are_repeated_here(tmp_path: Path) -> None:
    hashed = SOUND.replace("{name} 0 2 c - (2)", "# c (2)")
    path = folder(tmp_path / "key", hashed, hashed)
    warned = []
    for jobs in (1, 2):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", InputWarning)
            read(path, jobs=jobs)
        warned.append([str(each.message) for each in caught])
    assert warned[0] == warned[1]
    assert len(warned[0]) == 2


def test_progress_counts_every_byte(tmp_path: Path) -> None:
    path = folder(tmp_path / "key", SOUND, SOUND, SOUND)
    size = sum(file.stat().st_size for file in path.iterdir())
    for jobs in (1, 2):
        done: list[int] = []
        read(path, progress=done.append, jobs=jobs)
        assert sum(done) == size


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.mark.parametrize("method", [None, "spawn"])
def test_processes_end_when_nobody_waits_for_them_any_more(method: str | None) -> None:
    before = {*active_children()}
    outcomes = in_processes(sleep, [0, 600, 600], 2, method)
    assert next(outcomes) == 0
    assert {*active_children()} - before
    outcomes.close()
    patience = time.monotonic() + 60
    while {*active_children()} - before:
        assert time.monotonic() < patience
        time.sleep(0.01)
