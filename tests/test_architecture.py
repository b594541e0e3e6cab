"""The road: a module imports only from those before it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "corefscore"

ROAD = """
version registry records problems processes compiled.kernel compiled columns settings table plots pronouns
corpus formats.files formats.listing formats.brackets formats.lines formats.scan formats.sections formats.comparing
formats.words formats.conll_reader formats.format formats.conll_writer formats.conll formats.semeval
formats.conllu_blocks formats.conllu formats.corefud_marks formats.corefud_text formats.empty_nodes
formats.corefud_writer formats.corefud
formats.collecting formats.limits formats.writing formats.json_text formats.spans formats.jsonlines formats.plain_json
formats.delimited formats.values formats.mention_table formats.brat formats.litbank formats.booknlp
formats.alignment formats.tagged
formats.losses formats.detection
formats.memory formats.parallel formats
documents solvers assignment
matching.empty_names matching.words matching.candidates matching.zeros matching.parses matching.minimum
matching.stages matching matching.overlaps matching.tokens
duplicates census validation weights spans overlap twinless
metrics.metric metrics.average metrics.mentions metrics.muc metrics.b3 metrics.ceafm metrics.ceafe metrics.lea
metrics.pairwise metrics.blanc metrics.information metrics.mor metrics.zeros metrics.conll metrics.variant
metrics.variants metrics.citations metrics
explain.explanation explain.case explain.accounts explain categories entities
errors errors.kinds errors.words errors.spans errors.found errors.units errors.kummerfeld errors.martschat
errors.analysis errors.repairs verdicts show report report.categories report.documents report.page report.view
repeats chance chance.resampling chance.intervals chance.significance
result scoring scorer labels reference
datasets datasets.human datasets.conll2012
systems systems.sizes systems.groups systems.rankings systems.comparison systems.comparing systems.standings
systems.plots systems.leaderboard
studies studies.human studies.sweep studies.twinless studies.doses studies.rankings
errors.prices report.build
""".split()


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for pattern in ("*.py", "*.pyi") for path in PACKAGE.rglob(pattern)}
TOP = {"", "__main__"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("corefscore"):
            module = node.module.removeprefix("corefscore").removeprefix(".")
            for alias in node.names:
                inner = f"{module}.{alias.name}".removeprefix(".")
                found.add(inner if inner in MODULES else module)
    return found


def test_every_module_has_its_place() -> None:
    rest = {name for name in MODULES if name not in TOP and not name.startswith("cli")}
    assert rest == set(ROAD)


@pytest.mark.parametrize("module", ROAD)
def test_a_module_imports_only_from_those_before_it(module: str) -> None:
    before = set(ROAD[: ROAD.index(module)])
    assert imports(MODULES[module]) <= before


def test_annotations_of_records_are_postponed() -> None:
    for name, path in MODULES.items():
        text = path.read_text()
        if "(NamedTuple)" in text or "(Record)" in text:
            assert "from __future__ import annotations" in text, name


def test_nothing_imports_the_command_line() -> None:
    for module in ROAD:
        assert not any(name.startswith("cli") for name in imports(MODULES[module]))


def test_the_picture_in_the_contributing_guide_shows_every_room() -> None:
    guide = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text()
    rooms = {name.split(".")[0] for name in MODULES} - TOP
    assert [room for room in sorted(rooms) if f"{room}.py" not in guide and f"{room}/" not in guide] == []
