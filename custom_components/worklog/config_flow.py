"""The form that connects worklog, and the options."""

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from yarl import URL

from homeassistant.config_entries import (
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    OptionsFlowWithReload,
)
from homeassistant.const import (
    CONF_ENTITY_ID,
    CONF_HOST,
    CONF_PORT,
    CONF_TOKEN,
    CONF_URL,
    CONF_ZONE,
)
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import selector
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.service_info.hassio import HassioServiceInfo

from .client import Client, WorklogError, base_address
from .const import CONF_DELAY_IN, CONF_DELAY_OUT, CONF_NETWORKS, DOMAIN
from .pages import APP

TOKEN = {
    vol.Required(CONF_TOKEN): selector.TextSelector(
        selector.TextSelectorConfig(
            type=selector.TextSelectorType.PASSWORD, autocomplete="off"
        )
    )
}
CONNECTION = {
    vol.Required(CONF_URL): selector.TextSelector(
        selector.TextSelectorConfig(type=selector.TextSelectorType.TEXT)
    ),
    **TOKEN,
}


def _entity(*domains: str) -> selector.EntitySelector:
    return selector.EntitySelector(selector.EntitySelectorConfig(domain=list(domains)))


PLACE = {
    vol.Optional(CONF_ENTITY_ID): _entity("person", "device_tracker"),
    vol.Optional(CONF_ZONE): _entity("zone"),
}
DELAY = selector.NumberSelector(
    selector.NumberSelectorConfig(
        min=0,
        max=120,
        unit_of_measurement="min",
        mode=selector.NumberSelectorMode.BOX,
    )
)
OPTIONS = {
    vol.Optional(CONF_ENTITY_ID): _entity("person", "device_tracker", "sensor"),
    vol.Optional(CONF_ZONE): _entity("zone"),
    vol.Optional(CONF_NETWORKS): selector.TextSelector(
        selector.TextSelectorConfig(multiple=True)
    ),
    vol.Optional(CONF_DELAY_IN): DELAY,
    vol.Optional(CONF_DELAY_OUT): DELAY,
}


