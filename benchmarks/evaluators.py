"""The same files, the numbers of evaluators that model repositories carry, and docs/explanation/evaluators.md.

``python -m benchmarks.evaluators FOLDER`` runs them. FOLDER has checkouts of the repositories.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

import corefscore

ROOT = Path(__file__).parents[1]
PAIRS = ROOT.parent / "shared" / "data" / "pairs"
CHOSEN = ("litbank-noisy", "ontogum-xrenner", "wiki100")
STANZA = "stanza/stanza/models/coref"

Clusters: TypeAlias = tuple[tuple[Any, ...], ...]
Documents: TypeAlias = list[tuple[Clusters, Clusters]]
"""Gold and predicted clusters of each document."""


def _load(name: str, path: Path) -> Any:
    """A module from its file, without the package around it."""
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _entity_of(clusters: Clusters) -> dict[Any, Any]:
    return {mention: cluster for cluster in clusters for mention in cluster}


def _lineage(evaluator: Any, documents: Documents) -> Any:
    """An evaluator of e2e-coref's lineage after all documents."""
    for gold, predicted in documents:
        evaluator.update(predicted, gold, _entity_of(predicted), _entity_of(gold))
    return evaluator


def fastcoref(folder: Path, documents: Documents) -> float:
    module = _load("fastcoref_metrics", folder / "fastcoref/fastcoref/utilities/metrics.py")
    return float(_lineage(module.CorefEvaluator(), documents).get_f1())


def maverick(folder: Path, documents: Documents) -> float:
    module = _load("maverick_metrics", folder / "maverick-coref/maverick/common/metrics.py")
    return float(_lineage(module.OfficialCoNLL2012CorefEvaluator(), documents).get_f1("conll2012"))


def stanza(folder: Path, documents: Documents) -> float:
    _load("stanza.models.coref.const", folder / STANZA / "const.py")
    checker = _load("stanza.models.coref.cluster_checker", folder / STANZA / "cluster_checker.py").ClusterChecker()
    for gold, predicted in documents:
        checker.add_predictions([*map(list, gold)], [*map(list, predicted)])
    return float(checker.bakeoff)


EVALUATORS: dict[str, Callable[[Path, Documents], float]] = {
    "fastcoref": fastcoref,
    "maverick": maverick,
    "stanza": stanza,
}


def row(folder: Path, pair: Path) -> list[str]:
    """The CoNLL average of a pair by the official definitions, then by each evaluator, in percent."""
    key, response = (next(pair.glob(f"{side}*")) for side in ("key", "response"))
    official = corefscore.score(key, response, profile="conll2012")["conll"].f1
    gold, predicted = corefscore.read(key).clusters, corefscore.read(response).clusters
    documents = [
        (tuple(map(tuple, clusters)), tuple(map(tuple, predicted.get(name, [])))) for name, clusters in gold.items()
    ]
    figures = [official, *(evaluate(folder, documents) for evaluate in EVALUATORS.values())]
    shown = [f"{100 * figure:.2f}" for figure in figures]
    return [pair.name, *(each if each == shown[0] else f"**{each}**" for each in shown)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluators", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with checkouts of fastcoref, maverick-coref and stanza")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "explanation" / "evaluators.md")
    options = parser.parse_args()
    head = ["pair", "official", *EVALUATORS]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(row(options.folder, PAIRS / name))} |" for name in CHOSEN]
    options.output.write_text(f"{INTRODUCTION}\n" + "\n".join(lines) + f"\n\n{EXPLANATION}", encoding="utf-8")
    print(options.output.read_text(encoding="utf-8"))


INTRODUCTION = """# The same files, their numbers

The CoNLL average of three pairs of a key and a response. "Official" is the reference scorer v8.01 and
`corefscore score --profile conll2012`, which agree. The others are evaluators that repositories of models carry;
numbers that differ are in bold. `python -m benchmarks.evaluators FOLDER` makes this page, where FOLDER has checkouts of
`fastcoref`, `maverick-coref` and `stanza`.
"""

EXPLANATION = """\
- **fastcoref** and s2e-coref leave out entities of one mention: for B³ on both sides, for CEAFe in the response alone.
- **maverick**, xcore, bookcoref, fast-coref and Seq2seqCoref keep them.
- **stanza** averages the recall and the precision of documents before it takes F1. One document without entities makes
  the whole figure undefined (`nan`).

`corefscore.integrations.e2e` has the same classes with the official figures; see [shapes.md](shapes.md).
"""


if __name__ == "__main__":
    main()
