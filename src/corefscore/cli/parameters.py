"""Types of parameters on the command line: files to read or write, metrics, formats of output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TextIO

import click

from corefscore.core.export import FORMATS
from corefscore.core.settings import is_whole_number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from corefscore.core.replacing import AnyFile

    Text = click.ParamType[str]
    Names = click.ParamType[tuple[str, ...]]
    Limits = click.ParamType[tuple[str, float]]
    StringChoice = click.Choice[str]
else:  # before click 8.4 these take no type parameter
    Text = Names = Limits = click.ParamType
    StringChoice = click.Choice

READ, WRITTEN = "corefscore.read", "corefscore.written"
STANDARD_STREAM = "-"
CHOOSE = "choose another output file"
HIGHEST = 100.0
STANDARD_INPUT, STANDARD_OUTPUT = 0, 1
"""The file descriptors of the standard streams."""


OTHER_NAMES = {"text": "table"}
INPUT_OPTIONS = ("--from", "--key-format")
"""Options for the format of input files."""


def completions(names: Mapping[str, str | None], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin with the given text, with their meanings."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name, help=text) for name, text in names.items() if name.startswith(incomplete)]


def files(incomplete: str) -> list[CompletionItem]:
    """Return an item that makes the shell complete the names of files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


class InputPath(Text):
    """A file, a directory or a pattern to read, - for standard input, or one of the given words."""

    name = "path"

    def __init__(self, words: Iterable[str] = (), named: bool = False) -> None:
        self.words = tuple(words)
        self.named = named

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        path = split_name(str(value))[1] if self.named else str(value)
        if ctx is not None and path not in self.words:
            ctx.meta.setdefault(READ, []).append(path)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(dict.fromkeys(self.words), incomplete) or files(incomplete)  # bash shows only one of the two


class NumberOr(Text):
    """A whole number above 0, or one of the given words."""

    name = "number"

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if text not in self.words and not is_whole_number(text):
            words = ", ".join(self.words)
            self.fail(f"{text!r} is not a whole number such as 1500, and not one of {words}.", param, ctx)
        return text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(dict.fromkeys(self.words), incomplete)


class OutputPath(Text):
    """A file to write; `advice` says what to do if it is one that is read."""

    name = "file"

    def __init__(self, advice: str = CHOOSE) -> None:
        self.advice = advice

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if ctx is not None and value != STANDARD_STREAM:
            ctx.meta.setdefault(WRITTEN, []).append((value, param, self.advice))
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return files(incomplete)


class PicturePath(OutputPath):
    """A picture to write. The suffix of its name decides its format."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from corefscore.core.plots import check_name

        check_name(str(value))
        return super().convert(value, param, ctx)


def split_name(given: str) -> tuple[str | None, str]:
    """Return the name and the path of NAME=PATH. The name is None for a path without a name, or with = in it."""
    from pathlib import Path

    name, equals, path = given.partition("=")
    return (name, path) if equals and name and not Path(given).exists() else (None, given)


def refuse_overwriting(ctx: click.Context) -> None:
    """Raise a usage error if a command would overwrite a file that it reads, even under another name."""
    read = ctx.meta.get(READ, ())
    for path, param, advice in ctx.meta.get(WRITTEN, ()):
        message = _refusal(path, (file for given in read for file in _files(given)), advice)
        if message is not None:
            raise click.BadParameter(message, ctx, param)
    message = _refusal(STANDARD_OUTPUT, (given for given in read if given != STANDARD_STREAM))
    if message is not None:
        raise click.UsageError(message, ctx)


def _refusal(written: AnyFile, read: Iterable[AnyFile], advice: str = CHOOSE) -> str | None:
    """Return the reason why a file may not be written: it is one of the input files. None if it may be written."""
    if written == STANDARD_OUTPUT and not _is_plain(sys.stdout):
        return None
    from corefscore.core.replacing import same_file

    source = same_file(written, read)
    if source is None:
        return None
    names: dict[AnyFile, AnyFile] = {STANDARD_INPUT: "standard input", STANDARD_OUTPUT: "standard output"}
    message = f"{names.get(written, written)} is the input file {names.get(source, source)}"
    return f"{message}; {advice}."


def _is_plain(stream: TextIO) -> bool:
    """Return whether a stream goes to an ordinary file, which may be an input file."""
    import stat

    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # a stream in memory, or a closed stream
        return False


def _files(given: str) -> Iterator[AnyFile]:
    """Yield the files of a path, a directory or a pattern, with the companion files that are read with them."""
    from pathlib import Path

    from corefscore.formats.naming import COMPANIONS, companion

    path = Path(given)
    if given == STANDARD_STREAM:
        yield from [STANDARD_INPUT] if _is_plain(sys.stdin) else []
    elif path.is_dir():
        yield from path.rglob("*")
    elif path.exists():
        yield given
        for suffix in COMPANIONS:
            yield from (f"{companion(given, suffix)}{packed}" for packed in ("", ".gz"))
    else:
        from glob import glob

        for found in glob(given, recursive=True):  # noqa: PTH207 (a pattern may begin at the root)
            yield from _files(found)


class MetricNames(Names):
    """Metrics with commas between them, by any of their names; or columns of a table of results."""

    name = "metric"

    def __init__(self, or_columns: bool = False) -> None:
        self.or_columns = or_columns

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from corefscore.metrics.selection import metric_name

        names = split_names([str(value)])
        return tuple(names) if self.or_columns else tuple(map(metric_name, names))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, _ = incomplete.rpartition(",")
        further = {name: title for name, title in _metrics().items() if name not in before.split(",")}
        return completions({f"{before}{comma}{name}": title for name, title in further.items()}, incomplete)


class MetricName(Text):
    """One metric, by any of its names."""

    name = "metric"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from corefscore.metrics.selection import metric_name

        return metric_name(str(value))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(_metrics(), incomplete)


class Limit(Limits):
    """A metric and the lowest score that it should have, in points, such as conll=60."""

    name = "limit"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
        from corefscore.metrics.selection import metric_name

        if isinstance(value, tuple):
            return value
        metric, equals, points = str(value).partition("=")
        try:
            limit = float(points)
        except ValueError:
            limit = -1.0
        if not equals or not 0 <= limit <= HIGHEST:
            self.fail(f"{value!r} is not METRIC=POINTS with 0 to 100 points; write, for example, conll=60.", param, ctx)
        return metric_name(metric), limit

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions({f"{name}=": title for name, title in _metrics().items()}, incomplete)


class OutputFormat(StringChoice):
    """A format in which results can be written. Some commands have further formats."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        super().__init__((*FORMATS, *own))

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = OTHER_NAMES.get(str(value), str(value))
        if ctx is not None and name not in self.choices:
            self._refuse_formats_of_files(name, param, ctx)
        return super().convert(name, param, ctx)

    def _refuse_formats_of_files(self, value: str, param: click.Parameter | None, ctx: click.Context) -> None:
        from corefscore.formats.registry import FORMATS as FORMATS_OF_FILES

        flags = {flag for each in ctx.command.params for flag in each.opts}
        near = [flag for flag in INPUT_OPTIONS if flag in flags]
        if value in FORMATS_OF_FILES and near:
            message = f"{value!r} is a format of input files; did you mean {near[0]}?"
            self.fail(f"{message} The formats of output are {', '.join(self.choices)}.", param, ctx)


def split_names(values: Iterable[str]) -> list[str]:
    """Return all names, given one by one or with commas between them."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


def _metrics() -> dict[str, str | None]:
    """Return the titles of all metrics."""
    from corefscore.metrics.registry import METRICS

    return {name: metric.title for name, metric in METRICS.items()}
