"""Lessons as the person meets them: the ladder, and what each choice led to, in words. No screen here."""
