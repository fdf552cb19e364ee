"""One module for each kind of question: how its answer is explained.

It may ask ``words``, ``desk`` and the rooms below them.
"""
