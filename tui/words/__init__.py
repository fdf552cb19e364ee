"""Sentences about positions, results and reasons, made from facts of ``engine`` and ``ai``.

It may ask ``config`` and ``i18n``.
"""
