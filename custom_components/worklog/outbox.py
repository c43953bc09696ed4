"""Sends the events that wait to worklog, in order, until each has its answer."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
import logging
from uuid import uuid4

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers.event import async_call_later
from homeassistant.util import dt as dt_util

from . import issues
from .client import Client, Refused, Unauthorized, WorklogError
from .const import DOMAIN
from .memory import Event, Memory

_LOGGER = logging.getLogger(__name__)

FIRST_RETRY = 60.0  # seconds; each further one waits twice as long
LAST_RETRY = 900.0
LATE = timedelta(hours=1)
SAME_MOVE = timedelta(minutes=30)  # a press, and the move that it was made for


class Outbox:
    """The events of memory on their way to worklog."""

    def __init__(
        self, hass: HomeAssistant, entry: ConfigEntry, client: Client, memory: Memory
    ) -> None:
        """Start with what memory has."""
        self._hass = hass
        self._entry = entry
        self._client = client
        self._memory = memory
        self._sending = asyncio.Lock()
        self._timer: CALLBACK_TYPE | None = None
        self._failures = 0
        self._not_before: datetime | None = None  # worklog asked for it
        self._refusals: dict[str, str] = {}
        self._stopped = False
        self.on_kept: Callable[[], None] = lambda: None
        self.on_sent: Callable[[], None] = lambda: None

    @property
    def waiting(self) -> int:
        """Return how many events worklog does not have yet."""
        return len(self._memory.events)

    async def async_move(self, kind: str, moment: datetime, delay: timedelta) -> None:
        """Record a move, after the delay and unless the opposite one cancels it."""
        memory = self._memory
        pending = memory.events[-1] if memory.events else None
        if pending and pending.kind != kind and pending.due > dt_util.utcnow():
            memory.events.remove(pending)
        elif memory.pressed(kind, moment - SAME_MOVE):
            _LOGGER.debug("%s was recorded by hand", kind)
        else:
            memory.events.append(Event.moved(kind, moment, moment + delay))
        await self._async_keep()
        self.async_wake()

    async def async_answer(self, kind: str, moment: datetime) -> None:
        """Record a move that the person remembers."""
        memory = self._memory
        memory.events.append(Event.moved(kind, moment, dt_util.utcnow()))
        memory.events.sort(key=lambda event: event.occurred_at)
        memory.settle(moment)
        await self._async_keep()
        await self.async_send()

    async def async_press(self, kind: str) -> None:
        """Record that the person says to arrive or to leave now."""
        memory = self._memory
        now = dt_util.utcnow()
        for event in memory.events:
            event.due = min(event.due, now)
        if memory.events and memory.events[-1].kind == kind:
            key = memory.events[-1].key  # the press confirms the move
        else:
            key = f"home-assistant-{uuid4()}"
            memory.events.append(Event(kind, now, key, now))
        memory.press, memory.pressed_at = kind, now
        await self._async_keep()
        self._refusals.clear()
        await self.async_send()
        if answer := self._refusals.pop(key, None):
            raise ServiceValidationError(
                translation_domain=DOMAIN,
                translation_key="refused",
                translation_placeholders={"answer": answer},
            )

    async def _async_keep(self) -> None:
        await self._memory.async_save()
        self.on_kept()

    @callback
    def async_wake(self) -> None:
        """Send what is due, unless worklog asked for patience."""
        self._cancel()
        wait = 0.0
        now = dt_util.utcnow()
        if self._not_before is not None and self._not_before > now:
            wait = (self._not_before - now).total_seconds()
        elif self._memory.events:
            wait = (self._memory.events[0].due - now).total_seconds()
        if self._memory.events:
            self._call_later(wait)

    @callback
    def async_stop(self) -> None:
        """Send no more, nor touch what another outbox has from now on."""
        self._stopped = True
        self._cancel()

    async def async_send(self) -> None:
        """Send what is due; an event leaves memory once it has its final answer."""
        async with self._sending:
            self._cancel()
            sent = False
            events = self._memory.events
            while events and not self._stopped and events[0].due <= dt_util.utcnow():
                event = events[0]
                try:
                    await self._client.send(event.kind, event.occurred_at, event.key)
                    if self._stopped:
                        return  # it is sent again, and known by its key
                except Refused as refusal:
                    self._refusals[event.key] = refusal.answer
                    self._memory.settle(event.occurred_at)
                    issues.refused(self._hass, self._entry, event, refusal.answer)
                except WorklogError as err:
                    if self._stopped:
                        return
                    self._failed(err)
                    break
                self._failures, self._not_before = 0, None
                issues.done(self._hass, self._entry, issues.WAITING)
                sent = True
                events.remove(event)
                await self._memory.async_save()
            else:
                self.async_wake()
        if sent:
            self.on_sent()

    def _failed(self, err: WorklogError) -> None:
        first = self._memory.events[0]
        if isinstance(err, Unauthorized):
            self._entry.async_start_reauth(self._hass)
        wait = min(FIRST_RETRY * 2**self._failures, LAST_RETRY)
        if err.retry_after is not None:
            wait = err.retry_after
            self._not_before = dt_util.utcnow() + timedelta(seconds=wait)
        if self._failures == 0:
            _LOGGER.info("Events wait for worklog: %s", err.reason)
        self._failures = min(self._failures + 1, 10)
        if dt_util.utcnow() - first.due > LATE:
            issues.waiting(self._hass, self._entry, self.waiting, first)
        self._call_later(wait)

    def _call_later(self, seconds: float) -> None:
        async def send(_now: datetime) -> None:
            self._timer = None
            await self.async_send()

        self._cancel()
        if not self._stopped:
            self._timer = async_call_later(self._hass, max(seconds, 0), send)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer()
            self._timer = None
