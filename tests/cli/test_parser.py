"""The words of a command line: taken apart as Python's own parser does, and refused with a reason."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscore.cli.parser import Choice, Command, Group, Range, argument, option

calls: list[dict[str, Any]] = []


@Command
@argument("first")
@argument("others", nargs=-1)
@option("-t", "--text", "content", text="Any text.")
@option("--switch", is_flag=True, text="On or off.")
@option("-m", "--many", multiple=True, metavar="WORD", text="Some words.")
@option("--pairs", nargs=2, multiple=True, metavar="A B")
@option("--size", kind=Range(int, 1), default=3, show_default=True, text="How large.")
@option("--share", kind=Range(float, 0, 1, is_open=True))
@option("--form", kind=Choice(["one", "two"]), default="one")
def example(**values: Any) -> None:
    """Do nothing, with

    many words, and in several lines of a paragraph that is so long that it has to be broken into lines of its own.
    """
    calls.append(values)


def called(*words: str) -> dict[str, Any]:
    calls.clear()
    example.main(words, "p")
    return calls[0]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        example.main(words, "p")
    assert ended.value.code == 2
    usage, advice, _, message = capsys.readouterr().err.splitlines()
    assert usage == "Usage: p [OPTIONS] FIRST [OTHERS]"
    assert advice == "Try 'p --help' for help."
    return message


def test_what_is_not_given() -> None:
    values = {"content": None, "switch": False, "many": (), "pairs": (), "size": 3, "share": None, "form": "one"}
    assert called("a") == {"first": "a", "others": (), **values}


def test_what_is_given() -> None:
    words = "a --size 4 -m x b -my --many=z --pairs 1 2 --pairs=3 4 --switch --share .5 --form two -t - -- --size"
    assert called(*words.split()) == {
        "first": "a",
        "others": ("b", "--size"),
        "content": "-",
        "switch": True,
        "many": ("x", "y", "z"),
        "pairs": (("1", "2"), ("3", "4")),
        "size": 4,
        "share": 0.5,
        "form": "two",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "Missing argument 'FIRST'."),
        ("a --sise 3", "No such option '--sise'. Did you mean '--size'?"),
        ("a -x", "No such option '-x'."),
        ("a --size", "Option '--size' needs a value."),
        ("a --text --switch", "Option '--text' needs a value; write --text=--switch if that is one."),
        ("a -t -x", "Option '-t' needs a value; write --text=-x if that is one."),
        ("a --pairs 1 -x", "Option '--pairs' needs 2 values."),
        ("a --help=1", "Option '--help' takes no value."),
        ("a -1", "No such option '-1'."),
        ("--form three", "Invalid value for '--form': 'three' is not one of 'one', 'two'."),
        ("a --size -1e3", "Invalid value for '--size': '-1e3' is no whole number."),
        ("a --pairs 1", "Option '--pairs' needs 2 values."),
        ("a --switch=no", "Option '--switch' takes no value."),
        ("a --size 0", "Invalid value for '--size': 0 is not in the range x>=1."),
        ("a --size x", "Invalid value for '--size': 'x' is no whole number."),
        ("a --share 1", "Invalid value for '--share': 1 is not in the range 0<x<1."),
        ("a --share nan", "Invalid value for '--share': nan is not in the range 0<x<1."),
        ("a --form three", "Invalid value for '--form': 'three' is not one of 'one', 'two'."),
    ],
)
def test_what_makes_no_sense(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert refused(capsys, *words.split()) == f"Error: {message}"


def test_more_arguments_than_a_command_has(capsys: pytest.CaptureFixture[str]) -> None:
    @Command
    @argument("one", required=False)
    def single(one: str | None) -> None:
        assert one is None

    single.main([], "p")
    with pytest.raises(SystemExit):
        single.main(["a", "b", "c"], "p")
    assert "Got unexpected extra arguments (b c)" in capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    example.main(["a", "--help"], "p")
    assert capsys.readouterr().out == (
        "Usage: p [OPTIONS] FIRST [OTHERS]\n"
        "\n"
        "  Do nothing, with\n"
        "\n"
        "  many words, and in several lines of a paragraph that is\n"
        "  so long that it has to be broken into lines of its own.\n"
        "\n"
        "Options:\n"
        "  -t, --text TEXT   Any text.\n"
        "  --switch          On or off.\n"
        "  -m, --many WORD   Some words.\n"
        "  --pairs A B\n"
        "  --size INTEGER    How large.  [default: 3; x>=1]\n"
        "  --share NUMBER    [0<x<1]\n"
        "  --form [one|two]\n"
        "  -h, --help        Show this message and exit.\n"
    )


@pytest.mark.parametrize("columns", ["1", "30", "50", "300"])
def test_help_is_as_wide_as_terminals_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    example.main(["--help"], "p")
    assert max(map(len, capsys.readouterr().out.splitlines())) <= min(max(int(columns), 50), 80)


def test_an_option_that_must_be_given() -> None:
    @Command
    @option("-o", "--output", required=True, text="Where to.")
    def writing(output: str) -> None:
        """Write."""
        assert output == "x"

    writing.main(["-ox"], "p")
    assert "Where to.  [required]" in writing.help("p")


def test_groups(capsys: pytest.CaptureFixture[str]) -> None:
    group = Group("A group.", "nowhere", {"walk": "Go."}, {"--count": ("Count.", calls.clear)})
    group.main(["-h"], "p")
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "  -h, --help  Show this message and exit.",
        "",
        "Commands:",
        "  walk  Go.",
    ]
    calls.append({})
    group.main(["--count"], "p")
    assert not calls
    for words, message in (
        (["wal"], "Error: No such command 'wal'. Did you mean 'walk'?"),
        (["--cout"], "Error: No such option '--cout'. Did you mean '--count'?"),
        (["--count=1"], "Error: Option '--count' takes no value."),
        (["--", "run\x1b[31m"], "Error: No such command 'run\\x1b[31m'."),
        (["--"], "Error: No such option '--'."),
        ([], "  walk  Go."),
    ):
        with pytest.raises(SystemExit) as ended:
            group.main(words, "p")
        assert ended.value.code == 2
        assert capsys.readouterr().err.splitlines()[-1] == message


def theirs(words: list[str]) -> tuple[Namespace, list[str]] | None:
    """What Python's parser makes of some words; None if it refuses them."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("-t", "--text", dest="content")
    parser.add_argument("--switch", action="store_true")
    parser.add_argument("-m", "--many", action="append")
    parser.add_argument("--pairs", nargs=2, action="append")
    for name in ("--size", "--share", "--form"):
        parser.add_argument(name)
    try:
        given, rest = parser.parse_known_args(words)
    except (ArgumentError, SystemExit):
        return None
    return None if any(word.startswith("-") and word != "-" for word in rest) else (given, rest)


pieces = st.sampled_from(
    ["a", "b", "-", "--text", "-t", "-tx", "--text=y", "--switch", "--many", "-m", "--pairs", "-x"]
)


@given(st.lists(pieces, max_size=8))
def test_words_are_taken_apart_as_python_does(words: list[str]) -> None:
    expected = theirs(words)
    try:
        found = called("first", *words)
    except SystemExit:
        assert expected is None
        return
    assert expected is not None
    given, rest = expected
    assert found["others"] == tuple(rest)
    assert (found["content"], found["switch"]) == (given.content, given.switch)
    assert (found["many"], found["pairs"]) == (tuple(given.many or ()), tuple(map(tuple, given.pairs or ())))
