"""Names shared by the modules of the integration."""

from datetime import timedelta
from typing import Final

DOMAIN: Final = "worklog"

# the options
CONF_NETWORKS: Final = "networks"
CONF_DELAY_IN: Final = "delay_in"
CONF_DELAY_OUT: Final = "delay_out"
DELAY_ZONE: Final = 5  # minutes
DELAY_WIFI: Final = 10

ARRIVAL: Final = "arrival"
DEPARTURE: Final = "departure"

POLL: Final = timedelta(minutes=1)
POLL_AT_MOST: Final = timedelta(minutes=15)
COMPARE: Final = timedelta(hours=1)
# for how long after a start a move may be one that the phone could not report before
SETTLING: Final = timedelta(minutes=10)
