"""The same sources make the same files, whenever and wherever they are built."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tests.shared import ROOT

BUILD = "import setuptools.build_meta as meta; meta.build_{}('made')"


def hashes(folder: Path) -> dict[str, str]:
    """Build in a copy of the sources; the hash of each file that is made."""
    folder.mkdir(parents=True)
    for name in ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
        else:
            shutil.copy(source, folder / name)
    made = folder / "made"
    made.mkdir()
    for kind in ("sdist", "wheel"):
        subprocess.run([sys.executable, "-c", BUILD.format(kind)], cwd=folder, check=True, capture_output=True)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made.iterdir()}


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    one, other = hashes(tmp_path / "one"), hashes(tmp_path / "another" / "folder")
    assert len(one) == 2
    assert one == other
