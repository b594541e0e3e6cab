"""The one part in C: what takes NumPy many passes takes the kernel one.

Each of its functions has a twin in NumPy or Python that does as well, for where the kernel could not be built.
`COREFSCORE_KERNEL=off` does without it, `COREFSCORE_KERNEL=required` fails where it is not there.
"""

from __future__ import annotations

import os

_wanted = os.environ.get("COREFSCORE_KERNEL", "")

try:
    if _wanted == "off":
        raise ImportError("the kernel is switched off")
    from corefscore._native import kernel
except ImportError:
    if _wanted == "required":
        raise
    kernel = None  # type: ignore[assignment]

__all__ = ["kernel"]
