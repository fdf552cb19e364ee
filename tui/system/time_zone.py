"""The local time zone, whatever the environment says."""

from __future__ import annotations

import os
import time

_VARIABLE = "TZ"
_DAY = 24 * 60 * 60


def replace_impossible_time_zone() -> None:
    """Use UTC if the zone of ``TZ`` is a day or more away from it, which Python cannot express.

    The system does the same with zones whose names it does not know.
    """
    if max(abs(time.timezone), abs(time.altzone)) >= _DAY and hasattr(time, "tzset"):
        os.environ[_VARIABLE] = "UTC"
        time.tzset()
