"""What a position tells a player: safety, threats, speed and value, each with its reasons as data.

It may ask ``engine`` only.
"""
