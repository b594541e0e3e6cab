"""The pages of the functions and classes, from their docstrings."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from generated_pages.markdown import code, fence, page, plain, table, toctree

INTRODUCTION = """\
`import corefscore` gives everything on the first seven pages, except names that are written with their module.
Names are loaded when they are first used.

All results have the methods of [`Exportable`](results.md): text, JSON, CSV, Markdown, LaTeX, HTML and data frames."""


class Group(NamedTuple):
    """Names on one page. Those without a dot are names of `corefscore`."""

    title: str
    about: str
    names: tuple[str, ...]


GROUPS = {
    "scoring": Group(
        "Scoring",
        "Scores of files, clusters, labels and tables, and the settings of a run.",
        ("score", "Scorer", "score_labels", "score_tables", "with_weights", "Settings"),
    ),
    "results": Group(
        "Results",
        "What scoring returns.",
        ("Result", "Score", "Counts", "Exportable", "corefscore.result.Scores", "corefscore.result.DocumentScores"),
    ),
    "files": Group(
        "Files",
        "Files and other values become a corpus, and a corpus becomes a file.",
        ("read", "write", "validate", "Corpus", "Validation", "Census"),
    ),
    "comparing": Group(
        "Comparing",
        "Several systems, annotators, or groups of documents.",
        ("compare", "Comparison", "Groups", "agreement", "Agreement", "baseline"),
    ),
    "analysis": Group(
        "Analysis",
        "Why a score is what it is.",
        ("EntityTable", "Errors", "prices", "Prices", "Explanation", "Strata", "write_report"),
    ),
    "problems": Group("Errors and warnings", "What is raised or warned of.", ("InputError", "InputWarning")),
    "metrics": Group(
        "Metrics as objects",
        "What a metric is, and how to define one.",
        ("METRICS", "Metric", *(f"corefscore.metrics.base.{name}" for name in ("RatioMetric", "Ratio", "Count"))),
    ),
}
INTEGRATIONS = {
    "e2e": "the evaluators of the e2e-coref lineage, with their names",
    "sklearn": "functions with the arguments of scikit-learn",
    "spacy": "a scorer for spaCy",
    "evaluate.evaluate": "a metric for Hugging Face evaluate",
    "torchmetrics": "a metric for torchmetrics",
    "lm_eval.tagged_output": "functions for a task of lm-evaluation-harness",
    "codabench": "scoring of a submission to Codabench",
}


def api_pages() -> dict[str, str]:
    """The pages by path: all groups, a page for each, and one for the integrations."""
    rows = [[f"[{each.title}]({name}.md)", ", ".join(map(_short, each.names))] for name, each in GROUPS.items()]
    rows.append(["[Integrations](integrations.md)", ", ".join(map(code, INTEGRATIONS))])
    index = page("Python", INTRODUCTION, table(["page", "names"], rows), toctree([*GROUPS, "integrations"]))
    return {
        "api/index.md": index,
        **{f"api/{name}.md": _group_page(each) for name, each in GROUPS.items()},
        "api/integrations.md": _integrations_page(),
    }


def _short(name: str) -> str:
    return code(name.rpartition(".")[2])


def _full(name: str) -> str:
    return name if "." in name else f"corefscore.{name}"


def _group_page(each: Group) -> str:
    names = [_full(name) for name in each.names]
    listed = ".. autosummary::\n   :nosignatures:\n\n" + "\n".join(
        f"   ~{name}" for name in names if not _is_data(name)
    )
    return page(each.title, each.about, _rst(listed), *(_rst(_directive(name)) for name in names))


def _rst(text: str) -> str:
    return fence("{eval-rst}", text)


def _is_data(name: str) -> bool:
    return isinstance(_found(name), dict)


def _found(name: str) -> object:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def _directive(name: str) -> str:
    found = _found(name)
    if _is_data(name):
        about = "All metrics by name; see :doc:`../metrics/index`."
        return f".. py:data:: {name}\n   :type: dict of str to Metric\n\n   {about}"
    if not isinstance(found, type):
        return f".. autofunction:: {name}"
    kind = "autoexception" if issubclass(found, BaseException) else "autoclass"
    lines = [f".. {kind}:: {name}", "   :members:"]
    if hasattr(found, "_fields"):
        lines.append(f"   :exclude-members: {', '.join(found._fields)}")
    return "\n".join(lines)


def _integrations_page() -> str:
    about = "Each module is imported by its name. Its framework must be installed; corefscore does not install it."
    modules = (f".. automodule:: corefscore.integrations.{name}\n   :members:\n   :noindex:" for name in INTEGRATIONS)
    parts = [
        f"## `corefscore.integrations.{name}`\n\n{_rst(text)}" for name, text in zip(INTEGRATIONS, modules, strict=True)
    ]
    rows = [[code(f"corefscore.integrations.{name}"), plain(meaning)] for name, meaning in INTEGRATIONS.items()]
    return page("Integrations", about, table(["module", "what it has"], rows), *parts)
