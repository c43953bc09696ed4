package deploy_test

import (
	"fmt"
	"testing"

	"worklog/models/modelstest"
)

func TestHomeAssistantRecordsADayByAZone(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.URL)
	h.person("not_home", "08:00:00")
	h.person("Travail", "08:03:27.5")
	h.wantWaiting("2026-11-20T07:03:27.500000+00:00 arrival 300")
	modelstest.Want(t, h.Labels[0], "Arrivée du 20/11 à 08:03:27", "label")
	h.tick("08:08:00") // within the delay
	h.wantWaiting("2026-11-20T07:03:27.500000+00:00 arrival 300")
	h.tick("08:09:00")
	h.wantWaiting()
	h.person("not_home", "17:21:00")
	h.tick("17:27:00")
	h.wantWaiting()
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:03:27.500000000Z", "departure 2026-11-20T16:21:00.000000000Z")
	modelstest.Want(t, h.Requests[0], `{"event":"arrival","occurred_at":"2026-11-20T07:03:27.500000+00:00","idempotency_key":"home-assistant-arrival-2026-11-20T07:03:27.500000+00:00"}`, "sent")
}

func TestHomeAssistantRecordsADayByAWiFiName(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.URL)
	const sensor = "sensor.phone_wi_fi_connection"
	h.is(sensor, "<not connected>", "07:50:00")
	h.is(sensor, "Bureau", "08:03:00")
	h.is(sensor, "Bureau 5G", "08:30:00") // another network of the same place
	h.tick("08:31:00")
	h.is(sensor, "Maison", "17:21:00")
	h.is(sensor, "Voisins", "17:30:00")
	h.tick("17:40:00")
	s.wantEvents("arrival 2026-11-20T07:03:00.000000000Z", "departure 2026-11-20T16:21:00.000000000Z")
	h.wantNotified()
}

// An unknown state is not a move, and neither is a state found at the start or a move
// between two other places.
func TestHomeAssistantIgnoresStatesThatAreNotAMove(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	for name, places := range map[string][]string{
		"unavailable and back":     {"Travail", "unavailable", "Travail"},
		"unknown and back":         {"Travail", "unknown", "Travail"},
		"unavailable, then gone":   {"Travail", "unavailable", "not_home"},
		"there at the start":       {"Travail"},
		"elsewhere at the start":   {"not_home"},
		"between other places":     {"home", "not_home", "École"},
		"the same place again":     {"Travail", "Travail"},
		"unknown, then arrived":    {"not_home", "unknown", "Travail"},
		"unavailable at the start": {"unavailable", "Travail"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			h.clear()
			for i, place := range places {
				h.person(place, fmt.Sprintf("08:0%d:00", i))
			}
			h.wantWaiting()
		})
	}
	t.Run("an entity that is removed", func(t *testing.T) {
		h.t = t
		h.clear()
		h.person("Travail", "08:00:00")
		h.do(haOrder{"do": "state", "entity": "person.camille", "state": nil})
		h.wantWaiting()
	})
}

func TestHomeAssistantSendsNothingShorterThanTheDelay(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.URL)
	h.person("not_home", "07:00:00")
	h.person("Travail", "07:30:00") // passing by
	h.tick("07:31:00")
	h.person("not_home", "07:34:59")
	h.wantWaiting()
	h.person("Travail", "08:00:00")
	h.tick("08:06:00")
	h.person("not_home", "10:00:00") // flapping
	h.tick("10:01:00")
	h.restart() // which does not interrupt the delay
	h.person("not_home", "10:02:00")
	h.person("Travail", "10:03:00")
	h.wantWaiting()
	h.person("not_home", "10:04:00")
	h.person("Travail", "10:09:01") // longer: both are sent
	h.tick("10:15:00")
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T09:04:00.000000000Z", "arrival 2026-11-20T09:09:01.000000000Z")
}

// Only a later opposite event cancels an event that is still within its delay.
func TestHomeAssistantCancelsOnlyAnEventFollowedByItsOpposite(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	note := func(event, occurredAt string) {
		h.do(haOrder{"do": "call", "action": "script.worklog_record", "at": haAt("17:01:00"),
			"data": haOrder{"event": event, "occurred_at": haAt(occurredAt), "settle": 300}})
	}
	note("departure", "17:00:00")
	note("departure", "17:00:30")
	note("arrival", "16:00:00") // recorded late
	h.wantWaiting("2026-11-20T16:00:00.000000+00:00 departure 300", "2026-11-20T16:00:30.000000+00:00 departure 300",
		"2026-11-20T15:00:00.000000+00:00 arrival 300")
}

