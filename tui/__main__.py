"""Entry point of the command ``furiten`` and of ``python -m tui``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl+C exits cleanly even while modules are still being imported."""
    try:
        from tui.system.process import gc_paused

        with gc_paused():
            from tui.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
