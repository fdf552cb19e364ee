"""Pages above any screen, each found by the name of its action; and the settings with their keys.

It may import what every screen may.
"""
