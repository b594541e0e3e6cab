"""A page for each metric: what it is, what it can do, where it comes from, and how it counts an example."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import NamedTuple

import corefscore
from corefscore import Metric, Result
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.citations import bibtex, short
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import DEFAULT
from generated_pages.markdown import bullets, code, fence, page, plain, section, sentence, table, toctree

ROOT = Path(__file__).parents[2]
INTRODUCTION = """\
`corefscore metrics` prints this table. `-m NAME` (`metrics=["NAME"]` in Python) chooses metrics; those
that are computed by default have a star.
[Choosing a metric](../../../explanation/choosing-a-metric.md) helps to choose.

In formulas, K and R are the sets of key entities and of response entities, k and r are entities, |k| is the number of
mentions of k, and |k ∩ r| the number of mentions that k and r share. Sums are over all k, or over all pairs (k, r) that
share a mention. A formula is that of recall; precision is the same with key and response exchanged, unless it is
given too."""


class Example(NamedTuple):
    """A key and a response in which a metric has something to count, and how to score them."""

    key: str
    response: str
    document: str | None = None
    scope: str | None = None
    topics: str | None = None

    def result(self, name: str) -> Result:
        topics = self.topics and str(ROOT / self.topics)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", corefscore.InputWarning)
            return corefscore.score(
                ROOT / self.key, ROOT / self.response, metrics=[name], scope=self.scope, topics=topics
            )

    def command(self, verb: str, name: str, *options: str) -> str:
        given = self._asdict()
        words = [f"--{option} {given[option]}" for option in (*options, "scope", "topics") if given[option]]
        line = " ".join(["$ corefscore", verb, self.key, self.response, "-m", name, *words])
        return fence("console", line)


WORKED = Example("examples/worked/key.conll", "examples/worked/response.conll")
RELATIONS = Example("examples/relations/key.json", "examples/relations/response.json")
EXAMPLES = {
    "links": Example(
        "examples/topics/key.csv", "examples/topics/response.csv", "fire", "topic", "examples/topics/topics.tsv"
    ),
    "nec": Example("examples/key.conll", "examples/response.conll"),
    "zeros": Example("examples/corefud/key.conllu", "examples/corefud/swapped.conllu"),
}


def metric_pages() -> dict[str, str]:
    """The pages by path: all metrics, and a page for each."""
    rows = [[f"[`{name}`]({name}.md)", _title(metric), plain(metric.description)] for name, metric in METRICS.items()]
    index = page("Metrics", INTRODUCTION, table(["name", "metric", "what it measures"], rows), toctree(METRICS))
    return {"metrics/index.md": index, **{f"metrics/{name}.md": _page(metric) for name, metric in METRICS.items()}}


def _title(metric: Metric) -> str:
    return f"{plain(metric.title)}{' ★' if metric.name in DEFAULT else ''}"


def _page(metric: Metric) -> str:
    parts = [
        sentence(plain(metric.description)),
        fence("text", metric.formula) if metric.formula else "",
        _facts(metric),
    ]
    return page(plain(metric.title), *parts, _example(metric), _references(metric))


def _facts(metric: Metric) -> str:
    names = ", ".join(map(code, (metric.name, *metric.aliases)))
    facts = {
        "It is computed by default.": metric.name in DEFAULT,
        f"It is the mean of {_links(metric.of)}.": metric.of,
        "It has one figure, and neither recall nor precision.": isinstance(metric, ValueMetric),
        "It is a distance: less is better.": metric.is_distance,
        "Mentions may have [weights](../../../how-to/weights.md).": metric.weighted,
        "It counts split antecedents of plural entities.": metric.split is not None,
        "It has figures for each pair of aligned entities (`corefscore entities`).": metric.pair is not None,
        "It looks at the words of mentions, so tables of ids have no figure.": metric.needs_text,
        "It is about relations or non-referring mentions, not about entities.": metric.of_relations,
        "The reference scorer v8.01 has it; `duplicates=reference` counts repeats as it does.": metric.repeats,
        "Its F1 stays the same if key and response are exchanged, where mentions match exactly.": metric.symmetric,
    }
    return bullets([f"Names: {names}.", *(fact for fact, is_so in facts.items() if is_so)])


def _links(names: tuple[str, ...]) -> str:
    return ", ".join(f"[{plain(METRICS[name].title)}]({name}.md)" for name in names)


def _example(metric: Metric) -> str:
    example = EXAMPLES.get(metric.name, RELATIONS if metric.of_relations else WORKED)
    result = example.result(metric.name)
    if isinstance(metric, ValueMetric):
        figure = f"The figure is {result[metric.name].value:.4f}."
        return section("Example", example.command("score", metric.name), figure)
    steps = _below(result.explain(metric.name, example.document).to_markdown())
    return section("Example", example.command("explain", metric.name, "document"), steps)


def _below(explanation: str) -> str:
    """An explanation without its title."""
    return explanation.partition("\n")[2].strip()


def _references(metric: Metric) -> str:
    if not metric.cite:
        return ""
    return section("References", "; ".join(map(short, metric.cite)) + ".", fence("bibtex", bibtex(metric.cite)))
