"""Load the native code, if it was compiled: `native` is its module, or None.

Plain Python can do everything that the native code does, so the package also works without it. The environment variable
`COREFSCORE_KERNEL` decides: `off` does not use it, `required` raises ImportError if it is missing.
"""

from __future__ import annotations

import os

_wanted = os.environ.get("COREFSCORE_KERNEL", "")

try:
    if _wanted == "off":
        raise ImportError("the native code is switched off")
    from corefscore._native import compiled as native
except ImportError:
    if _wanted == "required":
        raise
    native = None  # type: ignore[assignment]

__all__ = ["native"]
