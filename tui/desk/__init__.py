"""One seat's decisions and sight: the choice, the hints, and the scene of the table.

It knows no screen and no session.
"""
