"""The game as plain lines and a prompt, for screen readers, simple terminals and pipes.

It may import ``desk``, ``play`` and the rooms below them; it draws nothing.
"""
