"""Seeded inputs: documents as spans and entities, written in whatever form a scorer reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

TAGS = ["NN", "VBD", "DT", "IN", "NNP", "PRP", "JJ", ".", ","]
SENTENCE = 20
BRANCHES = ["(TOP(S(NP*", "*)", "*", "(VP*", "(NP*)", "(NP(NP*", "*))", "(PP*", "*.))"]


@dataclass(frozen=True)
class Side:
    """Mentions of one side of a document: first token, last token and entity of each."""

    start: Ints
    end: Ints
    entity: Ints

    def clusters(self) -> list[list[tuple[int, int]]]:
        groups: dict[int, list[tuple[int, int]]] = {}
        for start, end, entity in zip(self.start.tolist(), self.end.tolist(), self.entity.tolist(), strict=True):
            groups.setdefault(entity, []).append((start, end))
        return list(groups.values())


@dataclass(frozen=True)
class Document:
    name: str
    tokens: int
    key: Side
    response: Side


def ontonotes_like(documents: int = 3500, seed: int = 1) -> Iterator[Document]:
    """News-like documents: about 460 tokens and 45 mentions each, nested now and then, no singletons."""
    rng = np.random.default_rng(seed)
    for number in range(documents):
        tokens = int(rng.integers(200, 720))
        key = _side(rng, tokens, mentions=tokens // 6, entities=max(2, tokens // 30))
        name = f"bn/abc/{number % 100:02d}/abc_{number:04d}"
        yield Document(name, tokens, _without_singletons(key), _without_singletons(_perturbed(rng, key)))


def book(mentions: int, seed: int = 2) -> Document:
    """One long document: few large and many small entities, a fifth of the mentions singletons."""
    rng = np.random.default_rng(seed)
    tokens = 4 * mentions
    key = _side(rng, tokens, mentions, entities=mentions // 6, singletons=0.15)
    return Document(f"book_{mentions}", tokens, key, _perturbed(rng, key))


def small_documents(documents: int = 10_000, mentions: int = 45, seed: int = 3) -> Iterator[Document]:
    """What a training loop scores: many documents of few mentions, without singletons."""
    rng = np.random.default_rng(seed)
    for number in range(documents):
        key = _side(rng, 10 * mentions, 19 * mentions // 10, entities=mentions // 4)
        yield Document(f"d{number}", 10 * mentions, _without_singletons(key), _without_singletons(_perturbed(rng, key)))


def _side(rng: np.random.Generator, tokens: int, mentions: int, entities: int, singletons: float = 0.0) -> Side:
    """Mentions without crossing: starts are spread out, and every second one may be inside the one before it."""
    start = np.sort(rng.choice(tokens, size=mentions, replace=False))
    length = np.minimum(rng.geometric(0.6, mentions), 12)
    following = np.append(start[1:], tokens)
    outer = np.arange(mentions) % 2 == 0
    room = np.where(outer, np.append(following[1:], tokens), following)
    end = np.minimum(start + length, room) - 1
    inner = np.flatnonzero(~outer)
    end[inner - 1] = np.where(end[inner - 1] >= start[inner], np.maximum(end[inner - 1], end[inner]), end[inner - 1])
    rank = np.minimum(rng.zipf(1.3, mentions), 10**9)
    large = (rank <= entities) & (rng.random(mentions) >= singletons)
    entity = np.where(large, rank - 1, entities + np.arange(mentions))
    return Side(start, np.maximum(end, start), entity)


def _perturbed(rng: np.random.Generator, key: Side) -> Side:
    """A response: mentions missing, moved to another entity, shortened, spurious."""
    chance = rng.random(len(key.start))
    entity = key.entity.copy()
    moved = (chance >= 0.08) & (chance < 0.25)
    entity[moved] = rng.permutation(entity[moved])
    new = (chance >= 0.25) & (chance < 0.3)
    entity[new] = entity.max(initial=0) + 1 + np.arange(int(new.sum()))
    holds_another = np.append(key.start[1:], np.iinfo(np.int64).max) <= key.end
    shortened = (chance > 0.95) & (key.end > key.start) & ~holds_another
    end = key.end - shortened
    kept = chance >= 0.08
    return Side(key.start[kept], end[kept], entity[kept])


def _without_singletons(side: Side) -> Side:
    kept = np.bincount(side.entity)[side.entity] > 1
    return Side(side.start[kept], side.end[kept], side.entity[kept])


def cells(side: Side) -> dict[int, str]:
    """The bracket cells of the tokens that have one."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    order = np.lexsort((-side.end, side.start))
    for start, end, entity in zip(
        *(column[order].tolist() for column in (side.start, side.end, side.entity)), strict=True
    ):
        if start == end:
            opening.setdefault(start, []).append(f"({entity})")
        else:
            opening.setdefault(start, []).append(f"({entity}")
            closing.setdefault(end, []).insert(0, f"{entity})")
    return {
        token: "|".join([*opening.get(token, []), *closing.get(token, [])]) for token in opening.keys() | closing.keys()
    }


