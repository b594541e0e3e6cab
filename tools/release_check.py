"""What must agree before a release: versions, addresses and dependencies that stand in several files, and citations.

`python tools/release_check.py` checks the files of the project; with `--sdist FILE`, an archive of the sources too.
Every fault is one line, and the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
CITED = re.compile(r"(?<![\w.])@([\w:-]*\w)")
ENTRY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^)]*)\)")
PAPER_FIELDS = {"title", "tags", "authors", "affiliations", "date", "bibliography"}
PAPER_SECTIONS = ("Summary", "Statement of need", "State of the field", "References")
PAPER_WORDS = range(250, 1001)
CONDA_SYSTEMS = {"": "", 'sys_platform == "win32"': "win"}
NOT_SHIPPED = (".", "benchmarks/", "conda/", "fuzz/", "paper/", "tools/", "Containerfile")
GENERATED = ("PKG-INFO", "setup.cfg", "src/corefscore.egg-info/")


def main() -> None:
    """Print every fault; the exit status says whether there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sdist", type=Path, help="an archive of the sources")
    archive = parser.parse_args().sdist
    faults = [*versions(), *changelog(), *addresses(), *recipe(), *paper()]
    if archive is not None:
        faults += shipped(archive)
    print("\n".join(faults) or "release_check: everything agrees")
    sys.exit(1 if faults else 0)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(text_of("pyproject.toml"))["project"]
    return table


def version() -> str:
    found = re.search(r'__version__ = "(.+)"', text_of("src/corefscore/version.py"))
    assert found is not None
    return found[1]


def versions() -> Iterator[str]:
    """The version and its date are the same everywhere."""
    newest = HEADING.search(text_of("CHANGELOG.md"))
    citation = yaml.safe_load(text_of("CITATION.cff"))
    context = yaml.safe_load(text_of("conda/recipe.yaml"))["context"]
    if newest is None or newest["version"] != version():
        yield f"CHANGELOG.md: the first heading is not [{version()}]"
    elif newest["date"] != str(citation["date-released"]):
        yield f"CITATION.cff: date-released is {citation['date-released']}, in CHANGELOG.md it is {newest['date']}"
    for name, found in {"CITATION.cff": citation["version"], "conda/recipe.yaml": context["version"]}.items():
        if str(found) != version():
            yield f"{name}: the version is {found}, not {version()}"


def changelog() -> Iterator[str]:
    """The changelog has the headings of keep-a-changelog, and a link for each version."""
    text = text_of("CHANGELOG.md")
    for kind in re.findall(r"^### (.+)$", text, re.MULTILINE):
        if kind not in KINDS:
            yield f"CHANGELOG.md: '### {kind}' is none of {', '.join(sorted(KINDS))}"
    for heading in re.findall(r"^## .*$", text, re.MULTILINE):
        if not HEADING.match(heading):
            yield f"CHANGELOG.md: '{heading}' is not '## [version] - date'"
    for match in HEADING.finditer(text):
        if f"\n[{match['version']}]: " not in text:
            yield f"CHANGELOG.md: there is no link for [{match['version']}]"


def addresses() -> Iterator[str]:
    """Homepage and documentation are the same for all who cite, install or build."""
    urls = project()["urls"]
    citation = yaml.safe_load(text_of("CITATION.cff"))
    about = yaml.safe_load(text_of("conda/recipe.yaml"))["about"]
    for name, found, wanted in (
        ("CITATION.cff: repository-code", citation["repository-code"], urls["Homepage"]),
        ("CITATION.cff: url", citation["url"], urls["Documentation"]),
        ("conda/recipe.yaml: homepage", about["homepage"], urls["Homepage"]),
        ("conda/recipe.yaml: documentation", about["documentation"], urls["Documentation"]),
    ):
        if found != wanted:
            yield f"{name} is {found}, not {wanted}"


def recipe() -> Iterator[str]:
    """The conda recipe asks for the same Python and packages as the wheel."""
    needs = yaml.safe_load(text_of("conda/recipe.yaml"))["requirements"]["run"]
    found = {(need["if"], need["then"]) if isinstance(need, dict) else ("", need) for need in needs}
    wanted = {_conda_need(Requirement(line)) for line in project()["dependencies"]}
    wanted.add(("", f"python {project()['requires-python']}"))
    for condition, need in sorted(found ^ wanted):
        where = "conda/recipe.yaml" if (condition, need) in found else "pyproject.toml"
        yield f"conda/recipe.yaml: {need} {condition} stands only in {where}"


def _conda_need(need: Requirement) -> tuple[str, str]:
    """On which system a package is needed, empty for all, and which."""
    return CONDA_SYSTEMS[str(need.marker or "")], f"{need.name} {need.specifier}"


def paper() -> Iterator[str]:
    """The paper has the parts that the journal asks for, and cites what its bibliography has."""
    _, front, body = text_of("paper/paper.md").split("---\n", 2)
    missing = PAPER_FIELDS - set(yaml.safe_load(front))
    if missing:
        yield f"paper/paper.md: there is no {', '.join(sorted(missing))}"
    for section in PAPER_SECTIONS:
        if f"\n# {section}\n" not in body:
            yield f"paper/paper.md: there is no section '{section}'"
    words = len(body.split())
    if words not in PAPER_WORDS:
        yield f"paper/paper.md: {words} words; the journal asks for {PAPER_WORDS[0]} to {PAPER_WORDS[-1]}"
    cited, known = set(CITED.findall(body)), ENTRY.findall(text_of("paper/paper.bib"))
    yield from (f"paper/paper.md: paper.bib has no {key}" for key in sorted(cited - set(known)))
    yield from (f"paper/paper.bib: nobody cites {key}" for key in sorted(set(known) - cited))
    yield from (
        f"paper/paper.bib: {key} is there twice" for key in sorted({key for key in known if known.count(key) > 1})
    )


def shipped(archive: Path) -> Iterator[str]:
    """The archive of the sources has every file of the repository that it should have, and no other."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    wanted = {name for name in listed.splitlines() if not name.startswith(NOT_SHIPPED)}
    with tarfile.open(archive) as tar:
        names = {member.name.partition("/")[2] for member in tar if member.isfile()}
        front = tar.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert front is not None
        links = RELATIVE.findall(front.read().decode())
    yield from (f"{archive.name}: the link {link} of the README leads nowhere on PyPI" for link in links)
    found = {name for name in names if not name.startswith(GENERATED)}
    yield from (f"{archive.name}: {name} is missing" for name in sorted(wanted - found))
    yield from (f"{archive.name}: {name} should not be there" for name in sorted(found - wanted))


if __name__ == "__main__":
    main()
