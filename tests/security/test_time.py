"""Nothing hangs: time grows with the size of the input, patterns are bounded, processes end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from corefscore.comparison.groups import group_names
from corefscore.core.corpus import Corpus
from corefscore.core.parallel import _useful
from corefscore.core.patterns import first_groups
from corefscore.core.problems import InputError
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.writing import write
from tests.cli.running import KEY, RESPONSE, run
from tests.files import ua
from tests.files import write as write_file
from tests.shared import EXAMPLES

SIZES = (5_000, 20_000)
SEVERAL_FILES = ("brat", "litbank", "booknlp")


def column_file(cells: str, name: str = "d") -> str:
    return f"#begin document {name}\nd\t0\t0\tw\t{cells}\n#end document\n"


def json_line(word: str = "x", name: str = "d") -> str:
    return json.dumps({"doc_key": name, "sentences": [[word, "y"]], "clusters": [[[0, 0], [1, 1]]]}) + "\n"


HEADER = "# newdoc id = d\n# global.Entity = eid\n"
TAB_AND_BLANK = "\t_"

SHAPES: dict[str, tuple[str, Callable[[int], str]]] = {
    "unclosed brackets in one cell": ("conll", lambda n: column_file("|".join(f"({i}" for i in range(n)))),
    "unclosed brackets": ("conll", lambda n: column_file("-\n".join(f"d\t0\t0\tw\t({i}" for i in range(n)))),
    "opening brackets": ("conll", lambda n: column_file("(" * n)),
    "a number of many digits": ("semeval", lambda n: f"#begin document d\n1\tw\t({'1' * n}x\t_\n#end document\n"),
    "digits and no brackets": ("conll", lambda n: column_file("1" * n)),
    "one line": ("conll", lambda n: "#begin document d\n" + "x\t" * n),
    "nested spans": ("conll", lambda n: column_file("(1" * n + "1)" * n)),
    "nested arrays": ("jsonlines", lambda n: "[" * n),
    "nested objects": ("json", lambda n: '{"a":' * n),
    "backslashes": ("jsonlines", lambda n: '{"doc_key": "' + "\\\\" * n),
    "blanks before a name": ("tagged", lambda n: f"# document {' ' * n}x{' ' * n}y\n[1 a]\n"),
    "bars in a word": ("tagged", lambda n: "a|" * n + "\nx|[1]\n"),
    "open tags": ("tagged", lambda n: "[1 a " * n),
    "quotes": ("table", lambda n: "document,start,end,entity\n" + '"' * n + "\n"),
    "quoted cells": ("table", lambda n: "document,start,end,entity\n" + '"a",' * n + "\n"),
    "parts of a mention": ("brat", lambda n: "T1\tP " + ";".join(f"{2 * i} {2 * i + 1}" for i in range(n)) + "\tx\n"),
    "an equivalence": ("brat", lambda n: "*\tCoref" + " T1" * n + "\n"),
    "brackets of CorefUD": (
        "corefud",
        lambda n: f"# newdoc id = d\n# global.Entity = eid\n1\ta{'	_' * 7}\tEntity={'(e' * n}\n",
    ),
    "brackets of Universal Anaphora": ("ua", lambda n: ua("(EntityID=1|MarkableID=a" * n)),
    "nested markables": ("ua", lambda n: ua(*[f"(EntityID=1|MarkableID=m{i}|Min=1" for i in range(n // 50)])),
    "bridges of one mention": ("ua", lambda n: ua("(EntityID=1|MarkableID=a) " + "(MarkableID=a|EntityAnchor=1)" * n)),
    "a long circle of elements": (
        "ua",
        lambda n: ua(
            *[f"(EntityID={i}|MarkableID=m{i}|ElementOf={i - 1 if i else n // 50 - 1})" for i in range(n // 50)]
        ),
    ),
    "blanks in a header": ("corefud", lambda n: f"# newdoc id{' ' * n}=\v{' ' * n}x\v\n"),
}


def seconds(work: Callable[[], object]) -> float:
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        before = time.process_time()
        with suppress(InputError):
            work()
        times.append(time.process_time() - before)
    return min(times)


def grows_linearly(work: Callable[[int], object]) -> bool:
    """Whether the second, four times as large, takes at most six times as long and half a second, in one of three."""
    return any(seconds(lambda: work(1)) < 6 * seconds(lambda: work(0)) + 0.5 for _ in range(3))


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("shape", SHAPES)
def test_the_time_of_reading_grows_with_the_input(tmp_path: Path, shape: str) -> None:
    name, make = SHAPES[shape]
    paths = [write_file(tmp_path / f"{size}.{name}", make(size)) for size in SIZES]
    assert grows_linearly(lambda each: read(paths[each], format=name))


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("where", ["word", "name"])
@pytest.mark.parametrize("name", FORMATS)
def test_the_time_of_writing_grows_with_the_input(tmp_path: Path, name: str, where: str) -> None:
    def corpus(size: int) -> Corpus:
        source = write_file(tmp_path / f"{size}.jsonl", json_line(**{where: "x" + " " * size + "; part x"}))
        return read(source, spans="inclusive")

    targets = [tmp_path / f"{name}{size}" for size in SIZES]
    if name in SEVERAL_FILES:
        for target in targets:
            target.mkdir()
        targets = [target / "d.x" for target in targets]
    corpora = [corpus(size) for size in SIZES]
    assert grows_linearly(lambda each: write(corpora[each], targets[each], name))


MENTIONS: dict[str, Callable[[int], list[list[list[int]]]]] = {
    "nested": lambda n: [[[i, 2 * n - 1 - i] for i in range(n)]],
    "nested entities": lambda n: [[[i, 2 * n - 1 - i]] for i in range(n)],
    "crossing": lambda n: [[[i, i + n - 1]] for i in range(n)],
    "one entity": lambda n: [[[i, i] for i in range(n)]],
    "singletons": lambda n: [[[i, i]] for i in range(n)],
}


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", MENTIONS)
def test_the_time_of_writing_and_reading_grows_with_mentions(tmp_path: Path, name: str, shape: str) -> None:
    def corpus(size: int) -> Corpus:
        fields = {"sentences": [["w"] * 2 * size], "clusters": MENTIONS[shape](size), "spans": "inclusive"}
        return read(write_file(tmp_path / f"{size}.jsonl", json.dumps({"doc_key": "d", **fields}) + "\n"))

    corpora = [corpus(size) for size in (400, 1_600)]
    targets = [tmp_path / str(each) / "d.x" for each in range(2)]
    for target in targets:
        target.parent.mkdir()
    assert grows_linearly(lambda each: write(corpora[each], targets[each], name))
    if all(target.exists() for target in targets):
        assert grows_linearly(lambda each: read(targets[each], format=name, spans="inclusive"))


def test_many_unclosed_brackets_are_refused_in_seconds(tmp_path: Path) -> None:
    path = write_file(tmp_path / "k.conll", column_file("|".join(f"({i}" for i in range(300_000))))
    begun = time.process_time()
    with pytest.raises(InputError, match="never closes"):
        read(path)
    assert time.process_time() - begun < 20


@pytest.mark.parametrize("column", ["-100000000", "-2147483649", "-99999999999999999999"])
def test_a_column_that_no_line_has_is_refused_at_once(column: str) -> None:
    done = run("score", KEY, RESPONSE, "--column", column)
    assert done.returncode == 1
    assert f"there is no column {column}" in done.stderr


def test_a_pattern_of_a_user_is_bounded() -> None:
    begun = time.monotonic()
    with pytest.raises(ValueError, match=r"takes more than 0\.5 seconds"):
        first_groups("((a+)+)$", ["a" * 60 + "b"], seconds=0.5)
    assert time.monotonic() - begun < 10
    assert first_groups("^(a+)b+", ["aab", "b", "é"]) == ["aa", None, None]
    assert group_names(["x/" + "a" * 50_000, "(y/z); part 000"], "genre") == ["x", "y"]
    with pytest.raises(InputError, match="has no genre"):
        group_names([" " * 50_000], "genre")


def test_the_number_of_processes_is_bounded() -> None:
    cores = os.cpu_count() or 1
    assert _useful(100_000, 100_000) == max(8, 2 * cores)
    assert _useful(100_000, 3) == 3
    assert _useful(2, 100) == 2


CHILDREN = """
import os, sys, time
from corefscore.core.parallel import in_processes
def sleep(seconds):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(seconds)
if __name__ == "__main__":
    list(in_processes(sleep, [60.0, 60.0], 2))
"""


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are seen in /proc")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGKILL", "SIGINT"])
def test_other_processes_end_with_the_first(tmp_path: Path, ending: str) -> None:
    number = signal.Signals[ending]
    script = write_file(tmp_path / "children.py", CHILDREN)
    first = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert first.stdout is not None
    children = [int(first.stdout.readline()) for _ in range(2)]
    assert all(map(is_alive, children))
    first.send_signal(number)
    first.wait(20)
    end = time.monotonic() + 20
    while any(map(is_alive, children)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_alive, children))
    first.stdout.close()


def test_a_lack_of_memory_is_reported_as_such() -> None:
    code = (
        "from corefscore.formats import files\n"
        "def lack(*_): raise MemoryError\n"
        "files.open_file = lack\n"
        "import corefscore.formats.reading as reading; reading.open_file = lack\n"
        "from corefscore.cli.main import main\n"
        f"main(['score', {str(EXAMPLES / 'key.conll')!r}, {str(EXAMPLES / 'response.conll')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not enough memory" in done.stderr
    assert "Traceback" not in done.stderr
