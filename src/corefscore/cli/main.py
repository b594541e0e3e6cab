"""The command line: the group of all commands, the streams, and how a command ends."""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import warnings

import click

from corefscore.cli.command import CONTEXT, LazyGroup, printing
from corefscore.cli.output import discard, notify
from corefscore.version import __version__

# Little here multiplies matrices; without its threads, NumPy loads in half the processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# When somebody stops a command with several processes, Python removes what they shared, and need not report it.
sys.warnoptions.append("ignore:resource_tracker")

PROGRAM = "corefscore"
DEBUG = "COREFSCORE_DEBUG"
SIGNALLED = 128
"""What a shell adds to the number of a signal for the status of a process that it ended."""

COMMANDS = {
    "score": "Score a response against a key.",
    "explain": "Show step by step how the figures of a document come about.",
    "entities": "Show one entity after the other.",
    "compare": "Compare systems: one table, intervals, significance.",
    "agreement": "Measure how far annotators agree, and where they do not.",
    "leaderboard": "Show published results, and yours among them.",
    "errors": "List what went wrong, and what it costs.",
    "show": "Show one document with its mentions in colours.",
    "report": "Write a page to look at: scores, errors, texts.",
    "estimate": "Estimate scores from a sample of labelled entities.",
    "thresholds": "Find the best threshold for scored pairs of records.",
    "blocking": "Count the true pairs among candidate pairs of records.",
    "metrics": "List the metrics.",
    "weights": "Show what each mention weighs.",
    "validate": "Find what is wrong with files, and count what is in them.",
    "convert": "Write files in another format.",
    "prompt": "Write inputs for a language model.",
    "baseline": "Write a simple response: the floor that a system should exceed.",
    "study": "Run experiments on the metrics themselves.",
    "reference": "Print what the reference scorer v8.01 prints.",
    "corefud-scorer": "Print what the CorefUD scorer 1.2 prints.",
    "codabench": "Score a submission to Codabench.",
    "completion": "Print the script that completes commands in your shell.",
}


def _citations(_: click.Context) -> str:
    from corefscore.metrics.citations import ENTRIES, bibtex

    return bibtex(ENTRIES)


group = LazyGroup(
    PROGRAM,
    help="Scores of coreference resolution: the official figures, from files of key and response.",
    epilog=f"'{PROGRAM} COMMAND --help' shows the options of a command, with examples.",
    package="corefscore.cli.commands",
    summaries=COMMANDS,
    examples={
        "Score the example": "corefscore score examples/key.conll examples/response.conll",
        "Explain its figures": "corefscore explain examples/key.conll examples/response.conll --document chess",
        "Let the shell complete commands, options and metrics": "corefscore completion --help",
    },
    context_settings=CONTEXT,
    params=[
        printing("--version", text=lambda _: f"{PROGRAM} {__version__}", meaning="Show the version and exit."),
        printing("--cite", text=_citations, meaning="Print BibTeX and exit."),
    ],
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command.

    Parameters
    ----------
    arguments : list of str, optional
        The words of the command line; without them, those of the program.

    Raises
    ------
    SystemExit
        With status 1 if the input is at fault, 2 if the usage is. Standard error has a line for each problem.
    """
    from corefscore.core.problems import InputWarning

    _open_streams()
    _end_tidily()
    warnings.simplefilter("always", InputWarning)
    warnings.showwarning = _show_warning
    status = _status(arguments)
    unwritten = _flushed()
    if status or unwritten:
        sys.exit(status or unwritten)


def _status(arguments: list[str] | None) -> int:
    """Run a command and report why it fails, if it does."""
    from corefscore.core.problems import InputError

    try:
        return group.main(arguments, PROGRAM, standalone_mode=False) or 0
    except click.ClickException as error:
        _report_usage(error)
        return error.exit_code
    except click.Abort:  # which begins with an end of line
        notify("Aborted!")
    except InputError as error:
        notify(str(error))
    except OSError as error:
        _report_unwritten(error)
    except MemoryError:
        notify("corefscore: there is not enough memory for this input; score a part of it, or use a larger machine")
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        notify(f"corefscore: internal error ({type(error).__name__}: {error})")
        notify(f"This is a fault of corefscore; please report it, with {DEBUG}=1 set for the details.")
    return 1


def _end_tidily() -> None:
    """Tidy up before the process ends, also when its terminal is closed; what the caller lets it ignore is ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> None:
    """End as the signal asks for, but remove unfinished files and end other processes first."""
    raise SystemExit(SIGNALLED + number)


def _report_usage(error: click.ClickException) -> None:
    text = io.StringIO()
    error.show(text)
    notify(text.getvalue().rstrip("\n"))


def _report_unwritten(error: OSError) -> None:
    """Report that the output could not be written, unless its reader has left; its rest is not tried again."""
    if not isinstance(error, BrokenPipeError):
        notify(f"corefscore: cannot write the output ({error.strerror or error})")
    discard(sys.stdout)


def _flushed() -> int:
    """The status after the rest of the output was written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _report_unwritten(error)
        return 1
    return 0


def _open_streams() -> None:
    """Make streams that take any text, even if the caller closed them, or knows letters of English only."""
    if sys.stdout is None:
        # Closed by the caller: what is printed is an error, as for any output that cannot be written.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Files and pipes of Windows would get a code page that lacks most letters.
            is_narrow = codecs.lookup(stream.encoding).name == "ascii" or (os.name == "nt" and not stream.isatty())
            stream.reconfigure(encoding="utf-8" if is_narrow else None, errors="backslashreplace")


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    from corefscore.core.escaping import printable
    from corefscore.core.problems import InputWarning

    if isinstance(message, InputWarning):
        notify(f"{message.problem.location}: warning: {printable(message.problem.message)}")
    else:
        notify(str(message))
