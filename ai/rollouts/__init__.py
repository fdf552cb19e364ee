"""Positions played to their end many times, with the tiles that a seat cannot see dealt anew.

``deals.deal_anew(rules, seat, events, seed)`` is one such deal, as a hand in progress.
``paired.PairedRollouts`` plays several choices with the same deals.

It may import ``bots``, ``reading`` and the rooms below them.
"""
