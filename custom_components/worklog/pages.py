"""Where a person opens worklog's pages."""

from yarl import URL

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import CONF_URL

APP = "app_"  # and the slug: the unique id of an app's entry


def page_url(entry: ConfigEntry, page: str = "") -> str:
    """Return where a page is; of an app, the panel of Home Assistant that shows worklog.

    A browser does not reach the address at which Home Assistant reaches an app.
    """
    slug = (entry.unique_id or "").removeprefix(APP)
    address = entry.data[CONF_URL]
    if slug and URL(address).host == slug.replace("_", "-"):
        return f"homeassistant://app/{slug}"
    return str(address) + page
