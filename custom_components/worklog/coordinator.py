"""Reads worklog's feeds once a minute, and less often while it does not answer."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
import logging
from typing import Any

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator
from homeassistant.util import dt as dt_util

from . import issues
from .client import Client, NoAPI, NotWorklog, TooOld, Unauthorized, WorklogError
from .const import DOMAIN, POLL, POLL_AT_MOST

_LOGGER = logging.getLogger(__name__)

AHEAD = timedelta(days=14)


@dataclass(frozen=True)
class Record:
    """What worklog says; what it said last if it is not online."""

    online: bool = False
    presence: dict[str, Any] = field(default_factory=dict)
    next_shift: datetime | None = None


class Coordinator(DataUpdateCoordinator[Record]):
    """The record as the entities show it."""

    config_entry: ConfigEntry

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, client: Client) -> None:
        """Start with nothing known."""
        super().__init__(
            hass, _LOGGER, config_entry=entry, name=DOMAIN, update_interval=POLL
        )
        self._client = client
        self._feeds: dict[str, str | None] | None = None
        self.data = Record()

    async def _async_update_data(self) -> Record:
        """Return what worklog says.

        An outage is no error: events wait, and the entities become unavailable.
        """
        try:
            record = await self._read()
        except WorklogError as err:
            if isinstance(err, Unauthorized):
                self.config_entry.async_start_reauth(self.hass)
            if self.data.online:
                _LOGGER.info("worklog does not answer: %s", err.reason)
            wait = timedelta(seconds=err.retry_after or 0)
            twice = 2 * (self.update_interval or POLL)
            self.update_interval = max(min(twice, POLL_AT_MOST), wait)
            return Record(False, self.data.presence, self.data.next_shift)
        if not self.data.online:
            _LOGGER.info("worklog answers")
        self.update_interval = POLL
        return record

    async def _read(self) -> Record:
        if self._feeds is None:
            self._feeds = await self._client.feeds()
        feeds = self._feeds
        if not (path := feeds.get("presence")):
            self._feeds = None
            issues.no_feed(self.hass, self.config_entry)
            return Record()
        issues.done(self.hass, self.config_entry, issues.NO_FEED)
        try:
            presence = await self._client.read(path)
            shift = None
            if days := feeds.get("days"):
                shift = await self._next_shift(days)
        except (NoAPI, TooOld):
            self._feeds = None  # they were renewed: ask again
            raise
        except (KeyError, TypeError, ValueError) as err:
            raise NotWorklog from err
        if "present" not in presence:
            raise NotWorklog
        return Record(True, presence, shift)

    async def _next_shift(self, path: str) -> datetime | None:
        now = dt_util.now()
        period = {
            "from": now.date().isoformat(),
            "to": (now + AHEAD).date().isoformat(),
        }
        days = (await self._client.read(path, period)).get("days", [])
        starts = [
            datetime.fromisoformat(shift["start"])
            for day in days
            for shift in day["planned"]
        ]
        return min((start for start in starts if start > now), default=None)
