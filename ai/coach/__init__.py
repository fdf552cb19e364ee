"""The coach: what a choice would cost before it is made, and what mattered once the hand is over.

The latter is in ``ai.coach.moments``: who sits down at a table does not wait for it.
It may ask ``bots`` and ``reading``.
"""

from ai.coach.choice_warnings import Better, Caution, CautionKind, caution

__all__ = ["Better", "Caution", "CautionKind", "caution"]
