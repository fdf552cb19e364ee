"""What the terminal can show: measured, and which settings fit it.

It may ask ``config``, ``i18n`` and ``system``.
"""
