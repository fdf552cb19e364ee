"""Everything that judges a position: readings, bots, the coach, practice questions, lessons, the arena.

It may ask ``engine`` and knows no screen.
"""
