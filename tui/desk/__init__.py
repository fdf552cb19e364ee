"""What one seat decides and sees: the choice, the hints, and the scene of the table.

It may ask ``words`` and the rooms below it. It knows no screen and no session.
"""
