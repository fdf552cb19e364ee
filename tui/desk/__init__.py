"""The person's place at the table: what can be chosen, what is shown, and the words for it. No screen here.

A ``Desk`` folds the events that its seat may see, holds the cursor, turns named actions into actions of the
engine, and paints a ``Scene`` for the table. ``results`` puts the end of a hand and of a game into words.
"""

from tui.desk.desk import Desk
from tui.desk.settings import DeskSettings

__all__ = ["Desk", "DeskSettings"]
