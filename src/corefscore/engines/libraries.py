"""Libraries that only some engines need. They are loaded when needed, and a message names a missing one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from corefscore.core.problems import fail

EXTRAS = {"pyarrow": "tables", "duckdb": "duckdb", "pyspark": "spark"}
TITLES = {"pyarrow": "PyArrow", "duckdb": "DuckDB", "pyspark": "Spark"}


def library(module: str) -> Any:
    """Import a module of one of the libraries in `EXTRAS`.

    Raises
    ------
    InputError
        If the library is not installed. The message names the extra that installs it.
    """
    try:
        return import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        message = f"this needs {TITLES[name]}, which is not installed; run: pip install 'corefscore[{EXTRAS[name]}]'"
        raise fail("tables", 0, message) from None
