"""The tests on every Python that is supported and that is here: `make test-all`, or `nox -s tests-3.13`."""

import os
from pathlib import Path

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]

nox.needs_version = ">=2024.4"
nox.options.sessions = ["tests"]
nox.options.error_on_missing_interpreters = False

# Versions of pyenv are found although pyenv has not chosen them: their own directories stand before its stand-ins.
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
FOUND = [str(path) for path in sorted(PYENV.glob("versions/3.*/bin"))]
os.environ["PATH"] = os.pathsep.join([*FOUND, os.environ["PATH"]])


@nox.session(python=PYTHONS, download_python="never")
def tests(session: nox.Session) -> None:
    """Run the suite with the native code; words after `--` go to pytest."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "pytest", *(session.posargs or ["-n", "auto"]), env={"COREFSCORE_KERNEL": "required"})
