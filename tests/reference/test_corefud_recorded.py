"""What corefud-scorer 1.2 printed for real files (../shared/data/corefud), to both decimals."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.formats.reading import read
from tests.shared import shared_data

NAMES = {"bcub": "b3", "zero": "zeros"}
OPTIONS = ["-x", "-x -s", "", "-s", "-a partial", "-a partial -s"]
RATES = re.compile(r"(\w+)\nRecall: ([\d.]+)  Precision: ([\d.]+)  F1: ([\d.]+)")


@cache
def corpora(folder: Path) -> tuple[Corpus, Corpus]:
    return read(folder / "key.conllu.gz"), read(folder / "response.conllu.gz")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("dataset", ["en_litbank", "es_ancora"])
def test_every_figure_is_the_one_printed(dataset: str, options: str) -> None:
    folder = shared_data() / "corefud" / dataset
    text = (folder / "corefud-scorer.txt").read_text()
    (part,) = [part for part in text.split("### options: ") if part.startswith(f"{options!r}\n")]
    match = "exact" if "-x" in options else "partial" if "partial" in options else "head"
    singletons = "keep" if "-s" in options else "drop"
    result = corefscore.score(*corpora(folder), profile="crac", match=match, singletons=singletons)
    printed = {NAMES.get(name, name): rates for name, *rates in RATES.findall(part)}
    assert len(printed) == 8
    ours = {
        name: [f"{100 * rate:.2f}" for rate in (score.recall, score.precision, score.f1)]
        for name, score in result.items()
        if name in printed
    }
    assert ours == printed
    (conll,) = re.findall(r"CoNLL score: ([\d.]+)", part)
    assert f"{100 * result['conll'].f1:.2f}" == conll
