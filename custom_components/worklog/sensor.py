"""The figures of today and this week."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from homeassistant.components.sensor import (
    SensorDeviceClass,
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.const import EntityCategory, UnitOfTime
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from . import WorklogEntry
from .coordinator import Coordinator, Record
from .entity import WorklogEntity
from .outbox import Outbox

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class Figure(SensorEntityDescription):
    """A figure of the record; an optional one has no entity until it has a value."""

    value: Callable[[Record], int | datetime | None]
    optional: bool = False


def _minutes(name: str, *, optional: bool = False) -> Figure:
    return Figure(
        key=name.removesuffix("_minutes"),
        value=lambda record: record.presence.get(name),
        optional=optional,
        device_class=SensorDeviceClass.DURATION,
        native_unit_of_measurement=UnitOfTime.MINUTES,
        suggested_unit_of_measurement=UnitOfTime.HOURS,
        suggested_display_precision=2,
        state_class=SensorStateClass.MEASUREMENT,
    )


FIGURES = (
    _minutes("today_minutes"),
    _minutes("week_minutes"),
    _minutes("balance_minutes", optional=True),
    Figure(key="to_verify", value=lambda record: record.presence.get("to_verify")),
    Figure(
        key="next_shift",
        value=lambda record: record.next_shift,
        optional=True,
        device_class=SensorDeviceClass.TIMESTAMP,
    ),
)


async def async_setup_entry(
    hass: HomeAssistant,
    entry: WorklogEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the figures, optional ones as soon as they have a value."""
    coordinator = entry.runtime_data.coordinator
    added: set[str] = set()

    @callback
    def add() -> None:
        found = [
            figure
            for figure in FIGURES
            if figure.key not in added
            and not (figure.optional and figure.value(coordinator.data) is None)
        ]
        added.update(figure.key for figure in found)
        async_add_entities(FigureSensor(coordinator, figure) for figure in found)

    add()
    entry.async_on_unload(coordinator.async_add_listener(add))
    async_add_entities([Waiting(coordinator, entry.runtime_data.outbox)])


class FigureSensor(WorklogEntity, SensorEntity):
    """A figure of the record."""

    entity_description: Figure

    def __init__(self, coordinator: Coordinator, figure: Figure) -> None:
        """Keep which."""
        super().__init__(coordinator, figure.key)
        self.entity_description = figure

    @property
    def native_value(self) -> int | datetime | None:
        """Return the figure."""
        return self.entity_description.value(self.coordinator.data)


class Waiting(WorklogEntity, SensorEntity):
    """How many events worklog does not have yet."""

    _attr_entity_category = EntityCategory.DIAGNOSTIC

    def __init__(self, coordinator: Coordinator, outbox: Outbox) -> None:
        """Keep what is counted."""
        super().__init__(coordinator, "waiting")
        self._outbox = outbox

    @property
    def available(self) -> bool:
        """Return that the count is always known."""
        return True

    @property
    def native_value(self) -> int:
        """Return the count."""
        return self._outbox.waiting
