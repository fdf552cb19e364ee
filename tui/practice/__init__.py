"""Practice, independent of any screen: sessions, stored answers, schedule, progress, explanations.

It may import ``desk`` and the rooms below it.
"""
