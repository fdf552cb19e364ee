"""One seat's decisions and sight: the choice, the hints, and the scene of the table.

It may import ``words`` and the rooms below it. It knows no screen and no session.
"""
