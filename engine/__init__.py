"""The rules of riichi mahjong, and nothing else.

It may import the standard library and msgspec. Inside, each layer imports only layers below it.
"""

__version__ = "0.1.0"