func TestHomeAssistantLeavesItemsThatWereAddedByHand(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	for _, item := range []haOrder{
		{"summary": "Pain", "status": "needs_action"},
		{"summary": "Lait", "status": "needs_action", "description": "2026-11-20T07:00:00.000000+00:00 milk 0"},
		{"summary": "Déjà vu", "status": "completed", "description": "2026-11-20T07:00:00.000000+00:00 arrival 0"}, // ticked off
	} {
		h.do(haOrder{"do": "item", "data": item})
	}
	h.do(haOrder{"do": "answers", "answers": []any{haOrder{"status": 201, "content": haOrder{"status": "created"}}}})
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	modelstest.WantList(t, h.Labels, []string{"Pain", "Lait", "Déjà vu"})
	modelstest.Want(t, len(h.Requests), 1, h.Requests)
}

func TestHomeAssistantReportsThatItsListIsMissing(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	h.do(haOrder{"do": "list", "has_list": false})
	h.tick("07:00:00")
	h.wantNotified("todo.worklog", "Liste de tâches locale")
	h.restart()
	h.do(haOrder{"do": "list", "has_list": false})
	h.record("departure", "17:00:00")
	h.wantNotified("Départ du 20/11 à 17:00:00 n’a pas pu être noté")
	modelstest.Want(t, len(h.Requests), 0, h.Requests)
}

func TestHomeAssistantShowsTheFeed(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	unavailable := map[string]string{
		"worklog_present": "unavailable", "worklog_forgotten": "unavailable", "worklog_silent": "unavailable", "worklog_since": "unavailable",
		"worklog_today": "unavailable", "worklog_week": "unavailable", "worklog_balance": "unavailable", "worklog_last_event": "unavailable", "worklog_to_verify": "unavailable",
	}
	for name, test := range map[string]struct {
		feed any // a text, or nil for no response
		want map[string]string
	}{
		"at work": {
			`{"present":true,"since":"2026-11-20T08:03:00+01:00","forgotten":false,"day_type":"WORK","today_minutes":252,"week_minutes":1505,"target_today_minutes":420,"target_week_minutes":2100,"balance_minutes":-35,"last_event":"departure","last_event_at":"2026-11-20T17:21:00+01:00","silent":false,"to_verify":2}`,
			map[string]string{
				"worklog_present": "on", "worklog_forgotten": "off", "worklog_silent": "off", "worklog_since": "2026-11-20T08:03:00+01:00",
				"worklog_today": "252", "worklog_week": "1505", "worklog_balance": "-35", "worklog_last_event": "2026-11-20T17:21:00+01:00", "worklog_to_verify": "2",
			},
		},
		"a new server without events": {
			`{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":0,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":null,"last_event_at":null,"silent":false,"to_verify":0}`,
			map[string]string{
				"worklog_present": "off", "worklog_forgotten": "off", "worklog_silent": "off", "worklog_since": "unavailable",
				"worklog_today": "0", "worklog_week": "0", "worklog_balance": "unavailable", "worklog_last_event": "unavailable", "worklog_to_verify": "0",
			},
		},
		"without targets and a time for silence": {
			`{"present":false,"since":null,"forgotten":false,"day_type":"WORK","today_minutes":480,"week_minutes":480,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"departure","last_event_at":"2026-11-20T17:21:00+01:00","silent":null,"to_verify":0}`,
			map[string]string{
				"worklog_present": "off", "worklog_forgotten": "off", "worklog_silent": "unavailable", "worklog_since": "unavailable",
				"worklog_today": "480", "worklog_week": "480", "worklog_balance": "unavailable", "worklog_last_event": "2026-11-20T17:21:00+01:00", "worklog_to_verify": "0",
			},
		},
		"a revoked address":          {`{"error":"Ressource introuvable"}`, unavailable},
		"the page of another server": {`<!doctype html><title>502 Bad Gateway</title>`, unavailable},
		"a list":                     {`["present"]`, unavailable},
		"no response":                {nil, unavailable},
	} {
		h.do(haOrder{"do": "sensors", "text": test.feed})
		for sensor, want := range test.want {
			modelstest.Want(t, h.Sensors[sensor], want, name, sensor)
		}
		modelstest.Want(t, len(h.Sensors), len(test.want), name, h.Sensors)
	}
}

func TestHomeAssistantNotifiesThePhoneWithALinkToThePage(t *testing.T) {
	t.Parallel()
	const address = "http://127.0.0.1:1"
	h := haOpen(t, address)
	for entity, want := range map[string]string{
		"binary_sensor.worklog_depart_oublie":    address + "/",
		"binary_sensor.worklog_automatisme_muet": address + "/journal",
	} {
		h.clear()
		h.is(entity, "off", "07:00:00")
		h.is(entity, "on", "08:00:00")
		if len(h.Phone) != 1 || h.Phone[0].Device != "0123456789abcdef" || len(h.Phone[0].Data.Actions) != 1 {
			t.Fatalf("%s: got %+v, want one with a button", entity, h.Phone)
		}
		action := h.Phone[0].Data.Actions[0]
		modelstest.Want(t, action["action"], "URI", entity)
		modelstest.Want(t, action["uri"], want, entity)
		h.is(entity, "off", "09:00:00")
		modelstest.Want(t, len(h.Phone), 1, entity, h.Phone)
	}
}
