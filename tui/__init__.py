"""The terminal program: the command line, the Textual app and the plain game.

Rooms above ``plain`` may import Textual and rich; ``plain`` and the rooms below load neither.
"""
