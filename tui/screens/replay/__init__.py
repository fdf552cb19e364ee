"""The screens of a replay.

They may import the rooms of the other screens below them.
"""
