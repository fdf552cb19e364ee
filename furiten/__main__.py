"""Entry point of the command ``furiten`` and of ``python -m furiten``."""

from tui.__main__ import main

if __name__ == "__main__":
    main()