def write_conll(documents: Iterable[Document], folder: Path, columns: int, seed: int = 4) -> None:
    """Key and response in CoNLL-2012 format, with 5 or 11 columns."""
    rng = np.random.default_rng(seed)
    vocabulary = _vocabulary(rng)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "key.conll").open("w") as key, (folder / "response.conll").open("w") as response:
        for document in documents:
            rows = list(_rows(document, vocabulary, rng, columns))
            for stream, side in ((key, document.key), (response, document.response)):
                found = cells(side)
                stream.write(f"#begin document ({document.name}); part 000\n")
                stream.writelines(f"{row}{found.get(token, '-')}\n" for token, row in enumerate(rows))
                stream.write("\n#end document\n")


def _vocabulary(rng: np.random.Generator) -> list[str]:
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    return ["".join(rng.choice(letters, size)) for size in rng.integers(1, 10, 5000)]


def _rows(document: Document, vocabulary: list[str], rng: np.random.Generator, columns: int) -> Iterator[str]:
    """The lines of a document up to the coreference cell; a sentence begins with an empty line."""
    words = rng.integers(0, len(vocabulary), document.tokens).tolist()
    ends = (rng.random(document.tokens) < 0.05).tolist()
    tags = rng.integers(0, len(TAGS), document.tokens).tolist()
    number = 0
    for word, ended, tag in zip(words, ends, tags, strict=True):
        text = vocabulary[word]
        new_sentence = "\n" if ended and number > 5 else ""
        number = 0 if new_sentence else number
        rest = f"{text}\t" if columns == 5 else f"{text}\t{TAGS[tag]}\t{BRANCHES[tag]}\t{text}\t-\t-\t*\t"
        yield f"{new_sentence}{document.name}\t0\t{number}\t{rest}"
        number += 1


def write_jsonlines(documents: Iterable[Document], folder: Path, seed: int = 5) -> None:
    """Key and response as models write them, one document on each line: its sentences and its clusters."""
    rng = np.random.default_rng(seed)
    vocabulary = _vocabulary(rng)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "key.jsonl").open("w") as key, (folder / "response.jsonl").open("w") as response:
        for document in documents:
            words = [vocabulary[word] for word in rng.integers(0, len(vocabulary), document.tokens).tolist()]
            sentences = [words[first : first + SENTENCE] for first in range(0, len(words), SENTENCE)]
            for stream, side in ((key, document.key), (response, document.response)):
                found = {"doc_key": document.name, "sentences": sentences, "clusters": side.clusters()}
                stream.write(json.dumps(found) + "\n")


def write_scorch(documents: Iterable[Document], folder: Path) -> None:
    """Key and response as scorch's command reads them: a file for each document."""
    for name in ("key", "response"):
        (folder / f"{name}.scorch").mkdir(parents=True, exist_ok=True)
    for number, document in enumerate(documents):
        for name, side in (("key", document.key), ("response", document.response)):
            clusters = {str(n): [f"{a}-{b}" for a, b in cluster] for n, cluster in enumerate(side.clusters())}
            text = json.dumps({"type": "clusters", "clusters": clusters})
            (folder / f"{name}.scorch" / f"d{number:06d}.json").write_text(text)


def write_corefud(documents: Iterable[Document], folder: Path) -> None:
    """Key and response in CoNLL-U with CorefUD's Entity attribute."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "key.conllu").open("w") as key, (folder / "response.conllu").open("w") as response:
        for number, document in enumerate(documents):
            for stream, side in ((key, document.key), (response, document.response)):
                stream.writelines(_corefud_lines(document, side, number))


def _corefud_lines(document: Document, side: Side, number: int) -> Iterator[str]:
    if number == 0:
        yield "# global.Entity = eid-etype-head-other\n"
    yield f"# newdoc id = {document.name}\n# sent_id = s{number}\n# text = -\n"
    found = {token: _corefud_cell(cell) for token, cell in cells(side).items()}
    for token in range(document.tokens):
        misc = f"Entity={found[token]}" if token in found else "_"
        yield f"{token + 1}\tw\tw\tX\t_\t_\t{min(token, 1)}\tdep\t_\t{misc}\n"
    yield "\n"


def _corefud_cell(cell: str) -> str:
    marks = cell.split("|")
    opened = [f"(e{mark[1:].rstrip(')')}--1-{')' * mark.endswith(')')}" for mark in marks if mark.startswith("(")]
    return "".join(chain(opened, (f"e{mark}" for mark in marks if not mark.startswith("("))))


def label_pairs(mentions: int, seed: int = 5) -> tuple[Ints, Ints]:
    """Labels of all mentions on both sides, a fifth of them moved."""
    rng = np.random.default_rng(seed)
    key = rng.integers(0, max(mentions // 6, 1), mentions)
    moved = rng.random(mentions) < 0.2
    return key, np.where(moved, rng.permutation(key), key)


def shuffled_fives(entities: int, seed: int = 6) -> tuple[Ints, Ints]:
    """Entities of five mentions against a random shuffle of them: one giant component of equal weights."""
    rng = np.random.default_rng(seed)
    key = np.repeat(np.arange(entities), 5)
    return key, rng.permutation(key)


def dense_labels(entities: int = 1000, mentions: int = 100_000, seed: int = 7) -> tuple[Ints, Ints]:
    """Both labels at random: entities meet nearly everywhere."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, entities, mentions), rng.integers(0, entities, mentions)
