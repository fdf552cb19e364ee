"""The archive of finished games: records, their metadata, and an index for searches and figures."""
