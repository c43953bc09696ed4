"""The sentences for the person, under « Réparations »."""

from datetime import datetime

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir
from homeassistant.util import dt as dt_util

from .const import DOMAIN
from .memory import Event
from .pages import page_url

WAITING = "waiting"
QUESTION = "question"
NO_FEED = "no_feed"
NO_SOURCE = "no_source"


def clock(moment: datetime) -> str:
    """Return the local time of a moment, with its date unless that is today."""
    local = dt_util.as_local(moment)
    today = local.date() == dt_util.now().date()
    return local.strftime("%H:%M" if today else "%d/%m %H:%M")


@callback
def refused(hass: HomeAssistant, entry: ConfigEntry, event: Event, answer: str) -> None:
    """Say that an event was not recorded."""
    _create(
        hass,
        entry,
        f"refused_{event.kind}_{event.occurred_at.isoformat()}",
        f"refused_{event.kind}",
        {"moment": clock(event.occurred_at), "answer": answer},
        "/journal",
        fixable=True,
        persistent=True,
    )


@callback
def question(
    hass: HomeAssistant, entry: ConfigEntry, kind: str, moment: datetime
) -> None:
    """Ask about a move that Home Assistant did not see."""
    _create(
        hass,
        entry,
        QUESTION,
        f"question_{kind}",
        {"moment": clock(moment)},
        "/today",
        fixable=True,
        data={"kind": kind, "moment": moment.isoformat()},
    )


@callback
def waiting(hass: HomeAssistant, entry: ConfigEntry, count: int, first: Event) -> None:
    """Say that events have waited for long."""
    placeholders = {"count": str(count), "moment": clock(first.occurred_at)}
    _create(hass, entry, WAITING, WAITING, placeholders, "/help/connect")


@callback
def no_feed(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Say that worklog has no addresses for the entities."""
    _create(hass, entry, NO_FEED, NO_FEED, {}, "/feeds")


@callback
def no_source(hass: HomeAssistant, entry: ConfigEntry, entity_id: str) -> None:
    """Say that what tells of moves is gone."""
    _create(hass, entry, NO_SOURCE, NO_SOURCE, {"entity": entity_id}, "/today")


@callback
def done(hass: HomeAssistant, entry: ConfigEntry, name: str) -> None:
    """Take back what was said."""
    ir.async_delete_issue(hass, DOMAIN, f"{entry.entry_id}_{name}")


@callback
def remove_all(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Take back everything that was said."""
    for domain, issue_id in list(ir.async_get(hass).issues):
        if domain == DOMAIN and issue_id.startswith(entry.entry_id):
            ir.async_delete_issue(hass, domain, issue_id)


def _create(
    hass: HomeAssistant,
    entry: ConfigEntry,
    name: str,
    key: str,
    placeholders: dict[str, str],
    page: str,
    *,
    fixable: bool = False,
    persistent: bool = False,
    data: dict[str, str | int | float | None] | None = None,
) -> None:
    link = page_url(entry, page)
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{entry.entry_id}_{name}",
        is_fixable=fixable,
        is_persistent=persistent,
        learn_more_url=link,
        severity=ir.IssueSeverity.WARNING,
        translation_key=key,
        translation_placeholders=placeholders
        | {"link": link.replace("homeassistant:/", "")},
        data={"entry_id": entry.entry_id, **(data or {})},
    )
