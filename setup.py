"""The native part is optional: where no compiler is found, the package is built without it and is slower."""

from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/corefscore/_native")
SOURCES, HEADERS = ([str(path) for path in sorted(FOLDER.glob(pattern))] for pattern in ("*.c", "*.h"))

setup(ext_modules=[Extension("corefscore._native.kernel", SOURCES, depends=HEADERS, optional=True)])
