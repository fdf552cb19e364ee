"""Pages that open above any screen: settings, keys, help, glossary, command palette.

It may ask what all screens may.
"""
