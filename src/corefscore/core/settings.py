"""The policies of a run: their names, their choices, and the signature that tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from corefscore.version import __version__

RESAMPLES = 10_000
SEED = 1
LEVEL = 0.95
"""How documents are resampled unless somebody says otherwise, and how often an interval should hold the true value."""

GENRE, DATASET = "genre", "dataset"
GROUPINGS: Mapping[str, str] = {
    GENRE: "by the word before the first '/' of a document's name",
    DATASET: "by the file that a document is in",
}
"""How documents can be grouped by name; a file or a pattern can group them in other ways."""

CHOICES: Mapping[str, Mapping[str, str]] = {
    "match": {
        "exact": "mentions are the same if their tokens are",
        "head": "or if their heads are, one to one and best covered first (CRAC)",
        "partial": "or if the response mention lies in the key mention and covers its head",
        "min": "or if it covers the minimum span of the key mention, annotated or found in parses",
    },
    "singletons": {
        "keep": "score entities of one mention like all others",
        "drop": "leave out entities of one mention, in key and response, before mentions are matched",
    },
    "duplicates": {
        "error": "a mention in two entities is an error",
        "first": "the entity that comes first in the text keeps it",
        "merge": "entities that share a mention become one",
        "reference": "count as the reference scorer v8.01 does",
    },
    "missing": {
        "error": "a key document that the response lacks is an error",
        "empty": "it counts as a response without mentions",
        "skip": "it is not scored",
    },
    "extra": {
        "error": "a response document that the key lacks is an error",
        "ignore": "it is not scored",
    },
    "tokens": {
        "error": "key and response must have the same words and sentences",
        "ignore": "words and sentences are not compared",
    },
    "blanc": {
        "reference": "BLANC leaves out a kind of link that the key lacks (v8.01)",
        "luo2014": "BLANC leaves out a kind of link that both sides lack (CorefUD, Universal Anaphora)",
    },
    "weights": {
        "none": "all mentions weigh the same",
        "information": "a mention weighs what it tells: names and long descriptions much, pronouns little",
        "tokens": "a mention weighs as much as it has tokens",
        "given": "mentions weigh what a file, a function or a column says",
    },
    "zeros": {
        "dependency": "zeros are matched by the words they depend on",
        "position": "zeros are matched by their numbers, such as 8.1",
    },
}

PROFILES: Mapping[str, Mapping[str, str]] = {
    "conll2012": {
        "match": "exact",
        "singletons": "keep",
        "duplicates": "reference",
        "missing": "empty",
        "extra": "ignore",
        "tokens": "ignore",
        "blanc": "reference",
        "zeros": "dependency",
    },
    "crac": {
        "match": "head",
        "singletons": "drop",
        "duplicates": "first",
        "missing": "error",
        "extra": "error",
        "tokens": "error",
        "blanc": "luo2014",
        "zeros": "dependency",
    },
}


class Settings(NamedTuple):
    """One choice for each policy.

    >>> Settings.of(duplicates="first").signature(documents=3).split("|")[2:5]
    ['singletons:keep', 'duplicates:first', 'missing:error']
    """

    match: str = "exact"
    singletons: str = "keep"
    duplicates: str = "error"
    missing: str = "error"
    extra: str = "error"
    tokens: str = "error"
    blanc: str = "reference"
    weights: str = "none"
    zeros: str = "dependency"

    @classmethod
    def of(cls, profile: str | None = None, **given: str | None) -> Settings:
        """The settings of a profile, with what is given beside it taking its place."""
        if profile is not None and profile not in PROFILES:
            raise ValueError(f"profile={profile!r} is none of {', '.join(PROFILES)}")
        chosen: dict[str, Any] = dict(PROFILES[profile]) if profile else {}
        chosen.update((policy, choice) for policy, choice in given.items() if choice is not None)
        settings = cls(**chosen)
        settings._check()
        return settings

    def _check(self) -> None:
        for policy, choice in self.to_dict().items():
            if choice not in CHOICES[policy]:
                raise ValueError(f"{policy}={choice!r} is none of {', '.join(CHOICES[policy])}")
        if self.duplicates == "reference" and self.match != "exact":
            raise ValueError(f"duplicates='reference' counts as v8.01 does, which has no match={self.match!r}")

    def to_dict(self) -> dict[str, str]:
        return self._asdict()

    def signature(self, documents: int) -> str:
        """How a figure was obtained, in one line."""
        policies = (f"{policy}:{choice}" for policy, choice in self.to_dict().items())
        return "|".join([f"corefscore:{__version__}", *policies, f"documents:{documents}"])
