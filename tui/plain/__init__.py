"""The whole game as plain lines and a prompt, for screen readers, dumb terminals and pipes.

It plays the session that the table plays, and what it says about a position comes from ``tui.desk``. Nothing
here draws: no colours, no boxes, no cursor, and neither Textual nor rich is loaded.
"""
