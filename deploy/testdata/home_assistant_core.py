"""Starts Home Assistant Core with the few components that the tests use, in half the time."""

import homeassistant.bootstrap as bootstrap

bootstrap.DEFAULT_INTEGRATIONS = {"diagnostics", "frontend", "logger", "network", "person", "repairs", "zone"}

from homeassistant.__main__ import main

main()
