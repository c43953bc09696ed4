"""worklog: a record of working days, from presence at work."""

from dataclasses import dataclass

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from . import issues
from .client import Client
from .coordinator import Coordinator
from .memory import Memory
from .outbox import Outbox
from .watch import Watch

PLATFORMS = [Platform.BINARY_SENSOR, Platform.BUTTON, Platform.SENSOR]


@dataclass
class Worklog:
    """What runs for one entry."""

    memory: Memory
    outbox: Outbox
    coordinator: Coordinator


type WorklogEntry = ConfigEntry[Worklog]


async def async_setup_entry(hass: HomeAssistant, entry: WorklogEntry) -> bool:
    """Watch, send and show, whether or not worklog answers: moves are kept until it does."""
    client = Client(
        async_get_clientsession(hass), entry.data[CONF_URL], entry.data[CONF_TOKEN]
    )
    memory = Memory(hass, entry.entry_id)
    await memory.async_load()
    outbox = Outbox(hass, entry, client, memory)
    coordinator = Coordinator(hass, entry, client)
    entry.runtime_data = Worklog(memory, outbox, coordinator)
    await coordinator.async_refresh()
    await Watch(hass, entry, memory, outbox, coordinator).async_start()

    @callback
    def refresh() -> None:
        entry.async_create_background_task(
            hass, coordinator.async_refresh(), "read worklog"
        )

    @callback
    def wake() -> None:
        if coordinator.data.online:
            outbox.async_wake()

    outbox.on_kept = coordinator.async_update_listeners  # one shows how many wait
    outbox.on_sent = refresh
    entry.async_on_unload(coordinator.async_add_listener(wake))
    entry.async_on_unload(outbox.async_stop)
    entry.async_on_unload(memory.async_close)
    outbox.async_wake()
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: WorklogEntry) -> bool:
    """Stop; what waits stays in the storage."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


async def async_remove_entry(hass: HomeAssistant, entry: WorklogEntry) -> None:
    """Forget everything."""
    issues.remove_all(hass, entry)
    await Memory(hass, entry.entry_id).async_remove()
