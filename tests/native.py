"""With the native code, and without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from corefscore._native.load import native

USERS = ("core.assignment", "formats.files", "formats.memory", "formats.conll.reader")

built = pytest.mark.skipif(native is None, reason="the native code was not built here, so there is nothing to compare")


@contextmanager
def without_native() -> Iterator[None]:
    """The same process where nothing was compiled."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (*USERS, "formats.corefud.reader", "formats.json.clean"):
            patch.setattr(f"corefscore.{module}.native", None)
        yield
