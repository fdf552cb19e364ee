"""Legality: for each action, a pure function of what a seat sees that says why it is impossible, or None.

Each ``refuse_…`` is the rule itself. The options of a seat are the actions that nothing refuses, and the
reason a screen shows for the others is the refusal; the round checks every step against the same functions.

It may import ``view`` and the layers below it.
"""
