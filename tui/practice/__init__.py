"""Furiten practice without a screen: sessions, what is kept of them, and what comes back when."""
