"""The coach: warnings before a choice, and a review of the hand afterwards.

The review is in ``ai.coach.hand_review``, which this package does not import, to keep the start of a game
short. It may ask ``bots`` and ``reading``.
"""

from ai.coach.choice_warnings import Better, Caution, CautionKind, caution

__all__ = ["Better", "Caution", "CautionKind", "caution"]
