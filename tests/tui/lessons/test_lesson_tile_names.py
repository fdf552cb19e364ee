"""A tile has one name in a language: honours are named as everywhere in sentences, not in notation."""

from __future__ import annotations

import re

import pytest

from ai.lessons.lesson import Lesson, lessons

NOTATION = re.compile(r"[1-7]z")


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_honours_are_named_in_words(lesson: Lesson) -> None:
    for words in lesson.words.values():
        told = (words.title, words.teaches, *words.intro, *words.closing, *words.remarks.values())
        assert not [text for text in told if NOTATION.search(text)]
