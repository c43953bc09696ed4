"""The answers to what the issues ask."""

from datetime import datetime
from typing import Any

import voluptuous as vol

from homeassistant.components.repairs import ConfirmRepairFlow, RepairsFlow
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResult
from homeassistant.helpers import issue_registry as ir, selector
from homeassistant.util import dt as dt_util

from . import Worklog
from .const import DOMAIN
from .issues import clock

MOMENT = "moment"


async def async_create_fix_flow(
    hass: HomeAssistant,
    issue_id: str,
    data: dict[str, str | int | float | None] | None,
) -> RepairsFlow:
    """Return the flow of an issue: a question, or a refusal that is only to be read."""
    entry = hass.config_entries.async_get_entry(str((data or {}).get("entry_id")))
    if data and MOMENT in data and entry and entry.state is ConfigEntryState.LOADED:
        return Question(
            entry.runtime_data,
            str(data["kind"]),
            datetime.fromisoformat(str(data[MOMENT])),
        )
    return ConfirmRepairFlow()


class Question(RepairsFlow):
    """« Parti vers 17:10 ? »: records the moment, or nothing."""

    def __init__(self, worklog: Worklog, kind: str, moment: datetime) -> None:
        """Keep what was asked."""
        self._worklog = worklog
        self._kind = kind
        self._moment = moment

    async def async_step_init(
        self, user_input: dict[str, Any] | None = None
    ) -> FlowResult:
        """Ask whether there is something to record."""
        issue = ir.async_get(self.hass).async_get_issue(DOMAIN, self.issue_id)
        return self.async_show_menu(
            step_id="init",
            menu_options=["record", "dismiss"],
            description_placeholders=issue.translation_placeholders if issue else None,
        )

    async def async_step_record(
        self, user_input: dict[str, Any] | None = None
    ) -> FlowResult:
        """Ask for the moment, and record it."""
        errors = {}
        local = dt_util.as_local(self._moment).strftime("%Y-%m-%d %H:%M:%S")
        if user_input is not None:
            moment = self._moment
            if user_input[MOMENT] != local:
                moment = dt_util.as_utc(datetime.fromisoformat(user_input[MOMENT]))
            if moment <= dt_util.utcnow():
                await self._worklog.outbox.async_answer(self._kind, moment)
                self._worklog.memory.settle(self._moment)
                await self._worklog.memory.async_save()
                return self.async_create_entry(data={})
            errors[MOMENT] = "in_future"
        return self.async_show_form(
            step_id="record",
            data_schema=vol.Schema(
                {vol.Required(MOMENT, default=local): selector.DateTimeSelector()}
            ),
            errors=errors,
            description_placeholders={"moment": clock(self._moment)},
        )

    async def async_step_dismiss(
        self, user_input: dict[str, Any] | None = None
    ) -> FlowResult:
        """Record nothing, and do not ask about this move again."""
        self._worklog.memory.settle(self._moment)
        await self._worklog.memory.async_save()
        return self.async_create_entry(data={})
