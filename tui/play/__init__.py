"""One game in play: the session, its save file, how it starts, its pace.

It may ask ``words`` and the rooms below it.
"""
