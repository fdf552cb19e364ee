"""Practice questions: generated from bot games and from constructed hands, answered by the engine.

It may ask ``bots``, ``reading`` and ``bot``.
"""
