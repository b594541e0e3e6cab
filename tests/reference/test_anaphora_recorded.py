"""Real pairs of files with plural entities, bridges and non-referring mentions, and the figures recorded for them."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.core.problems import InputWarning
from corefscore.core.settings import PROFILES
from tests.anaphora_brute import Annotation
from tests.annotated import corpus_of
from tests.shared import shared_data

PAIRS = ("ua/light_dev-22", "ua/persuasion_dev-22", "gum")
NAMES = {"blanc*": "blanc", "nonref": "nonreferring", "br-ana": "recognition", "br-ment": "mention", "br-ent": "entity"}
METRICS = ["lea", "muc", "b3", "ceafe", "ceafm", "blanc", "conll", "nonreferring", "bridging"]
SPLIT = {"lea": "lea", "muc": "muc", "bcub": "b3", "ceafe": "ceafe", "ceafm": "ceafm"}
DECIMALS = 0.00501


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The files have faults, which their readers report."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        yield


def files(pair: str) -> tuple[Path, Path]:
    folder = shared_data() / "anaphora" / pair
    return folder / "key.conllua.gz", folder / "response.conllua.gz"


def expected(pair: str, layer: str) -> dict[str, list[float]]:
    """The right figures: recall, precision and F1 by name."""
    identity, _, deixis = (shared_data() / "anaphora" / pair / "expected.txt").read_text().partition("-- discourse")
    found = {}
    for line in (identity if layer == "identity" else deixis).splitlines():
        name, *rest = line.split() or [""]
        figures = [float(each) for each in rest if each.replace(".", "").isdigit()]
        if figures and name != "conll":
            found[NAMES.get(name, name)] = figures
    return found


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("layer", ["identity", "deixis"])
def test_figures_of_real_files(pair: str, layer: str) -> None:
    key, response = files(pair)
    result = corefscore.score(key, response, METRICS, blanc="luo2014", layer=layer)
    scores = {**result, **result["bridging"].families}
    for name, figures in expected(pair, layer).items():
        found = [100 * rate for rate in scores[name][:3]]
        assert found == pytest.approx(figures, abs=DECIMALS), name


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    ("mode", "policies"),
    [
        ("remove_split_antecedent", {"split": "off"}),
        ("remove_singletons remove_split_antecedent", {"split": "off", "singletons": "drop"}),
    ],
)
def test_figures_without_split_antecedents(pair: str, mode: str, policies: dict[str, str]) -> None:
    key, response = files(pair)
    result = corefscore.score(key, response, blanc="luo2014", **policies)  # type: ignore[arg-type]
    for name, figures in recorded(pair, mode).items():
        assert [100 * rate for rate in result[name][:3]] == pytest.approx(figures, abs=DECIMALS), name


@pytest.mark.parametrize("pair", PAIRS)
def test_figures_of_split_antecedents_alone(pair: str) -> None:
    key, response = files(pair)
    result = corefscore.score(key, response, [f"split-{name}" for name in SPLIT.values()])
    for name, figures in recorded(pair, "only_split_antecedent").items():
        if name in SPLIT.values():
            assert [100 * rate for rate in result[f"split-{name}"][:3]] == pytest.approx(figures, abs=DECIMALS), name


def recorded(pair: str, mode: str) -> dict[str, list[float]]:
    """What the first scorer of Universal Anaphora printed in one of its modes."""
    text = (shared_data() / "anaphora" / pair / "recorded.txt").read_text()
    part = text.split(f"## ua-1.0 [{mode}]\n")[1].split("##")[0]
    found = {}
    for line in part.splitlines():
        name, _, rest = line.partition(": ")
        if name in SPLIT or name == "blanc":
            found[SPLIT.get(name, name)] = [float(each) for each in rest.split()[1::2]]
    return found


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("match", ["exact", "min", "craft"])
def test_a_file_against_itself_is_perfect_in_every_mode(pair: str, match: str) -> None:
    for path, layer in product(files(pair), ("identity", "deixis")):
        side = corefscore.read(path, layer=layer)
        for split, singletons in product(("on", "off"), ("keep", "drop")):
            result = corefscore.score(side, side, METRICS, match=match, split=split, singletons=singletons)
            for name, score in {**result, **result["bridging"].families}.items():
                for rate, counts in ((score.recall, score[4]), (score.precision, score[6])):
                    assert rate == pytest.approx(1) or not counts > 0, (name, path, layer, split, singletons)


@pytest.mark.parametrize("profile", ["codi-crac-ar", "codi-crac-br", "codi-crac-dd", "crac18", "craft19"])
def test_profiles_of_the_shared_tasks(profile: str) -> None:
    key, response = files(PAIRS[0])
    result = corefscore.score(key, response, profile=profile)
    assert all(getattr(result.settings, policy) == choice for policy, choice in PROFILES[profile].policies.items())
    assert ("layer:deixis" in result.signature) == (profile == "codi-crac-dd")
    assert f"split:{'off' if profile in ('crac18', 'craft19') else 'on'}" in result.signature
    figures = {"codi-crac-ar": 67.46, "codi-crac-dd": 63.41, "codi-crac-br": 49.13, "crac18": 67.92}
    if profile in figures:
        main = result["bridging" if profile == "codi-crac-br" else "conll"]
        assert 100 * main.f1 == pytest.approx(figures[profile], abs=DECIMALS)


def large_side(seed: int) -> Annotation:
    """About 1,400 mentions, with 60 plural entities that share many elements."""
    random = np.random.default_rng(seed)
    owner = random.integers(0, 500, 1300)
    entities: dict[str, set[tuple[int, int]]] = {}
    for token, entity in enumerate(owner.tolist()):
        entities.setdefault(f"e{entity}", set()).add((token, token))
    names = list(entities)
    elements = {}
    for number in range(60):
        entities[f"p{number}"] = {(2000 + 3 * number, 2000 + 3 * number)}
        elements[f"p{number}"] = frozenset(names[each] for each in random.integers(0, 12, 3))
    tokens = [(int(each), int(each)) for each in random.integers(0, 1300, 200)]
    return Annotation(
        {name: frozenset(members) for name, members in entities.items()},
        elements,
        bridges=[(one, other, "poss") for one, other in zip(tokens[::2], tokens[1::2], strict=True)],
    )


def test_large_documents_take_less_than_a_second() -> None:
    key, response = (corpus_of({str(n): large_side(3 * side + n) for n in range(3)}) for side in range(2))
    assert key.mentions > 4000
    metrics = [*METRICS, *(f"split-{name}" for name in SPLIT.values())]
    best = min(_seconds(key, response, metrics) for _ in range(3))
    assert best < 1


def _seconds(key: object, response: object, metrics: list[str]) -> float:
    begin = time.process_time()
    corefscore.score(key, response, metrics)
    return time.process_time() - begin
