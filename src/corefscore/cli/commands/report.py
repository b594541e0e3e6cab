"""corefscore report"""

from __future__ import annotations

from typing import Any

from corefscore.cli import options, output
from corefscore.cli.pages import echo
from corefscore.cli.parser import Command, Range, UsageError, argument, option
from corefscore.cli.progress import watched


@Command
@argument("key")
@argument("responses", nargs=-1, required=True, metavar="RESPONSE...")
@option("-o", "--output", "target", required=True, metavar="FILE", text="The page to write, such as report.html.")
@options.metrics
@option("--title", text="The title of the page.")
@option("--document", "documents", multiple=True, metavar="NAME", text="Only the text of a document.")
@option("--limit", kind=Range(float, 0), default=30, show_default=True, text="The most megabytes of text to write.")
@option("--ci", is_flag=True, text="Confidence intervals, by the bootstrap over documents.")
@options.reading
@options.policies
def command(
    key: str,
    responses: tuple[str, ...],
    target: str,
    metrics: tuple[str, ...],
    title: str | None,
    documents: tuple[str, ...],
    limit: float,
    ci: bool,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Write a page that shows how each RESPONSE differs from KEY.

    The page is one file that any browser opens from disk. It loads nothing from elsewhere.
    """
    from corefscore.core.problems import InputError
    from corefscore.metrics.registry import find_metrics
    from corefscore.report.build import report

    names = options.split_names(metrics)
    try:
        find_metrics(names, profile=policies["profile"])
        with watched(key, *responses) as progress:
            page = report(
                key,
                list(responses),
                names,
                title=title,
                documents=documents or None,
                limit=limit,
                intervals=ci,
                progress=progress,
                **reading,
                **policies,
            )
    except InputError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None
    output.write(page, target)
    echo(f"{target}: {len(page.encode(errors='backslashreplace')) / 1e6:.1f} MB; open it in a browser", err=True)
