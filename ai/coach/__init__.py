"""The coach: warnings before a choice.

It may ask ``bots`` and ``reading``.
"""

from ai.coach.choice_warnings import Better, Caution, CautionKind, caution

__all__ = ["Better", "Caution", "CautionKind", "caution"]
