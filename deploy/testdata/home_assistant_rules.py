"""The integration's rules that need no running Core."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
import tempfile
from types import SimpleNamespace
import unittest
from unittest.mock import patch

from custom_components.worklog.client import base_address
from custom_components.worklog.config_flow import WorklogConfigFlow, _place_errors
from custom_components.worklog.diagnostics import async_get_config_entry_diagnostics
from custom_components.worklog.memory import Memory
from custom_components.worklog.watch import is_at_work, moved_at
from homeassistant.config_entries import ConfigEntries, ConfigEntryState
from homeassistant.core import HomeAssistant, State
from homeassistant.helpers.service_info.hassio import HassioServiceInfo


def at(clock):
    return datetime.fromisoformat(f"2026-11-20T{clock}:00+00:00")


class MovedAt(unittest.TestCase):
    def test(self):
        for name, rows, at_work, down, want in (
            ("an arrival is when first seen", [("07:00", False), ("08:03", True), ("08:30", True)], True, None, "08:03"),
            ("a departure is when no longer seen", [("08:03", True), ("17:10", False), ("17:30", False)], False, None, "17:10"),
            ("or when the phone fell silent", [("08:03", True), ("17:10", None), ("17:30", False)], False, None, "17:10"),
            ("an arrival is not when it was silent", [("07:00", False), ("07:50", None), ("08:03", True)], True, None, "08:03"),
            ("a departure while Core was down is when it went down", [("08:03", True), ("18:00", True), ("18:02", False)], False, ("17:10", "18:10"), "17:10"),
            ("a departure long after a start is no such one", [("08:03", True), ("18:30", False)], False, ("17:10", "18:10"), "18:30"),
            ("an arrival while it was down is when first seen", [("07:00", False), ("08:31", True)], True, ("08:00", "08:40"), "08:31"),
            ("a history of nothing else says nothing", [("07:00", False), ("17:10", False)], False, None, "19:00"),
            ("and neither does an empty one", [], False, ("17:10", "19:10"), "17:10"),
        ):
            with self.subTest(name):
                got = moved_at([(at(clock), known) for clock, known in rows], at_work, at("19:00"), down and (at(down[0]), at(down[1])))
                self.assertEqual(got, at(want))

    def test_the_hour_that_repeats(self):
        first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
        second = first + timedelta(hours=1)
        self.assertEqual(moved_at([(first, True), (second, False)], False, second, None), second)


class IsAtWork(unittest.TestCase):
    def test(self):
        zones = {
            "zone.travail": State("zone.travail", "1", {"friendly_name": "Travail"}),
            "zone.home": State("zone.home", "0", {"friendly_name": "Maison"}),
        }
        hass = SimpleNamespace(states=zones)
        for name, options, state, attributes, want in (
            ("in the zone by name", {}, "Travail", {}, True),
            ("in a smaller zone inside it", {}, "Cantine", {"in_zones": ["zone.cantine", "zone.travail"]}, True),
            ("elsewhere", {}, "home", {"in_zones": ["zone.home"]}, False),
            ("nowhere", {}, "not_home", {"in_zones": []}, False),
            ("silent", {}, "unavailable", {}, None),
            ("not yet reported", {}, "unknown", {}, None),
            ("at home, who works there", {"zone": "zone.home"}, "home", {}, True),
            ("a zone that is gone", {"zone": "zone.gone"}, "Travail", {}, None),
            ("on the network of the workplace", {"entity_id": "sensor.wifi", "networks": ["Bureau", "Bureau 5G"]}, "Bureau 5G", {}, True),
            ("on another network", {"entity_id": "sensor.wifi", "networks": ["Bureau"]}, "Maison", {}, False),
        ):
            with self.subTest(name):
                options = {"entity_id": "person.camille", "zone": "zone.travail"} | options
                self.assertIs(is_at_work(hass, options, State(options["entity_id"], state, attributes)), want)
        self.assertIsNone(is_at_work(hass, {"entity_id": "person.camille", "zone": "zone.travail"}, None))


class Forms(unittest.TestCase):
    def test_addresses(self):
        for typed, want in (
            (" http://worklog:8080/ ", "http://worklog:8080"),
            ("192.168.1.20:8080", "http://192.168.1.20:8080"),
            ("https://home.example.org/worklog/?a=b#c", "https://home.example.org/worklog"),
            ("http://name:secret@worklog", None),
            ("ftp://worklog", None),
            ("http://", None),
            ("", None),
        ):
            with self.subTest(typed):
                self.assertEqual(base_address(typed), want)

    def test_places(self):
        for options, want in (
            ({}, {}),
            ({"entity_id": "person.camille", "zone": "zone.travail"}, {}),
            ({"entity_id": "person.camille", "networks": ["Bureau"]}, {"zone": "no_zone"}),
            ({"entity_id": "sensor.wifi", "networks": ["Bureau"]}, {}),
            ({"entity_id": "sensor.wifi", "zone": "zone.travail"}, {"networks": "no_network"}),
            ({"zone": "zone.travail"}, {"entity_id": "no_person"}),
        ):
            with self.subTest(options):
                self.assertEqual(_place_errors(options), want)


class Discovery(unittest.IsolatedAsyncioTestCase):
    """The app's message, which Supervisor hands to Core."""

    async def test(self):
        with tempfile.TemporaryDirectory() as folder:
            hass = HomeAssistant(folder)
            hass.config_entries = ConfigEntries(hass, {})
            flow = WorklogConfigFlow()
            flow.hass, flow.handler, flow.context, flow.flow_id = hass, "worklog", {"source": "hassio"}, "1"
            told = {"host": "local-worklog", "port": 8099, "token": "secret"}
            with patch.object(flow, "async_set_unique_id"), patch.object(flow, "_async_current_entries", return_value=[]):
                asked = await flow.async_step_hassio(HassioServiceInfo(told, "worklog", "local_worklog", "uuid"))
                self.assertEqual((asked["type"], asked["step_id"]), ("form", "hassio_confirm"))
                self.assertNotIn("secret", str(asked))
                answers = iter((({}, {"url": "cannot_connect"}), ({"url": "http://local-worklog:8099", "token": "secret"}, {})))

                async def connect(_hass, data):
                    self.assertEqual(data, {"url": "http://local-worklog:8099", "token": "secret"})
                    return next(answers)

                with patch("custom_components.worklog.config_flow._connect", connect):
                    again = await flow.async_step_hassio_confirm({})
                    self.assertEqual(again["errors"], {"base": "cannot_connect"})
                    with patch.object(flow, "async_create_entry", side_effect=lambda title, data, options: (data, options)):
                        made = await flow.async_step_hassio_confirm({"entity_id": "person.camille", "zone": "zone.travail"})
            self.assertEqual(made[1], {"entity_id": "person.camille", "zone": "zone.travail"})
            await hass.async_stop(force=True)


class Memories(unittest.IsolatedAsyncioTestCase):
    async def test_what_an_unloaded_entry_still_does_is_not_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            hass = HomeAssistant(folder)
            memory, stored = Memory(hass, "1"), Path(folder, ".storage", "worklog.1")
            await memory.async_save()
            self.assertTrue(stored.exists())
            await memory.async_close()
            await Memory(hass, "1").async_remove()
            await memory.async_save()
            self.assertFalse(stored.exists())
            await hass.async_stop(force=True)


class Diagnostics(unittest.IsolatedAsyncioTestCase):
    async def test_of_an_entry_that_is_not_loaded(self):
        data = {"url": "http://worklog", "token": "secret"}
        entry = SimpleNamespace(state=ConfigEntryState.NOT_LOADED, data=data, options={"delay_in": 5})
        got = await async_get_config_entry_diagnostics(None, entry)
        hidden = {"url": "**REDACTED**", "token": "**REDACTED**"}
        self.assertEqual(got, {"data": hidden, "options": {"delay_in": 5}})


if __name__ == "__main__":
    unittest.main()
