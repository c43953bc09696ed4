"""Sees where the person is, and asks about moves that nobody saw."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
import logging
from typing import Any

from homeassistant.components.recorder import get_instance
from homeassistant.components.recorder.history import state_changes_during_period
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import (
    CONF_ENTITY_ID,
    CONF_ZONE,
    EVENT_HOMEASSISTANT_STOP,
    STATE_HOME,
    STATE_UNAVAILABLE,
    STATE_UNKNOWN,
)
from homeassistant.core import (
    CoreState,
    Event as BusEvent,
    EventStateChangedData,
    HomeAssistant,
    State,
    callback,
    split_entity_id,
)
from homeassistant.helpers.event import (
    async_call_later,
    async_track_state_change_event,
    async_track_time_interval,
)
from homeassistant.helpers.start import async_at_started
from homeassistant.util import dt as dt_util

from . import issues
from .const import (
    ARRIVAL,
    COMPARE,
    CONF_DELAY_IN,
    CONF_DELAY_OUT,
    CONF_NETWORKS,
    DELAY_WIFI,
    DELAY_ZONE,
    DEPARTURE,
    SETTLING,
)
from .coordinator import Coordinator
from .memory import Memory
from .outbox import Outbox

_LOGGER = logging.getLogger(__name__)

HISTORY = timedelta(days=7)
RECORDER = 300  # seconds that it may take to write what it has


def is_at_work(
    hass: HomeAssistant, options: dict[str, Any], state: State | None
) -> bool | None:
    """Return whether a state is that of someone at work, None if it does not say."""
    if state is None or state.state in (STATE_UNAVAILABLE, STATE_UNKNOWN):
        return None
    if split_entity_id(options[CONF_ENTITY_ID])[0] == "sensor":
        return state.state in options.get(CONF_NETWORKS, [])
    zone = hass.states.get(options[CONF_ZONE])
    if zone is None:
        return None
    if zone.entity_id in state.attributes.get("in_zones", []):
        return True
    return state.state in (
        zone.name,
        STATE_HOME if zone.entity_id == "zone.home" else zone.name,
    )


def moved_at(
    rows: list[tuple[datetime, bool | None]],
    at_work: bool,
    seen: datetime,
    down: tuple[datetime, datetime] | None,
) -> datetime:
    """Return when the person came to be at work, or to be away from it.

    The rows are moments with what was known from then on; seen is the moment if none of them
    says otherwise. An arrival is when the person was first seen; a departure when last seen,
    which is when Home Assistant went down, if the person was first missed soon after.
    """
    moved = seen
    for moment, known in reversed(rows):
        if known is (not at_work):
            break
        if known is not None or not at_work:
            moved = moment
    else:
        moved = seen
    if down and not at_work and down[0] < moved <= down[1]:
        return down[0]
    return moved


class Watch:
    """The person, the place, and what worklog knows of both."""

    def __init__(
        self,
        hass: HomeAssistant,
        entry: ConfigEntry,
        memory: Memory,
        outbox: Outbox,
        coordinator: Coordinator,
    ) -> None:
        """Keep what is watched."""
        self._hass = hass
        self._entry = entry
        self._memory = memory
        self._outbox = outbox
        self._coordinator = coordinator
        self._options = dict(entry.options)
        self._entity_id: str = self._options.get(CONF_ENTITY_ID, "")
        self._settled = True
        self._settled_at = dt_util.utcnow() + SETTLING
        self._owing = False  # a comparison
        self._down: tuple[datetime, datetime] | None = None

    async def async_start(self) -> None:
        """Watch, and compare at the start and every hour."""
        if not self._entity_id:
            return
        memory = self._memory
        source = f"{self._entity_id} {self._options.get(CONF_ZONE)}"
        if memory.source != source:
            memory.source, memory.at_work = source, None
        if not self._hass.is_running:
            # the phone may still report what happened before the start
            self._settled = False
            if memory.alive is not None:
                self._down = (memory.alive, self._settled_at)
        unload = self._entry.async_on_unload
        unload(
            async_track_state_change_event(
                self._hass, [self._entity_id], self._async_changed
            )
        )
        unload(async_track_time_interval(self._hass, self._async_compare, COMPARE))
        unload(self._coordinator.async_add_listener(self._async_read))
        unload(async_at_started(self._hass, self._async_started))

        async def save(_event: BusEvent) -> None:
            await memory.async_save()

        unload(self._hass.bus.async_listen(EVENT_HOMEASSISTANT_STOP, save))

    async def _async_started(self, _hass: HomeAssistant) -> None:
        now = self._at_work(self._hass.states.get(self._entity_id))
        if now is not None:
            self._memory.at_work = now
        if self._settled:
            await self._async_compare()
        else:
            self._later(SETTLING)

    def _later(self, delay: timedelta) -> None:
        self._entry.async_on_unload(
            async_call_later(self._hass, delay, self._async_compare)
        )

    @callback
    def _async_read(self) -> None:
        """Compare now if there was no record to compare with before."""
        if self._owing and self._coordinator.data.online:
            self._owing = False
            self._later(timedelta())

    def _at_work(self, state: State | None) -> bool | None:
        return is_at_work(self._hass, self._options, state)

    def _delay(self, kind: str) -> timedelta:
        wifi = split_entity_id(self._entity_id)[0] == "sensor"
        option = CONF_DELAY_IN if kind == ARRIVAL else CONF_DELAY_OUT
        default = DELAY_WIFI if wifi else DELAY_ZONE
        return timedelta(minutes=self._options.get(option, default))

    async def _async_changed(self, event: BusEvent[EventStateChangedData]) -> None:
        state = event.data["new_state"]
        at_work = self._at_work(state)
        if state is None or at_work is None:
            return
        before, self._memory.at_work = self._memory.at_work, at_work
        seen_before = self._at_work(event.data["old_state"]) is not None
        if at_work == before:
            if seen_before and self._hass.state is CoreState.running:
                if not self._settled:
                    self._later(timedelta())
                self._settled = True
            return
        kind = ARRIVAL if at_work else DEPARTURE
        if before is not None and (self._pending() or (seen_before and self._settled)):
            await self._outbox.async_move(kind, state.last_updated, self._delay(kind))
            return
        await self._memory.async_save()
        if before is not None:
            self._later(self._delay(kind))

    def _pending(self) -> bool:
        events = self._memory.events
        return bool(events) and events[-1].due > dt_util.utcnow()

    async def _async_compare(self, now: datetime | None = None) -> None:
        """Ask about a move that zone and record disagree about."""
        if now is not None and now >= self._settled_at:
            self._settled = True
        state = self._hass.states.get(self._entity_id)
        zone = self._options.get(CONF_ZONE)
        missing = self._entity_id if state is None else zone
        if state is None or (zone and self._hass.states.get(zone) is None):
            issues.no_source(self._hass, self._entry, str(missing))
            return
        issues.done(self._hass, self._entry, issues.NO_SOURCE)
        await self._coordinator.async_refresh()
        record = self._coordinator.data
        at_work = self._at_work(state)
        self._owing = bool(self._memory.events) or not record.online
        if not self._owing and at_work is not None:
            if record.presence.get("present") == at_work:
                issues.done(self._hass, self._entry, issues.QUESTION)
            else:
                await self._async_ask(state, at_work, record.presence)
        await self._memory.async_save()

    async def _async_ask(
        self, state: State, at_work: bool, presence: dict[str, Any]
    ) -> None:
        kind = ARRIVAL if at_work else DEPARTURE
        rows = [(row.last_updated, self._at_work(row)) for row in await self._history()]
        moved = moved_at(rows, at_work, state.last_changed, self._down)
        known = [self._memory.settled]
        if text := presence.get("last_event_at"):
            known.append(datetime.fromisoformat(text))
        if any(moment is not None and moment >= moved for moment in known):
            return  # the person has acted, or answered, since
        if dt_util.utcnow() - moved >= self._delay(kind):
            issues.question(self._hass, self._entry, kind, moved)

    async def _history(self) -> list[State]:
        if "recorder" not in self._hass.config.components:
            return []
        recorder = get_instance(self._hass)
        with suppress(TimeoutError):  # a backup may hold it
            async with asyncio.timeout(RECORDER):
                await recorder.async_block_till_done()  # it writes seconds behind the states
        start = dt_util.utcnow() - HISTORY
        found = await recorder.async_add_executor_job(
            state_changes_during_period, self._hass, start, None, self._entity_id
        )
        return found.get(self._entity_id, [])
