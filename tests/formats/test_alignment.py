"""A copied text is aligned with its original, however it was changed on the way."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from corefscore.formats.tagged.tags import UNALIGNED, align

WORDS = st.lists(st.sampled_from(["the", "dog", "do", "n't", "it", "cat", ".", "a"]), max_size=20)


@given(WORDS)
def test_a_copy_is_aligned_word_by_word(words: list[str]) -> None:
    alignment = align(words, words)
    assert alignment.is_copy
    assert alignment.first.tolist() == alignment.last.tolist() == list(range(len(words)))


@given(WORDS, st.lists(st.booleans(), min_size=20, max_size=20))
def test_words_divided_otherwise_are_the_words_they_cover(words: list[str], glued: list[bool]) -> None:
    copy: list[str] = []
    owner: list[list[int]] = []
    for token, word in enumerate(words):
        if glued[token] and copy:
            copy[-1] += word
            owner[-1].append(token)
        else:
            copy.append(word)
            owner.append([token])
    alignment = align(words, copy)
    assert alignment.is_copy
    assert alignment.first.tolist() == [tokens[0] for tokens in owner]
    assert alignment.last.tolist() == [tokens[-1] for tokens in owner]


@settings(max_examples=300)
@given(WORDS, WORDS)
def test_any_two_texts_are_aligned_in_order_and_every_word_is_counted(one: list[str], other: list[str]) -> None:
    alignment = align(one, other)
    pairs = [(a, b) for a, b in zip(alignment.first.tolist(), alignment.last.tolist(), strict=True) if a != UNALIGNED]
    assert all(a <= b for a, b in pairs)
    assert all(before[1] <= after[0] or before == after for before, after in pairwise(pairs))
    assert len(other) - len(pairs) == alignment.inserted
    assert alignment.is_copy == ("".join(one) == "".join(other))


def test_a_long_text_with_a_few_changes_is_aligned_at_once() -> None:
    words = [f"w{number % 5000}" for number in range(40_000)]
    copy = [*words[:100], "more", *words[100:20_000], *words[20_001:]]
    alignment = align(words, copy)
    assert (alignment.inserted, alignment.omitted, alignment.changed) == (1, 1, 0)
