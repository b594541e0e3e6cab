"""Real data that is not part of the project; tests that need it say so where it is absent."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared" / "data"


def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the real data of ../shared/data is not here")
    return SHARED
