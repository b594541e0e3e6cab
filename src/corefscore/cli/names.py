"""Names on the command line that the package knows: metrics and forms of output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from corefscore.cli.paths import Text, completions
from corefscore.core.export import FORMATS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Names = click.ParamType[tuple[str, ...]]
    StringChoice = click.Choice[str]
else:
    Names, StringChoice = click.ParamType, click.Choice

OTHER_NAMES = {"text": "table"}
INPUT_OPTIONS = ("--from", "--key-format")
"""Options that name the format of files that are read."""


class MetricNames(Names):
    """Metrics with commas between them, each under any of its names; or else columns of a table of results."""

    name = "metric"

    def __init__(self, or_columns: bool = False) -> None:
        self.or_columns = or_columns

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from corefscore.metrics.registry import metric_name

        names = split_names([str(value)])
        return tuple(names) if self.or_columns else tuple(map(metric_name, names))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, _ = incomplete.rpartition(",")
        further = {name: title for name, title in _metrics().items() if name not in before.split(",")}
        return completions({f"{before}{comma}{name}": title for name, title in further.items()}, incomplete)


class MetricName(Text):
    """One metric, under any of its names."""

    name = "metric"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from corefscore.metrics.registry import metric_name

        return metric_name(str(value))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(_metrics(), incomplete)


class OutputFormat(StringChoice):
    """A form in which results can be written."""

    def __init__(self) -> None:
        super().__init__(tuple(FORMATS))

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = OTHER_NAMES.get(str(value), str(value))
        if ctx is not None and name not in FORMATS:
            self._refuse_formats_of_files(name, param, ctx)
        return super().convert(name, param, ctx)

    def _refuse_formats_of_files(self, value: str, param: click.Parameter | None, ctx: click.Context) -> None:
        from corefscore.formats.registry import FORMATS as FORMATS_OF_FILES

        flags = {flag for each in ctx.command.params for flag in each.opts}
        near = [flag for flag in INPUT_OPTIONS if flag in flags]
        if value in FORMATS_OF_FILES and near:
            message = f"{value!r} is a format of files that are read; did you mean {near[0]}?"
            self.fail(f"{message} Output can be {', '.join(FORMATS)}.", param, ctx)


def split_names(values: Iterable[str]) -> list[str]:
    """Names given one by one or with commas between them."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


def _metrics() -> dict[str, str | None]:
    """The titles of all metrics."""
    from corefscore.metrics.registry import METRICS

    return {name: metric.title for name, metric in METRICS.items()}
