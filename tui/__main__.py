"""``python -m tui`` is ``furiten``."""

from tui.cli import main

main()
