"""The coach: what a choice would cost before it is made, and what mattered once the hand is over."""

from ai.coach.cautions import Better, Caution, CautionKind, caution
from ai.coach.moments import Moment, review

__all__ = ["Better", "Caution", "CautionKind", "Moment", "caution", "review"]
