"""The arena: contests of four bots over many games, in several processes, with statistics for each bot.

May import: ``engine``, the bots and ``ai.invariants``.
"""
