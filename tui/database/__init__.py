"""The one database file: practice answers, and an index of the archive. Opening, checks, migrations, rows."""
