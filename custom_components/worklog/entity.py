"""What the entities share."""

from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import DOMAIN
from .coordinator import Coordinator
from .pages import page_url


class WorklogEntity(CoordinatorEntity[Coordinator]):
    """An entity of the one device."""

    _attr_has_entity_name = True

    def __init__(self, coordinator: Coordinator, key: str) -> None:
        """Name the entity and its device."""
        super().__init__(coordinator)
        entry = coordinator.config_entry
        self._attr_translation_key = key
        self._attr_unique_id = f"{entry.entry_id}_{key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=DOMAIN,
            entry_type=DeviceEntryType.SERVICE,
            configuration_url=page_url(entry),
        )

    @property
    def available(self) -> bool:
        """Return whether worklog answers."""
        return self.coordinator.data.online
