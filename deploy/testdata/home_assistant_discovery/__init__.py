"""Has an action that tells Core of an app, as Supervisor's message does."""

from homeassistant.config_entries import SOURCE_HASSIO
from homeassistant.helpers.discovery_flow import async_create_flow
from homeassistant.helpers.service_info.hassio import HassioServiceInfo


async def async_setup(hass, config):
    def found(call):
        info = HassioServiceInfo(config=dict(call.data), name="worklog", slug=call.data["host"], uuid="1")
        async_create_flow(hass, "worklog", context={"source": SOURCE_HASSIO}, data=info)

    hass.services.async_register("discovery", "found", lambda call: hass.loop.call_soon_threadsafe(found, call))
    return True
