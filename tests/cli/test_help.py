"""The help of all commands: what it has, how wide it is, and that its examples work."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from corefscore.cli.command import GROUPS, LazyGroup, Option
from corefscore.cli.main import group
from tests.cli.running import call
from tests.shared import EXAMPLES


def commands(inside: LazyGroup, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands, groups among them, with the words that call them."""
    context = click.Context(inside)
    yield path, inside
    for name in inside.list_commands(context):
        found = inside.get_command(context, name)
        assert found is not None
        if isinstance(found, LazyGroup):
            yield from commands(found, (*path, name))
        else:
            yield (*path, name), found


COMMANDS = dict(commands(group))
NAMES = [" ".join(path) or "corefscore" for path in COMMANDS]
DROP_INS = {("reference",), ("corefud-scorer",)}
"""Commands that have the options of other scorers."""

for_all = pytest.mark.parametrize("path", COMMANDS, ids=NAMES)


def examples_of(page: str) -> list[str]:
    """The command lines at the end of a help."""
    lines = page.partition("\nExamples:\n")[2].replace("\\\n", "").splitlines()
    return [line.strip() for line in lines if line.startswith("    ")]


@for_all
def test_help_fits_80_columns_and_has_examples(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    pages = [call(*path, name) for name in ("-h", "--help")]
    assert pages[0] == pages[1]
    assert (pages[0].returncode, pages[0].stderr) == (0, "")
    page = pages[0].stdout
    assert page.startswith(" ".join(["Usage: corefscore", *path]))
    assert max(map(len, page.splitlines())) <= 80
    assert 2 <= len(examples_of(page)) <= 4
    assert all(line.startswith("corefscore ") for line in examples_of(page))


@for_all
def test_a_narrow_terminal_gets_help_too(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert call(*path, "-h").returncode == 0


@for_all
def test_every_example_works(path: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in examples_of(call(*path, "--help").stdout):
        done = call(*shlex.split(line)[1:])
        assert done.returncode == 0, (line, done.stderr)
        assert done.stdout or "-o" in line or "convert" in line


@for_all
def test_options_come_in_groups(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    if isinstance(command, LazyGroup):
        return
    page = call(*path, "--help").stdout
    ours = [each for each in command.params if isinstance(each, click.Option)]
    assert all(isinstance(each, Option) for each in ours)
    headings = [line.removesuffix(":") for line in page.splitlines() if line.endswith(":") and line[0] != " "]
    assert headings[-1] == "Examples"
    assert [heading for heading in headings if heading in GROUPS] == headings[:-1]
    assert headings[:-1] == sorted(headings[:-1], key=GROUPS.index)


@pytest.mark.parametrize("command", ["score", "compare", "report", "errors", "entities", "explain"])
def test_scores_have_input_policies_and_output(command: str) -> None:
    page = call(command, "--help").stdout
    assert all(f"\n{heading}:\n" in page for heading in ("Input", "Policies"))
    assert "exact    mentions match if they have the same tokens  [default]" in page


def test_no_command_asks_for_its_help() -> None:
    done = call()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == call("--help").stdout
    assert call("study").returncode == 2


def test_the_same_words_mean_the_same_everywhere() -> None:
    for path, command in COMMANDS.items():
        if path in DROP_INS:
            continue
        flags = {flag: each.name for each in command.params for flag in each.opts if flag.startswith("-")}
        for one, other in (("-f", "--format"), ("-o", "--output"), ("-m", "--metric"), ("-j", "--jobs")):
            assert flags.get(one) == flags.get(other), path
        assert flags.get("-f", "form") == "form"
        assert flags.get("-o", "target") == "target"
        assert not {"--from", "--key-format"} <= flags.keys()


@for_all
def test_every_option_says_what_it_does(path: tuple[str, ...]) -> None:
    options = [each for each in COMMANDS[path].params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help or not each.help[0].isupper()] == []
