"""The kernel is optional: where no compiler is found, the package is built without it, and NumPy does its work."""

from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/corefscore/compiled")
SOURCES, HEADERS = ([str(path) for path in sorted(FOLDER.glob(pattern))] for pattern in ("*.c", "*.h"))

setup(ext_modules=[Extension("corefscore.compiled.kernel", SOURCES, depends=HEADERS, optional=True)])
