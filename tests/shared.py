"""Where files are: those of the project, and real data that is not part of it.

Tests that need the real data say so where it is absent.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared" / "data"

posix = pytest.mark.skipif(os.name != "posix", reason="links, permissions, signals and streams of POSIX are not here")


def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the real data of ../shared/data is not here")
    return SHARED
