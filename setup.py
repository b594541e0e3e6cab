"""The kernel is optional: where no compiler is found, the package is built without it, and NumPy does its work."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("corefscore.compiled.kernel", ["src/corefscore/compiled/kernel.c"], optional=True)])
