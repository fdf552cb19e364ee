"""The bots, one module each; ``registry`` lists them all and makes them by name.

It may ask ``reading``, ``mjai`` (for external programs) and ``bot``, the interface of a bot.
"""
