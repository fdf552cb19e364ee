"""Pages that open above any screen: settings, keys, help, glossary, command palette.

It may import what every screen may.
"""
