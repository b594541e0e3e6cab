"""Make a key and five imaginary systems from the shipped example: `python examples/systems.py FOLDER`.

A document of the new key is made of one to six documents of the example, one after the other. Each system errs in its
own way: it misses mentions, moves them to other entities, or takes them out of theirs. Some documents are harder than
others, for all systems alike.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import corefscore
from corefscore.core.arrays import Floats, Ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.formats.writing import write

ROOT = Path(__file__).parents[1]
DOCUMENTS, SEED = 60, 7
ERRORS = {
    "alder": (0.10, 0.08, 0.04),
    "birch": (0.04, 0.12, 0.06),
    "cedar": (0.05, 0.11, 0.06),
    "elm": (0.14, 0.02, 0.06),
    "fir": (0.12, 0.14, 0.10),
}
"""How likely a system is to miss a mention, to move it to another entity, and to leave it alone."""


class Words(NamedTuple):
    """The text of a document."""

    sentences: list[list[str]]

    def line_of(self, token: int) -> int:
        return 0


class Spans(NamedTuple):
    """Mentions as rows of document, first token, last token, entity."""

    origins: list[Origin]
    rows: Ints

    def corpus(self) -> Corpus:
        entities, entity = np.unique(self.rows[:, 3], return_inverse=True)
        document, start, end = (np.ascontiguousarray(column) for column in self.rows[:, :3].T)
        labels = np.arange(len(entities)).astype(str)
        return Corpus.build(self.origins, document, start, end, entity.astype(np.int64), labels)


def key(rng: np.random.Generator) -> Spans:
    example = list(corefscore.read(ROOT / "examples" / "key.conll"))
    origins, rows = [], []
    entities = 0
    for number in range(DOCUMENTS):
        parts = [example[place] for place in rng.integers(len(example), size=1 + rng.integers(6))]
        sentences: list[list[str]] = []
        for part in parts:
            offset = sum(map(len, sentences))
            rows += [(number, m.start + offset, m.end + offset, m.entity + entities) for m in part.mentions]
            entities += len(part.corpus.labels)
            text = part.corpus.origins[part.number].text
            sentences += text.sentences if text else []
        genre = parts[0].name.strip("(").split("/")[0]
        origins.append(Origin(f"({genre}/{number:02d}); part 000", Memory("example"), text=Words(sentences)))
    return Spans(origins, np.array(rows, dtype=np.int64))


def response(rng: np.random.Generator, truth: Spans, hardness: Floats, errors: tuple[float, float, float]) -> Spans:
    rows = truth.rows.copy()
    chance = rng.random(len(rows)) / hardness[rows[:, 0]]
    miss, move, alone = np.cumsum(errors)
    for row in np.flatnonzero((chance >= miss) & (chance < move)):
        neighbours = rows[rows[:, 0] == rows[row, 0], 3]
        rows[row, 3] = rng.choice(neighbours)
    left = np.flatnonzero((chance >= move) & (chance < alone))
    rows[left, 3] = rows[:, 3].max() + 1 + np.arange(len(left))
    return Spans(truth.origins, rows[chance >= miss])


def main(folder: Path) -> None:
    rng = np.random.default_rng(SEED)
    (folder / "systems").mkdir(parents=True, exist_ok=True)
    truth = key(rng)
    write(truth.corpus(), folder / "key.conll")
    hardness = rng.gamma(6.0, 1 / 6.0, DOCUMENTS)
    for name, errors in ERRORS.items():
        write(response(rng, truth, hardness, errors).corpus(), folder / "systems" / f"{name}.conll")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
