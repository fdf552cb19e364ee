"""Analysis of positions: readings, bots, the coach, practice questions, lessons, and the arena.

It may ask ``engine`` and knows no screen.
"""
