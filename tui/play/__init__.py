"""One game in play: the session, its save file, how it starts, its pace; and the archive of those played.

It may ask ``words`` and the rooms below it.
"""
