"""What helps to find a fault; no token and no address of a feed."""

from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.core import HomeAssistant

from . import WorklogEntry


async def async_get_config_entry_diagnostics(
    hass: HomeAssistant, entry: WorklogEntry
) -> dict[str, Any]:
    """Return the state of the entry, and of what runs for it if it is loaded."""
    stored = {
        "data": async_redact_data(entry.data, {CONF_TOKEN, CONF_URL}),
        "options": dict(entry.options),
    }
    if entry.state is not ConfigEntryState.LOADED:
        return stored
    memory = entry.runtime_data.memory
    record = entry.runtime_data.coordinator.data
    return stored | {
        "waiting": [event.as_dict() for event in memory.events],
        "at_work": memory.at_work,
        "press": memory.press,
        "settled": memory.settled.isoformat() if memory.settled else None,
        "online": record.online,
        "presence": record.presence,
    }
