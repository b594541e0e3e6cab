"""The pages of policies and profiles."""

from __future__ import annotations

from collections.abc import Mapping

from corefscore.core.settings import CHOICES, LATER, NUMBERS, PROFILES, Profile, Settings
from generated_pages.markdown import bullets, code, page, plain, section, sentence, table

INTRODUCTION = """\
A policy is a decision that changes figures. Each has a default, an option on the command line, a keyword in Python and
a word in the [signature](../signatures.md). The signature stands below every table, so that a figure can be obtained
again. Its short form states the policies that are not the default, its long form the others as well.

A [profile](../profiles.md) chooses several policies at once."""

NUMBER = "a number"


def policy_page() -> str:
    """Each policy with its choices."""
    defaults = Settings().to_dict()
    rows = [
        [f"[`{policy}`](#{policy})", code(defaults[policy]), ", ".join(map(code, choices))]
        for policy, choices in CHOICES.items()
    ]
    overview = table(["policy", "default", "choices"], rows)
    return page("Policies", INTRODUCTION, overview, *(_policy(policy, defaults[policy]) for policy in CHOICES))


def _policy(policy: str, default: str) -> str:
    choices = {code(choice): meaning for choice, meaning in CHOICES[policy].items()}
    choices |= {NUMBER: NUMBERS[policy]} if policy in NUMBERS else {}
    rows = [[choice, plain(meaning)] for choice, meaning in choices.items()]
    return section(policy, table(["choice", "what it means"], rows), _names(policy, default))


def _names(policy: str, default: str) -> str:
    names = f"Option `--{policy}`, keyword `{policy}=`"
    if policy in LATER:
        return f"{names}. The default is not stated in a signature, not even in the long one."
    return f"{names}, in the long signature `{policy}:{default}` by default."


def profile_list() -> str:
    """Each profile with its settings and its source, after a table of all."""
    rows = [[f"[`{name}`](#{_anchor(name)})", plain(profile.meaning)] for name, profile in PROFILES.items()]
    return (
        "\n\n".join([table(["profile", "what"], rows), *(_profile(name, each) for name, each in PROFILES.items())])
        + "\n"
    )


def _profile(name: str, profile: Profile) -> str:
    parts = [
        sentence(plain(profile.meaning)),
        bullets([f"Settings: {_listed(profile.policies)}", f"Source: {profile.source}"]),
    ]
    return f"({_anchor(name)})=\n{section(code(name), *parts)}"


def _listed(policies: Mapping[str, str]) -> str:
    return ", ".join(code(f"{policy}={choice}") for policy, choice in policies.items())


def _anchor(name: str) -> str:
    return f"profile-{name.replace('+', '-plus')}"
