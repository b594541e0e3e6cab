"""The layout of the package: rooms that are layers, names that are used once, docstrings that are complete."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import corefscore
from tests.shared import ROOT

PACKAGE = ROOT / "src" / "corefscore"
BESIDES = {"__init__.py", "__main__.py", "py.typed", "version.py", "__pycache__"}
ENTRIES = sorted(path.name for path in PACKAGE.iterdir() if path.name not in BESIDES)
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name not in BESIDES)
MOST_ENTRIES = 14
MOST_ANY = 100
SAME_ROLE = {"base", "registry"}
"""What a format or a metric is, and all of them by name: the same role in two rooms."""


def test_the_listing_of_the_package_is_short() -> None:
    assert len(ENTRIES) <= MOST_ENTRIES, ENTRIES


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: str(path.parent.name))
def test_an_init_file_has_names_only(path: Path) -> None:
    if path == PACKAGE / "__init__.py":  # which loads its names when they are first used
        return
    body = ast.parse(path.read_text(encoding="utf-8")).body
    assert [node for node in body if not isinstance(node, (ast.Expr, ast.Import, ast.ImportFrom, ast.Assign))] == []
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_a_module_name_stands_for_one_thing() -> None:
    """Commands are named after what they show, so they may share a name; families of formats have like parts."""
    homes = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0]
        if path.stem != "__init__" and room != "cli":
            homes[path.stem].add(room)
    assert {name: rooms for name, rooms in homes.items() if len(rooms) > 1 and name not in SAME_ROLE} == {}


@pytest.mark.parametrize("room", [room for room in ROOMS if not room.startswith("_")])
def test_every_room_has_its_tests_and_stands_in_the_picture(room: str) -> None:
    assert list((ROOT / "tests" / room).rglob("test_*.py"))
    assert f"{room}/" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_few_types_are_any() -> None:
    trees = (ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in PACKAGE.rglob("*.py"))
    assert sum(isinstance(node, ast.Name) and node.id == "Any" for tree in trees for node in tree) < MOST_ANY


def public_functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Each public function and method with its name, at the place where it is defined."""
    for public in (getattr(corefscore, name) for name in corefscore.__all__):
        if inspect.isfunction(public):
            yield public.__qualname__, public
        for home in public.__mro__ if inspect.isclass(public) else ():
            for name in vars(home) if home.__module__.startswith("corefscore.") else ():
                member = getattr(home, name)
                if not name.startswith("_") and (inspect.isfunction(member) or inspect.ismethod(member)):
                    yield f"{home.__qualname__}.{name}", member


FUNCTIONS = dict(public_functions())


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_public_function_documents_its_parameters_and_what_it_returns(name: str) -> None:
    function = FUNCTIONS[name]
    _, *parts = re.split(r"\n(\w[\w ]*)\n-+\n", f"{inspect.getdoc(function)}\n")
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    explained = re.findall(r"((?:^\S.*\n)+) +\S", sections.get("Parameters", ""), re.MULTILINE)
    documented = {each for lines in explained for line in lines.splitlines() for each in re.split(r", | : ", line)}
    signature = inspect.signature(function)
    parameters = {str(each).partition(":")[0] for each in signature.parameters.values()} - {"self", "cls"}
    assert parameters - documented == set()
    if signature.return_annotation not in {"None", "NoReturn"}:
        assert ("Yields" if inspect.isgeneratorfunction(function) else "Returns") in sections
