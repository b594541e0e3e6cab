"""The tests on every Python that is here (`make test-all`), and all checks of a release (`make release-check`).

`nox -s tests-3.13` runs one session, `nox -l` lists all.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]
BUILDERS = ["3.10", "3.11"]
"""One wheel for 3.10, and one for 3.11 and all later versions."""

PROJECT = nox.project.load_toml("pyproject.toml")["project"]
RELEASE = PROJECT["optional-dependencies"]["release"]
ROOT = Path(__file__).parent
DIST = ROOT / "dist"
SCHEMAS = {
    "github-workflows": [".github/workflows/ci.yml", ".github/workflows/release.yml", "examples/ci/coreference.yml"],
    "dependabot": [".github/dependabot.yml"],
    "github-issue-forms": [".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/score-differs.yml"],
    "github-issue-config": [".github/ISSUE_TEMPLATE/config.yml"],
    "readthedocs": [".readthedocs.yaml"],
}

nox.needs_version = ">=2024.4"
nox.options.sessions = ["tests"]

# Versions of pyenv are found although pyenv has not chosen them: their own directories come first.
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
FOUND = [str(path) for path in sorted(PYENV.glob("versions/3.*/bin"))]
os.environ["PATH"] = os.pathsep.join([*FOUND, os.environ["PATH"]])


@nox.session(python=PYTHONS, download_python="never")
def tests(session: nox.Session) -> None:
    """Run the suite with the native code; words after `--` go to pytest."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "pytest", *(session.posargs or ["-n", "auto"]), env={"COREFSCORE_KERNEL": "required"})


@nox.session
def metadata(session: nox.Session) -> None:
    """Check what stands in several files, forms that have a schema, and which wheels would be built."""
    session.install(*RELEASE)
    session.run("python", "tools/release_check.py")
    for schema, files in SCHEMAS.items():
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    session.run("pre-commit", "validate-config", ".pre-commit-config.yaml")
    for system in ("linux", "macos", "windows"):
        session.run("cibuildwheel", "--print-build-identifiers", "--platform", system)


@nox.session
def citation(session: nox.Session) -> None:
    """Validate CITATION.cff; apart from the rest, because cffconvert needs old versions of other packages."""
    session.install("cffconvert", "setuptools<81")
    session.run("cffconvert", "--validate", "--infile", "CITATION.cff")


@nox.session(python=BUILDERS, download_python="never")
def wheels(session: nox.Session) -> None:
    """Build sources and wheel twice, compare them byte by byte, audit them, and put them into dist/."""
    session.install(*RELEASE, "setuptools>=77")
    made = [_built(session, Path(session.create_tmp()) / name) for name in ("one", "other")]
    if _hashes(made[0]) != _hashes(made[1]):
        session.error(f"two builds differ: {_hashes(made[0])} {_hashes(made[1])}")
    session.run("twine", "check", "--strict", *made[0])
    abi3 = [path for path in made[0] if "abi3" in path.name]
    if abi3:
        session.run("abi3audit", "--strict", "--summary", *abi3)
    archive = next(path for path in made[0] if path.name.endswith(".tar.gz"))
    session.run("python", "tools/release_check.py", "--sdist", archive)
    DIST.mkdir(exist_ok=True)
    for path in made[0]:
        shutil.copy(path, DIST)


@nox.session(python=PYTHONS, download_python="never")
def install(session: nox.Session) -> None:
    """Install the wheel of dist/ into an empty environment without a compiler, and score the example with it."""
    tag = "cp310-cp310" if session.python == "3.10" else "cp311-abi3"
    wheel = max(DIST.glob(f"corefscore-*-{tag}-*.whl"), key=lambda path: path.stat().st_mtime)
    alone = {"PATH": ""}
    session.install("--only-binary", ":all:", str(wheel), env=alone)
    session.run("python", "-c", "import shutil; assert not any(map(shutil.which, ('cc', 'gcc', 'clang')))", env=alone)
    example = [ROOT / "examples" / "key.conll", ROOT / "examples" / "response.conll"]
    session.chdir(session.create_tmp())
    printed = [
        session.run("corefscore", "score", *example, env={**alone, "COREFSCORE_KERNEL": kernel}, silent=True)
        for kernel in ("required", "off")
    ]
    if printed[0] != printed[1]:
        session.error("the native code prints other figures than plain Python")
    session.log(printed[0])
    session.run("corefscore", "report", *example, "-o", "report.html", env=alone)
    session.run("corefscore", "leaderboard", "conll2012-english", env=alone, silent=True)


def _built(session: nox.Session, folder: Path) -> list[Path]:
    """The archive of the sources, and the wheel built from it, as others install them."""
    shutil.rmtree(folder, ignore_errors=True)
    same = {"COREFSCORE_KERNEL": "required", "SOURCE_DATE_EPOCH": "315532800"}
    session.run("python", "-m", "build", "--no-isolation", "--outdir", folder, env=same, silent=True)
    if sys.platform == "linux":
        wheel = next(folder.glob("*.whl"))
        session.run("auditwheel", "show", wheel)
        session.run("auditwheel", "repair", "--wheel-dir", folder, wheel, env=same, silent=True)
        wheel.unlink()
    return sorted(folder.iterdir())


def _hashes(paths: list[Path]) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
