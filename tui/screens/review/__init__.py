"""A finished hand looked at again, moment by moment.

It may import what every screen may.
"""