async def _connect(
    hass: HomeAssistant, data: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what to store for an address and a token, or which of them is wrong and why."""
    address = base_address(data[CONF_URL])
    if address is None:
        return {}, {CONF_URL: "invalid_url"}
    token = data[CONF_TOKEN].strip()
    token = token.removeprefix("Bearer ").strip()
    if not token or not token.isascii() or not token.isprintable():
        return {}, {CONF_TOKEN: "invalid_token"}
    try:
        await Client(async_get_clientsession(hass), address, token).feeds()
    except WorklogError as err:
        name = CONF_TOKEN if err.reason == "invalid_auth" else CONF_URL
        return {}, {name: err.reason}
    return {CONF_URL: address, CONF_TOKEN: token}, {}


def _place_errors(options: dict[str, Any]) -> dict[str, str]:
    entity_id = options.get(CONF_ENTITY_ID)
    if entity_id is None:
        return {CONF_ENTITY_ID: "no_person"} if options.get(CONF_ZONE) else {}
    if entity_id.startswith("sensor."):
        return {} if options.get(CONF_NETWORKS) else {CONF_NETWORKS: "no_network"}
    return {} if options.get(CONF_ZONE) else {CONF_ZONE: "no_zone"}


def _place(hass: HomeAssistant) -> dict[str, str]:
    """Return the person and the zone, where there is only one to choose."""
    zones = [zone for zone in hass.states.async_entity_ids("zone") if zone != "zone.home"]
    found = {CONF_ENTITY_ID: hass.states.async_entity_ids("person"), CONF_ZONE: zones}
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}


class WorklogConfigFlow(ConfigFlow, domain=DOMAIN):
    """Connects worklog."""

    VERSION = 1

    _found: dict[str, Any] | None = None  # the app's address and token

    @staticmethod
    @callback
    def async_get_options_flow(config_entry: ConfigEntry) -> "WorklogOptionsFlow":
        """Return the flow of the options."""
        return WorklogOptionsFlow()

    async def async_step_user(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask for address, token, person and zone."""
        return await self._ask("user", CONNECTION | PLACE, user_input)

    async def async_step_hassio(
        self, discovery_info: HassioServiceInfo
    ) -> ConfigFlowResult:
        """Take the address and token that the app tells."""
        config = discovery_info.config
        url = URL.build(scheme="http", host=config[CONF_HOST], port=config[CONF_PORT])
        self._found = {
            CONF_URL: str(url).rstrip("/"),
            CONF_TOKEN: config[CONF_TOKEN],
        }
        unique_id = APP + discovery_info.slug
        entries = self._async_current_entries()
        for entry in entries:
            if entry.data.get(CONF_URL) == self._found[CONF_URL]:
                known = any(other.unique_id == unique_id for other in entries)
                if self.hass.config_entries.async_update_entry(
                    entry,
                    data=self._found,
                    unique_id=entry.unique_id if known else unique_id,
                ):
                    self.hass.config_entries.async_schedule_reload(entry.entry_id)
                return self.async_abort(reason="already_configured")
        await self.async_set_unique_id(unique_id)
        self._abort_if_unique_id_configured(updates=self._found)
        return await self.async_step_hassio_confirm()

    async def async_step_hassio_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask for person and zone, and so for consent."""
        return await self._ask("hassio_confirm", PLACE, user_input)

    async def async_step_reauth(
        self, entry_data: Mapping[str, Any]
    ) -> ConfigFlowResult:
        """Ask for the token again, since worklog does not take it any more."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask for the token."""
        entry = self._get_reauth_entry()
        errors: dict[str, str] = {}
        if user_input is not None:
            data, errors = await _connect(self.hass, dict(entry.data) | user_input)
            if not errors:
                return self.async_update_reload_and_abort(entry, data=data)
        return self._form(
            "reauth_confirm", TOKEN, None, errors, {"url": entry.data[CONF_URL]}
        )

    async def async_step_reconfigure(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask for another address or token."""
        entry = self._get_reconfigure_entry()
        errors: dict[str, str] = {}
        if user_input is not None:
            data, errors = await _connect(self.hass, user_input)
            if not errors:
                if data[CONF_URL] != entry.data[CONF_URL]:
                    self._async_abort_entries_match({CONF_URL: data[CONF_URL]})
                return self.async_update_reload_and_abort(
                    entry, title=_title(data), data=data
                )
        values = user_input or {CONF_URL: entry.data[CONF_URL]}
        return self._form("reconfigure", CONNECTION, values, errors)

    async def _ask(
        self, step: str, fields: dict[Any, Any], user_input: dict[str, Any] | None
    ) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            options = _options(user_input)
            errors = _place_errors(options)
            if not errors:
                data, errors = await _connect(self.hass, self._found or user_input)
            if not errors:
                self._async_abort_entries_match({CONF_URL: data[CONF_URL]})
                return self.async_create_entry(
                    title=_title(data), data=data, options=options
                )
        return self._form(step, fields, user_input, errors)

    def _form(
        self,
        step: str,
        fields: dict[Any, Any],
        values: dict[str, Any] | None,
        errors: dict[str, str],
        placeholders: dict[str, str] | None = None,
    ) -> ConfigFlowResult:
        """Show a form with what was typed, except the token.

        The error of a field that the form lacks stands above it.
        """
        shown = _place(self.hass) if values is None else dict(values)
        shown.pop(CONF_TOKEN, None)
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(vol.Schema(fields), shown),
            errors={
                name if name in fields else "base": reason
                for name, reason in errors.items()
            },
            description_placeholders={"example": "http://192.168.1.20:8080"}
            | (placeholders or {}),
        )


class WorklogOptionsFlow(OptionsFlowWithReload):
    """Changes who is watched, where, and for how long a move must last."""

    async def async_step_init(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask for the options."""
        errors: dict[str, str] = {}
        if user_input is not None:
            options = _options(user_input)
            errors = _place_errors(options)
            if not errors:
                return self.async_create_entry(data=options)
        values = self.config_entry.options if user_input is None else user_input
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(
                vol.Schema(OPTIONS), values
            ),
            errors=errors,
        )


def _options(user_input: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a form; one left empty has its default."""
    names = {str(name) for name in OPTIONS}
    return {
        name: value
        for name, value in user_input.items()
        if name in names and value not in (None, "", [])
    }


def _title(data: dict[str, Any]) -> str:
    return URL(data[CONF_URL]).host or DOMAIN
