"""A finished hand looked at again, moment by moment.

It may ask what all screens may.
"""
