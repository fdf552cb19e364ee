"""Texts of each kind of question, one class for each: the question, its options, its explanation.

It may import ``words``, ``desk`` and the rooms below them.
"""
