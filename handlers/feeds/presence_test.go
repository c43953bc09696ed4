package feeds_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/feeds"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/report"
)

// noon is on the day of the tests.
var noon = time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC)

// told is a feed's answer, and what was counted.
type told struct {
	*httptest.ResponseRecorder
	err      error
	contacts []models.ContactKind
}

// ask asks for a path of the feeds of a store; an empty secret stands for the right one.
func ask(t *testing.T, store *models.Store, config feeds.Config, secret, name string) told {
	t.Helper()
	right, err := store.RenewFeeds(t.Context(), civil.NewInstant(noon))
	modelstest.Must(t, err)
	if secret == "" {
		secret = right
	}
	answer := told{ResponseRecorder: httptest.NewRecorder()}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, _ echo.Context) { answer.err = err }
	wiring := feeds.Wiring{
		Store:    store,
		Hours:    report.NewReader(report.Rules{Zone: modelstest.Rules.Zone}, store),
		ToVerify: func(context.Context) (int, error) { return 3, nil },
		Contact:  func(kind models.ContactKind, _ string) { answer.contacts = append(answer.contacts, kind) },
		Now:      func() time.Time { return noon },
	}
	feeds.Route(e, config, func(echo.Context) feeds.Wiring { return wiring })
	e.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/feeds/"+secret+"/"+name, nil))
	return answer
}

// ill is a store with a day of illness at noon, and an arrival three hours before.
func ill(t *testing.T) *models.Store {
	t.Helper()
	store, _ := modelstest.Open(t)
	date := civil.Date{Year: 2026, Month: time.November, Day: 20}
	modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, date, models.EntryChange{DayType: models.SickLeave}, civil.NewInstant(noon))))
	arrived := civil.NewInstant(noon.Add(-3 * time.Hour))
	signal := models.Signal{Event: models.Arrival, OccurredAt: arrived, OccurredAtSent: arrived.String(), IdempotencyKey: "k", Source: models.FromAPI}
	modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store, signal, arrived)))
	return store
}

func TestThePresenceSaysHowThingsStand(t *testing.T) {
	t.Parallel()
	for hide, want := range map[bool]string{false: "MALADE", true: "ABSENCE"} {
		answer := ask(t, ill(t), feeds.Config{HideIllness: hide}, "", feeds.PresenceName)
		var said map[string]any
		modelstest.Must(t, errors.Join(answer.err, json.Unmarshal(answer.Body.Bytes(), &said)))
		if said["present"] != true || said["since"] != "2026-11-20T09:00:00+01:00" || said["day_type"] != want || said["today_minutes"] != 180.0 || said["to_verify"] != 3.0 || said["balance_minutes"] != nil {
			t.Errorf("illness hidden %t: got %v", hide, said)
		}
		if len(answer.contacts) != 1 || answer.contacts[0] != models.ContactPresence {
			t.Errorf("counted %v", answer.contacts)
		}
	}
}

func TestTheCalendarHidesAnIllness(t *testing.T) {
	t.Parallel()
	for hide, want := range map[bool]string{false: "SUMMARY:Maladie", true: "SUMMARY:Absence"} {
		answer := ask(t, ill(t), feeds.Config{HideIllness: hide}, "", feeds.CalendarName)
		if answer.err != nil || !strings.Contains(answer.Body.String(), want) || answer.Header().Get("ETag") == "" {
			t.Errorf("illness hidden %t: got %v, %s", hide, answer.err, answer.Body)
		}
	}
}

func TestAnotherSecretIsAnAddressThatDoesNotExist(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	for _, secret := range []string{strings.Repeat("0", 64), "x", "%20"} {
		answer := ask(t, store, feeds.Config{}, secret, feeds.PresenceName)
		if !errors.Is(answer.err, echo.ErrNotFound) || answer.Body.Len() > 0 {
			t.Errorf("%s: got %v, %s", secret, answer.err, answer.Body)
		}
		if len(answer.contacts) != 1 || answer.contacts[0] != models.ContactWrongAddress {
			t.Errorf("%s: counted %v", secret, answer.contacts)
		}
	}
}
