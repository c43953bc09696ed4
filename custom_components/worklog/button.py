"""« J'arrive » and « Je pars »."""

from homeassistant.components.button import ButtonEntity
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from . import WorklogEntry
from .const import ARRIVAL, DEPARTURE
from .coordinator import Coordinator
from .entity import WorklogEntity
from .outbox import Outbox

PARALLEL_UPDATES = 1


async def async_setup_entry(
    hass: HomeAssistant,
    entry: WorklogEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add both."""
    worklog = entry.runtime_data
    async_add_entities(
        Press(worklog.coordinator, worklog.outbox, kind)
        for kind in (ARRIVAL, DEPARTURE)
    )


class Press(WorklogEntity, ButtonEntity):
    """Records an event at the moment of the press, even while worklog does not answer."""

    def __init__(self, coordinator: Coordinator, outbox: Outbox, kind: str) -> None:
        """Keep which."""
        super().__init__(coordinator, kind)
        self._outbox = outbox
        self._kind = kind

    @property
    def available(self) -> bool:
        """Return that an event can always be kept."""
        return True

    async def async_press(self) -> None:
        """Record the event."""
        await self._outbox.async_press(self._kind)
