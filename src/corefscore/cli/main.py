"""The command line. Each command has a file of its own, loaded when it is called."""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
from typing import Any, NoReturn

from corefscore.cli.pages import echo
from corefscore.cli.parser import Group
from corefscore.version import __version__

COMMANDS = {
    "score": "Score a response against a key.",
    "explain": "Show step by step how the figures of a document come about.",
    "entities": "Look at one entity after the other.",
    "compare": "Compare systems: one table, intervals, significance.",
    "leaderboard": "Published results, and yours among them.",
    "errors": "List what went wrong, and what it costs.",
    "show": "Show one document with its mentions in colours.",
    "report": "Write a page to look at: scores, errors, texts.",
    "metrics": "List the metrics.",
    "validate": "Say what is wrong with files, and what is in them.",
    "convert": "Write files in another format.",
    "study": "Experiments on the metrics themselves.",
    "reference": "Print what the reference scorer v8.01 prints.",
}
DEBUG = "COREFSCORE_DEBUG"

# Little here multiplies matrices; without its threads, NumPy loads in half the processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# When somebody stops a command with several processes, Python clears away what they shared; nobody needs to know.
sys.warnoptions.append("ignore:resource_tracker")


def _cite() -> None:
    from corefscore.metrics.citations import ENTRIES, bibtex

    echo(bibtex(ENTRIES))


group = Group(
    "Scores of coreference resolution: the official figures, from files of key and response.",
    "corefscore.cli.commands",
    COMMANDS,
    {
        "--version": ("Show the version and exit.", lambda: echo(f"corefscore {__version__}")),
        "--cite": ("Print BibTeX and stop.", _cite),
    },
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; what is wrong with the input goes to standard error, one line for each problem."""
    from corefscore.core.problems import InputError, InputWarning

    _open_streams()
    warnings.simplefilter("always", InputWarning)
    warnings.showwarning = _show_warning
    try:
        group.main(sys.argv[1:] if arguments is None else arguments, "corefscore")
    except (InputError, OSError, KeyboardInterrupt) as error:
        _tell(error)
        sys.exit(1)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        echo(f"corefscore: internal error ({type(error).__name__}: {error})", err=True)
        echo(f"This is a fault of corefscore; please report it, with {DEBUG}=1 set for the details.", err=True)
        sys.exit(1)


def _open_streams() -> None:
    """Make streams that take any text, even if whoever called closed them, or knows letters of English only."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if is_ascii else None, errors="backslashreplace")


def _tell(error: BaseException) -> None:
    """Say why a command ended early, unless whoever reads its output has left."""
    if isinstance(error, BrokenPipeError):
        return
    if isinstance(error, OSError):
        echo(f"corefscore: cannot write the output ({error.strerror or error})", err=True)
    else:
        echo(str(error) or "\nAborted!", err=True)


def run() -> NoReturn:
    """Be the program: run a command, then leave at once. Python's own way out takes as long as a small score."""
    status: Any = 0
    try:
        main()
    except SystemExit as leaving:
        status = leaving.code
    os._exit(int(status or 0) or _written())


def _written() -> int:
    """The status after what is left to write was written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _tell(error)
        return 1
    return 0


def _show_warning(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
    problem = getattr(message, "problem", None)
    text = str(message) if problem is None else f"{problem.place}: warning: {problem.message}"
    echo(text, err=True)
