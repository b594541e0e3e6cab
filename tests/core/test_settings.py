"""Policies are checked however they are given."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import corefscore
from corefscore.core.settings import CHOICES, PROFILES, Settings


@pytest.mark.parametrize("policy", CHOICES)
def test_a_choice_that_does_not_exist_is_refused_by_every_way_in(policy: str) -> None:
    message = f"there is no {policy} policy 'x'; choose from {next(iter(CHOICES[policy]))}"
    with pytest.raises(ValueError, match=message):
        Settings(**{policy: "x"})
    with pytest.raises(ValueError, match=message):
        Settings.of(None, **{policy: "x"})
    with pytest.raises(ValueError, match=message):
        replace(Settings(), **{policy: "x"})


@pytest.mark.parametrize("policy", CHOICES)
def test_every_choice_can_be_made(policy: str) -> None:
    for choice in CHOICES[policy]:
        assert Settings(**{policy: choice}).to_dict() == {**Settings().to_dict(), policy: choice}


def test_what_is_given_beside_a_profile_replaces_its_choice() -> None:
    settings = Settings.of("crac", singletons="keep", match=None)
    assert settings.to_dict() == {**Settings().to_dict(), **PROFILES["crac"].policies, "singletons": "keep"}


def test_the_closest_choice_is_suggested() -> None:
    with pytest.raises(ValueError, match=r"did you mean 'reference'\? choose from error"):
        Settings(duplicates="references")


def test_equal_settings_are_equal_and_survive_pickling() -> None:
    settings = Settings.of("conll2012")
    assert pickle.loads(pickle.dumps(settings)) == settings == Settings(**settings.to_dict())
    assert {settings: 1}[Settings.of("conll2012")] == 1


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_can_be_chosen_and_has_a_source(name: str) -> None:
    settings = Settings.of(name).to_dict()
    assert PROFILES[name].policies.items() <= settings.items()
    assert PROFILES[name].source
    assert PROFILES[name].meaning


def test_policies_that_came_later_stand_in_a_signature_only_where_they_are_chosen() -> None:
    assert "scope" not in Settings().signature(1)
    assert "|scope:corpus|documents:1" in Settings(scope="corpus").signature(1)
    assert "|windows:1500|documents:1" in Settings(windows="1500").signature(1)


def test_a_choice_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no singletons policy 3; choose from keep, drop"):
        corefscore.score([], [], singletons=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no windows policy 5; choose from none, bookcoref, or a whole"):
        Settings(windows=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no metric 3"):
        corefscore.score([], [], metrics=[3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="is not settings; give Settings or a signature"):
        corefscore.score([], [], settings={"singletons": "drop"})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="None is not a signature; give a text"):
        Settings.from_signature(None)  # type: ignore[arg-type]
