"""The one database file: practice answers, and an index of the archive. Opening, checks, migrations, rows.

It may import ``words``, ``i18n`` and ``system``.
"""
