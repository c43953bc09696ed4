"""What the integration must not forget when Home Assistant is restarted or killed."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from homeassistant.core import HomeAssistant
from homeassistant.helpers.storage import Store
from homeassistant.util import dt as dt_util

from .const import DOMAIN

VERSION = 1


@dataclass(slots=True)
class Event:
    """An arrival or departure that worklog does not have yet."""

    kind: str
    occurred_at: datetime
    key: str
    due: datetime  # until then the opposite move cancels it

    @classmethod
    def moved(cls, kind: str, occurred_at: datetime, due: datetime) -> Self:
        """Return the event of a move, whose key is the same whenever it is made."""
        moment = occurred_at.isoformat()
        return cls(kind, occurred_at, f"home-assistant-{kind}-{moment}", due)

    def as_dict(self) -> dict[str, str]:
        """Return the event for JSON."""
        return {
            "event": self.kind,
            "occurred_at": self.occurred_at.isoformat(),
            "idempotency_key": self.key,
            "due": self.due.isoformat(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, str]) -> Self:
        """Return the event that as_dict wrote."""
        return cls(
            data["event"],
            datetime.fromisoformat(data["occurred_at"]),
            data["idempotency_key"],
            datetime.fromisoformat(data["due"]),
        )


class Memory:
    """The events that wait, and where the person was last."""

    def __init__(self, hass: HomeAssistant, entry_id: str) -> None:
        """Prepare the file."""
        self._store = Store[dict[str, Any]](
            hass, VERSION, f"{DOMAIN}.{entry_id}", private=True, atomic_writes=True
        )
        self.events: list[Event] = []
        self.source = ""  # what at_work was told by
        self.at_work: bool | None = None
        self.press: str | None = None  # what was pressed last
        self.pressed_at: datetime | None = None
        self.alive: datetime | None = None  # when Home Assistant ran last
        self.settled: datetime | None = None  # no question about moves until then
        self._saving = asyncio.Lock()
        self._closed = False

    async def async_load(self) -> None:
        """Read what was saved."""
        if (data := await self._store.async_load()) is None:
            return
        self.events = [Event.from_dict(event) for event in data["events"]]
        self.source = data["source"]
        self.at_work = data["at_work"]
        self.press = data["press"]
        self.pressed_at = _moment(data["pressed_at"])
        self.alive = _moment(data["alive"])
        self.settled = _moment(data["settled"])

    async def async_close(self) -> None:
        """Save no more, for another memory may have the file from now on, or nobody."""
        async with self._saving:
            self._closed = True

    async def async_save(self) -> None:
        """Write everything; on return it survives a kill."""
        async with self._saving:
            if not self._closed:
                self.alive = dt_util.utcnow()
                await self._store.async_save(self._as_dict())

    def _as_dict(self) -> dict[str, Any]:
        return {
            "events": [event.as_dict() for event in self.events],
            "source": self.source,
            "at_work": self.at_work,
            "press": self.press,
            "pressed_at": self.pressed_at.isoformat() if self.pressed_at else None,
            "alive": self.alive.isoformat() if self.alive else None,
            "settled": self.settled.isoformat() if self.settled else None,
        }

    async def async_remove(self) -> None:
        """Forget everything."""
        await self._store.async_remove()

    def pressed(self, kind: str, since: datetime) -> bool:
        """Return whether the last press says the same, and was made since."""
        at = self.pressed_at
        return self.press == kind and at is not None and at >= since

    def settle(self, moment: datetime) -> None:
        """Ask no question about moves until moment."""
        if self.settled is None or self.settled < moment:
            self.settled = moment


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
