"""Sentences about positions, results and reasons, from facts of ``engine`` and ``ai``."""
