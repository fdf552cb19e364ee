"""The arena: contests of four bots over many games, in several processes, with figures for each bot.

It may ask ``players``, ``bots``, ``invariants``, ``statistics`` and the rooms below them.
"""
