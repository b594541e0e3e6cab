"""Scores of plural entities, non-referring mentions and bridges, from their definitions, in exact fractions.

Slow on purpose, and without a line of the package. Mentions are the same if they are equal, and their order is that of
the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from typing import TypeAlias

from tests import brute
from tests.brute import Counts, rates

Mention: TypeAlias = tuple[int, int]
Mentions: TypeAlias = frozenset[Mention]
Atoms: TypeAlias = frozenset[Mentions]
Bridge: TypeAlias = tuple[Mention, Mention | None, str]
NOTHING = Fraction(0)


@dataclass
class Annotation:
    """One side of a document: entities by name, the names of elements, mentions that refer to nothing, bridges."""

    entities: Mapping[str, Mentions]
    elements: Mapping[str, frozenset[str]] = field(default_factory=dict)
    nonreferring: Mentions = frozenset()
    bridges: Sequence[Bridge] = ()

    def atoms(self, name: str) -> frozenset[str]:
        """The names of the entities that a plural entity consists of in the end."""
        parts = [part for part in self.elements.get(name, ()) if part in self.entities]
        return frozenset(atom for part in parts for atom in (self.atoms(part) or [part]))

    def entity_of(self, mention: Mention) -> Mentions:
        """The mentions of an entity; plural entities of the same atoms are one."""
        own = next((name for name, members in self.entities.items() if mention in members), None)
        atoms = self.atoms(own) if own else frozenset()
        same = [name for name in self.entities if name == own or (atoms and self.atoms(name) == atoms)]
        return frozenset(each for name in same for each in self.entities[name])


@dataclass(frozen=True)
class Group:
    """An entity: its plain mentions and, if it is plural, the mentions of each of its atoms."""

    plain: Mentions
    atoms: Atoms = frozenset()

    @property
    def size(self) -> int:
        return len(self.plain) + bool(self.atoms)


def groups(side: Annotation, split: bool = True, singletons: bool = True) -> list[Group]:
    """The partition of a side, in the order of the text: plural entities of the same atoms are one."""
    plurals: dict[frozenset[str], Mentions] = {}
    found = []
    for name, mentions in side.entities.items():
        plain, atoms = mentions - side.nonreferring, side.atoms(name) if split else frozenset()
        if atoms:
            plurals[atoms] = plurals.get(atoms, frozenset()) | plain
        elif plain:
            found.append(Group(plain))
    found += [Group(plain, frozenset(side.entities[atom] for atom in atoms)) for atoms, plain in plurals.items()]
    kept = (group for group in found if group.plain and (singletons or group.size > 1))
    return sorted(kept, key=lambda group: min(group.plain))


def muc_of_atoms(key: Sequence[Mentions], response: Sequence[Mentions]) -> Counts:
    """MUC in which an atom of one mention has a link to itself."""
    alone = [{mention for atom in side if len(atom) == 1 for mention in atom} for side in (key, response)]
    found, needed, right, given = brute.muc(key, response)
    both = len(alone[0] & alone[1])
    return found + both, needed + len(alone[0]), right + both, given + len(alone[1])


OF_ATOMS: Mapping[str, Callable[[Sequence[Mentions], Sequence[Mentions]], Counts]] = {
    "muc": muc_of_atoms,
    "b3": brute.b3,
    "ceafm": brute.ceafm,
    "ceafe": brute.ceafe,
    "lea": brute.lea,
}


@dataclass
class Credits:
    """The alignment of split antecedents: what each aligned pair counts."""

    key: Sequence[Group]
    response: Sequence[Group]
    counts: Mapping[tuple[int, int], Counts]

    def of(self, k: int, r: int) -> tuple[Fraction, Fraction, Fraction]:
        """Recall, precision and F1 of two plural entities; nothing if they are not aligned."""
        return rates(self.counts[k, r]) if (k, r) in self.counts else (NOTHING, NOTHING, NOTHING)


def aligned_credits(name: str, key: Sequence[Group], response: Sequence[Group]) -> Credits:
    """Try every one-to-one alignment of the plural entities of both sides."""
    ours, theirs = ([n for n, group in enumerate(side) if group.atoms] for side in (key, response))
    counts = {
        (k, r): OF_ATOMS[name](sorted(key[k].atoms, key=sorted), sorted(response[r].atoms, key=sorted))
        for k in ours
        for r in theirs
    }
    best: tuple[tuple[Fraction, int, list[int]], list[tuple[int, int]]] = ((Fraction(-1), 0, []), [])
    columns: list[int | None] = [*theirs, *(None for _ in ours)]
    for chosen in set(permutations(columns, len(ours))):
        pairs = [(k, r) for k, r in zip(ours, chosen, strict=True) if r is not None and rates(counts[k, r])[2]]
        total = sum((rates(counts[pair])[2] for pair in pairs), NOTHING)
        shared = sum(len(key[k].plain & response[r].plain) for k, r in pairs)
        partners = dict(pairs)
        order = [-partners.get(k, len(response)) for k in ours]
        best = max(best, ((total, shared, order), pairs))
    return Credits(key, response, {pair: counts[pair] for pair in best[1]})


def split_alone(name: str, key: Sequence[Group], response: Sequence[Group]) -> Counts:
    """What aligned split antecedents have in common, of all split antecedents."""
    found = aligned_credits(name, key, response).counts.values()
    nobody: list[Mentions] = []
    return (
        sum((counts[0] for counts in found), NOTHING),
        sum((OF_ATOMS[name](sorted(group.atoms, key=sorted), nobody)[1] for group in key if group.atoms), NOTHING),
        sum((counts[2] for counts in found), NOTHING),
        sum((OF_ATOMS[name](nobody, sorted(group.atoms, key=sorted))[3] for group in response if group.atoms), NOTHING),
    )


Cell: TypeAlias = Callable[[int, Fraction, int, int], Fraction]


def _sides(name: str, key: Sequence[Group], response: Sequence[Group], cell: Cell) -> tuple[Fraction, Fraction]:
    """The sums over all pairs of entities, as seen from the key and from the response."""
    credit = aligned_credits(name, key, response)
    recall = precision = NOTHING
    for k, ours in enumerate(key):
        for r, theirs in enumerate(response):
            shared = len(ours.plain & theirs.plain)
            rho, pi, _ = credit.of(k, r)
            recall += cell(shared, rho, ours.size, theirs.size)
            precision += cell(shared, pi, theirs.size, ours.size)
    return recall, precision


def _sizes(side: Sequence[Group], size: Callable[[int], int] = int) -> Fraction:
    return Fraction(sum(size(group.size) for group in side))


def muc(key: Sequence[Group], response: Sequence[Group]) -> Counts:
    recall, precision = _sides("muc", key, response, lambda n, c, own, other: n - 1 + c if n else NOTHING)
    return recall, _sizes(key, lambda n: n - 1), precision, _sizes(response, lambda n: n - 1)


def b3(key: Sequence[Group], response: Sequence[Group]) -> Counts:
    recall, precision = _sides("b3", key, response, lambda n, c, own, other: (n + c) ** 2 / own)
    return recall, _sizes(key), precision, _sizes(response)


def _lea_cell(shared: int, credit: Fraction, own: int, other: int) -> Fraction:
    if own == 1:
        return Fraction(shared == other == 1)
    links = Fraction(shared * (shared - 1), 2) + credit * shared
    return own * links / Fraction(own * (own - 1), 2)


def lea(key: Sequence[Group], response: Sequence[Group]) -> Counts:
    recall, precision = _sides("lea", key, response, _lea_cell)
    return recall, _sizes(key), precision, _sizes(response)


def _aligned(name: str, key: Sequence[Group], response: Sequence[Group], alike: Cell) -> Fraction:
    """The best one-to-one alignment of entities, by trying all."""
    credit = aligned_credits(name, key, response)

    def similarity(k: int, r: int) -> Fraction:
        ours, theirs = key[k], response[r]
        return alike(len(ours.plain & theirs.plain), credit.of(k, r)[2], ours.size, theirs.size)

    if len(key) <= len(response):
        tried = (list(enumerate(chosen)) for chosen in permutations(range(len(response)), len(key)))
    else:
        tried = ([(k, r) for r, k in enumerate(chosen)] for chosen in permutations(range(len(key)), len(response)))
    return max((sum((similarity(*pair) for pair in pairs), NOTHING) for pairs in tried), default=NOTHING)


def ceafm(key: Sequence[Group], response: Sequence[Group]) -> Counts:
    best = _aligned("ceafm", key, response, lambda n, c, own, other: n + c)
    return best, _sizes(key), best, _sizes(response)


def ceafe(key: Sequence[Group], response: Sequence[Group]) -> Counts:
    best = _aligned("ceafe", key, response, lambda n, c, own, other: 2 * (n + c) / (own + other))
    return best, Fraction(len(key)), best, Fraction(len(response))


def links(key: Sequence[Group], response: Sequence[Group]) -> tuple[Counts, Counts]:
    """The links of BLANC, one by one: those within entities, and those between entities.

    Nodes are mentions and split antecedents. A node of both sides is a mention of both, which weighs 1, or two split
    antecedents that are aligned, which weigh the F1 of B³ of their atoms.
    """
    credit = aligned_credits("b3", key, response)
    nodes: list[tuple[int, int, Fraction]] = [
        (k, r, Fraction(1)) for k, ours in enumerate(key) for r, theirs in enumerate(response)
        for _ in ours.plain & theirs.plain
    ]  # fmt: skip
    nodes += [(k, r, credit.of(k, r)[2]) for k, r in credit.counts]
    within = between = NOTHING
    for (k, r, weight), (other_k, other_r, other_weight) in combinations(nodes, 2):
        if k == other_k and r == other_r:
            within += weight * other_weight
        elif k != other_k and r != other_r:
            between += weight * other_weight
    ours, theirs = ((_sizes(side, _pairs), Fraction(_pairs(int(_sizes(side))))) for side in (key, response))
    return (
        (within, ours[0], within, theirs[0]),
        (between, ours[1] - ours[0], between, theirs[1] - theirs[0]),
    )


def _pairs(size: int) -> int:
    return size * (size - 1) // 2


def blanc(documents: Iterable[tuple[Sequence[Group], Sequence[Group]]]) -> tuple[Fraction, Fraction, Fraction]:
    """Recall, precision and F1, by the edge rule of Luo et al. (2014)."""
    found = [links(*document) for document in documents]
    kinds = [_added(kind) for kind in zip(*found, strict=True)]
    figures = [rates(kind) for kind in kinds if kind[1] or kind[3]] or [(NOTHING, NOTHING, NOTHING)]
    recall, precision, f1 = (sum(column, NOTHING) / len(figures) for column in zip(*figures, strict=True))
    return recall, precision, f1


def _added(rows: Iterable[Counts]) -> Counts:
    first, second, third, fourth = (sum(column, NOTHING) for column in zip(*rows, strict=True))
    return first, second, third, fourth


def nonreferring(key: Annotation, response: Annotation) -> Counts:
    both = Fraction(len(key.nonreferring & response.nonreferring))
    return both, Fraction(len(key.nonreferring)), both, Fraction(len(response.nonreferring))


def bridging(key: Annotation, response: Annotation) -> dict[str, Counts]:
    """Anaphors, pairs of mentions, and pairs of an anaphor and the key entity of its anchor."""
    ours, theirs = ({(anaphor, anchor) for anaphor, anchor, _ in side.bridges} for side in (key, response))

    def alike(one: tuple[Mention, Mention | None], other: tuple[Mention, Mention | None]) -> bool:
        anchors = [one[1], other[1]]
        if one[0] != other[0] or None in anchors:
            return False
        in_key = [key.entity_of(anchor) for anchor in anchors if anchor is not None]
        return bool(in_key[0]) and in_key[0] == in_key[1]

    anaphors = [{anaphor for anaphor, _ in side} for side in (ours, theirs)]
    recognised, same = len(anaphors[0] & anaphors[1]), sum(None not in pair for pair in ours & theirs)
    return {
        "recognition": _four(recognised, len(anaphors[0]), recognised, len(anaphors[1])),
        "mention": _four(same, len(ours), same, len(theirs)),
        "entity": _four(
            sum(any(alike(one, other) for other in theirs) for one in ours),
            len(ours),
            sum(any(alike(one, other) for one in ours) for other in theirs),
            len(theirs),
        ),
    }


def _four(*counts: int) -> Counts:
    first, second, third, fourth = map(Fraction, counts)
    return first, second, third, fourth


COUNTED: Mapping[str, Callable[[Sequence[Group], Sequence[Group]], Counts]] = {
    "muc": muc,
    "b3": b3,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "lea": lea,
    **{f"split-{name}": partial(split_alone, name) for name in OF_ATOMS},
}
