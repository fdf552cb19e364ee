"""The command ``furiten``, also as ``python -m tui``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl+C is answered from here on, while it still loads too."""
    try:
        from tui.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
