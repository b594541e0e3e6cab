"""The native code is optional: where no compiler is found, the package is built without it and is slower."""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/corefscore/_native")
SOURCES, HEADERS = ([str(path) for path in sorted(FOLDER.glob(pattern))] for pattern in ("*.c", "*.h"))

# One wheel serves Python 3.11 and all later versions. Buffers are not in the limited API of 3.10, and free-threaded
# builds have no limited API yet, so these get wheels of their own.
LIMITED = sys.version_info >= (3, 11) and not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    ext_modules=[
        Extension(
            "corefscore._native.compiled",
            SOURCES,
            depends=HEADERS,
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            py_limited_api=LIMITED,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
