"""The main program: the group of all commands, the streams, and the exit status."""

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

# Few commands multiply matrices. Without threads for this, NumPy loads in half the processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# If a user stops a command with several processes, Python removes their shared resources and need not warn of it.
sys.warnoptions.append("ignore:resource_tracker")

PROGRAM = "corefscore"
DEBUG = "COREFSCORE_DEBUG"
SIGNALLED = 128
"""The number that a shell adds to the number of a signal for the exit status of a process."""

COMMANDS = {
    "score": "Score a response against a key.",
    "explain": "Explain the scores of one document, step by step.",
    "entities": "List all entities with their scores and errors.",
    "compare": "Compare several systems: scores, intervals, significance.",
    "agreement": "Measure the agreement of annotators, and list disagreements.",
    "leaderboard": "Show published results, and add your own results.",
    "errors": "List the errors of a response, and their costs.",
    "show": "Show the text of one document with its mentions in colours.",
    "report": "Write an HTML page with scores, errors and texts.",
    "estimate": "Estimate scores from a sample of labelled entities.",
    "thresholds": "Find the best threshold for scored pairs of records.",
    "blocking": "Count the true pairs among candidate pairs of records.",
    "metrics": "List the metrics.",
    "weights": "Show the weight of each mention.",
    "validate": "Check files, and count what they contain.",
    "convert": "Convert files to another format.",
    "prompt": "Write prompts for a language model.",
    "baseline": "Write a baseline: a simple response to a key.",
    "study": "Run experiments on the metrics themselves.",
    "reference": "Score like the reference scorer v8.01, with the same output.",
    "corefud-scorer": "Score like the CorefUD scorer 1.2, with the same output.",
    "codabench": "Score a submission to Codabench.",
    "completion": "Print a script for command completion in your shell.",
}


def _citations(_: click.Context) -> str:
    from corefscore.metrics.citations import ENTRIES, bibtex

    return bibtex(ENTRIES)


group = LazyGroup(
    PROGRAM,
    help="Score coreference resolution: compare a response with a key, and print the official figures.",
    epilog=f"'{PROGRAM} COMMAND --help' shows the options and examples of a command.",
    package="corefscore.cli.commands",
    summaries=COMMANDS,
    examples={
        "Score the example": "corefscore score examples/key.conll examples/response.conll",
        "Explain its scores": "corefscore explain examples/key.conll examples/response.conll --document chess",
        "Let the shell complete commands, options and metrics": "corefscore completion --help",
    },
    context_settings=CONTEXT,
    params=[
        printing("--version", text=lambda _: f"{PROGRAM} {__version__}", meaning="Show the version and exit."),
        printing("--cite", text=_citations, meaning="Print BibTeX entries of all metrics and exit."),
    ],
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command.

    Parameters
    ----------
    arguments : list of str, optional
        The words of the command line. By default they are those of the process.

    Raises
    ------
    SystemExit
        With status 1 for an error in the input, and status 2 for an error of usage. Standard error has a line for each
        problem.
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
    """Run a command, report errors, and return the exit status."""
    from corefscore.core.problems import InputError

    try:
        return group.main(arguments, PROGRAM, standalone_mode=False) or 0
    except click.ClickException as error:
        _report_usage(error)
        return error.exit_code
    except click.Abort:  # the message begins on a new line
        notify("Aborted!")
    except InputError as error:
        notify(str(error))
    except OSError as error:
        _report_unwritten(error)
    except MemoryError:
        notify("corefscore: not enough memory for this input; score a part of it, or use a larger machine")
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        notify(f"corefscore: internal error ({type(error).__name__}: {error})")
        notify(f"This is a bug of corefscore. Set {DEBUG}=1 to see the details, and please report them.")
    return 1


def _end_tidily() -> None:
    """Clean up before a signal ends the process, for example if the terminal closes. Ignored signals stay ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> None:
    """Remove unfinished files and end other processes. Then end with the status of the signal."""
    raise SystemExit(SIGNALLED + number)


def _report_usage(error: click.ClickException) -> None:
    text = io.StringIO()
    error.show(text)
    notify(text.getvalue().rstrip("\n"))


def _report_unwritten(error: OSError) -> None:
    """Report that the output could not be written, unless its reader has closed it. The rest is discarded."""
    if not isinstance(error, BrokenPipeError):
        notify(f"corefscore: cannot write the output ({error.strerror or error})")
    discard(sys.stdout)


def _flushed() -> int:
    """Write the rest of the output, and return the exit status."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _report_unwritten(error)
        return 1
    return 0


def _open_streams() -> None:
    """Open streams that accept any text, even if the caller closed them or uses an ASCII encoding."""
    if sys.stdout is None:
        # The caller closed this stream. Printing to it is an error, as for any output that cannot be written.
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
