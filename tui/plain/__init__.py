"""The game as plain lines and a prompt, for screen readers, simple terminals and pipes.

It draws nothing.
"""
