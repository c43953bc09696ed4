"""Whether the person is at work, as the record says."""

from typing import Any

from homeassistant.components.binary_sensor import BinarySensorEntity
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from . import WorklogEntry
from .entity import WorklogEntity

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant,
    entry: WorklogEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the entity."""
    async_add_entities([AtWork(entry.runtime_data.coordinator, "at_work")])


class AtWork(WorklogEntity, BinarySensorEntity):
    """On while an arrival is open."""

    @property
    def is_on(self) -> bool | None:
        """Return whether an arrival is open."""
        return self.coordinator.data.presence.get("present")

    @property
    def extra_state_attributes(self) -> dict[str, Any]:
        """Return since when, and whether the departure was probably forgotten."""
        presence = self.coordinator.data.presence
        return {name: presence.get(name) for name in ("since", "forgotten", "silent")}
