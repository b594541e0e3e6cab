"""Score the same files with the evaluators of model repositories, and write docs/explanation/evaluators.md.

``python -m benchmarks.evaluators FOLDER --pairs PAIRS`` runs them. FOLDER has checkouts of the repositories. PAIRS has
a folder with a key and a response for each real pair of the page. Without it, there is the shipped example only.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

import corefscore

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples"
CHOSEN = ("litbank-noisy", "ontogum-xrenner", "wiki100")
STANZA = "stanza/stanza/models/coref"
MOST = 10_000
"""How many mentions coval gets. It looks for each mention in a list of all, so larger pairs take too long."""

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


def pooled_coval(folder: Path, pair: Path) -> float:
    """The mean F1 that Hugging Face evaluate's module `coval` gives: documents are sentences of one document."""
    sys.path.insert(0, str(folder / "coval"))
    from coval.conll import reader
    from coval.eval import evaluator

    key, response = (reader.get_doc_mentions("all", _lines_of(path), True)[0] for path in files_of(pair))
    matches = (reader.get_mention_assignments(*sides) for sides in ((key, response), (response, key)))
    found = {"all": (key, response, *matches)}
    metrics = (evaluator.muc, evaluator.b_cubed, evaluator.ceafe)
    return float(sum(evaluator.evaluate_documents(found, metric, beta=1)[2] for metric in metrics) / len(metrics))


def _lines_of(path: Path) -> list[list[str]]:
    """The token lines of each document of a CoNLL file."""
    text = (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode()
    documents = text.split("#begin document")[1:]
    return [[line for line in each.splitlines()[1:] if line and not line.startswith("#")] for each in documents]


def files_of(pair: Path) -> tuple[Path, Path]:
    """The key and the response of a pair."""
    return next(pair.glob("key.*")), next(pair.glob("response.*"))


EVALUATORS: dict[str, Callable[[Path, Documents], float]] = {
    "fastcoref": fastcoref,
    "maverick": maverick,
    "stanza": stanza,
}


def row(folder: Path, pair: Path) -> list[str]:
    """The CoNLL average of a pair by the official definitions, then by each evaluator, in percent."""
    key, response = files_of(pair)
    official = corefscore.score(key, response, profile="conll2012")["conll"].f1
    gold, predicted = corefscore.read(key).clusters, corefscore.read(response).clusters
    documents = [
        (tuple(map(tuple, clusters)), tuple(map(tuple, predicted.get(name, [])))) for name, clusters in gold.items()
    ]
    figures = [official, *(evaluate(folder, documents) for evaluate in EVALUATORS.values())]
    shown = [f"{100 * figure:.2f}" for figure in figures]
    small = sum(len(cluster) for clusters in gold.values() for cluster in clusters) <= MOST
    shown.append(f"{100 * pooled_coval(folder, pair):.2f}" if small else "–")
    title = "the shipped example" if pair == EXAMPLE else pair.name
    return [title, *(each if each in (shown[0], "–") else f"**{each}**" for each in shown)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluators", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with checkouts of the repositories")
    parser.add_argument("--pairs", type=Path, help="folder with real pairs")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "explanation" / "evaluators.md")
    options = parser.parse_args()
    pairs = [EXAMPLE, *(options.pairs / name for name in CHOSEN if options.pairs)]
    head = ["pair", "official", *EVALUATORS, "coval in Hugging Face evaluate"]
    lines = [f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}"]
    lines += [f"| {' | '.join(row(options.folder, pair))} |" for pair in pairs]
    options.output.write_text(f"{INTRODUCTION}\n" + "\n".join(lines) + f"\n\n{EXPLANATION}", encoding="utf-8")
    print(options.output.read_text(encoding="utf-8"))


INTRODUCTION = """# The same files, different numbers

Many repositories have an evaluator of their own. This page shows the CoNLL average that some of them give for the same
files. Figures that differ from the official one are bold. Look here before you compare your figure with that of another
repository.

"Official" is the reference scorer v8.01. `corefscore score --profile conll2012` gives the same figures. The first pair
is the shipped example. The others are real: LitBank with random errors, OntoGUM with the output of xrenner, and a
hundred Wikipedia articles with the output of one system as key and that of another as response.
"""

EXPLANATION = """\
- **fastcoref** and s2e-coref leave out singletons: for B³ on both sides, for CEAF-e in the response only.
- **maverick**, xcore, BookCoref, fast-coref and Seq2seqCoref keep singletons.
- **stanza** takes the mean of recall and of precision over documents, and computes F1 from these means. One document
  without entities makes the whole figure undefined (`nan`).
- **coval in Hugging Face evaluate** reads all documents as one. If entities of different documents have the same
  number, they become one entity. It takes too long for the two larger pairs (–).

`corefscore.integrations.e2e` has the classes of these evaluators, with the official figures: see [coming from the
evaluators of e2e-coref](../how-to/coming-from/e2e.md).

`python -m benchmarks.evaluators FOLDER --pairs PAIRS` makes this page. FOLDER has checkouts of `fastcoref`,
`maverick-coref`, `stanza` and `coval`. Without `--pairs`, the table has the shipped example only.
"""


if __name__ == "__main__":
    main()
