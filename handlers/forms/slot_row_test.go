package forms_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/views"
)

// night is a day with a night until the hour that autumn repeats: to its second 02:30.
func night() *models.Day {
	return &models.Day{
		WorkEntry: models.WorkEntry{ID: 1, Date: civil.Date{Year: 2026, Month: time.October, Day: 24}},
		Slots:     []models.TimeSlot{{ID: 7, StartAt: at("2026-10-24T22:00:27+02:00"), EndAt: at("2026-10-25T02:30:15+01:00")}},
		Zone:      modelstest.Rules.Zone,
	}
}

func at(text string) civil.Instant {
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return civil.NewInstant(moment)
}

func TestARowIsASlotOfItsDay(t *testing.T) {
	const unreadable = "Écrivez une heure, par exemple 08:30 ou 8h30."
	for name, test := range map[string]struct {
		row      views.SlotRow
		from, to string // what the slot is, or else why it is none
		messages views.SlotMessages
	}{
		"a morning":                      {views.SlotRow{Start: "8", End: "12h30"}, "2026-10-24T08:00:00+02:00", "2026-10-24T12:30:00+02:00", views.SlotMessages{}},
		"a night, whose day is not said": {views.SlotRow{Start: "21:00", End: "6"}, "2026-10-24T21:00:00+02:00", "2026-10-25T06:00:00+01:00", views.SlotMessages{}},
		"an end two days later":          {views.SlotRow{Start: "21:00", End: "6", EndDay: "2"}, "2026-10-24T21:00:00+02:00", "2026-10-26T06:00:00+01:00", views.SlotMessages{}},
		"the row of a stored slot":       {forms.RowOf(night(), night().Slots[0]), "2026-10-24T22:00:27+02:00", "2026-10-25T02:30:15+01:00", views.SlotMessages{}},
		"its id alone":                   {views.SlotRow{ID: "7", Start: "22:00", End: "03:30", EndDay: "1"}, "2026-10-24T22:00:27+02:00", "2026-10-25T03:30:00+01:00", views.SlotMessages{}},
		"the end of another, stored one": {views.SlotRow{Start: "21:00", End: "02:30", EndDay: "1"}, "2026-10-24T21:00:00+02:00", "2026-10-25T02:30:00+02:00", views.SlotMessages{}},
		"no start":                       {views.SlotRow{End: "12"}, "", "", views.SlotMessages{Start: "Indiquez le début."}},
		"no end":                         {views.SlotRow{Start: "8"}, "", "", views.SlotMessages{End: "Indiquez la fin."}},
		"no time":                        {views.SlotRow{Start: "25:00", End: "late"}, "", "", views.SlotMessages{Start: unreadable, End: unreadable}},
	} {
		t.Run(name, func(t *testing.T) {
			day := night()
			rows := []views.SlotField{{SlotRow: test.row}}
			forms.ReadRows(day, rows)
			modelstest.Want(t, rows[0].Messages, test.messages)
			if test.from == "" {
				return
			}
			slot := rows[0].Slot
			if want := (models.TimeSlot{StartAt: at(test.from), EndAt: at(test.to)}); !slot.StartAt.Equal(want.StartAt.Time) || !slot.EndAt.Equal(want.EndAt.Time) {
				t.Errorf("got %s to %s, want %s to %s", slot.StartAt, slot.EndAt, want.StartAt, want.EndAt)
			}
		})
	}
}

func TestAnEndIsReadForItsStart(t *testing.T) {
	start := at("2026-10-24T22:00:27+02:00")
	for name, test := range map[string]struct {
		end, day string
		to       string // or else why there is no end
		messages views.SlotMessages
	}{
		"the first time after the start": {" 6h ", "", "2026-10-25T06:00:00+01:00", views.SlotMessages{}},
		"days after that of the entry":   {"6:00", "2", "2026-10-26T06:00:00+01:00", views.SlotMessages{}},
		"the time of the start":          {"22:00", "", "", views.SlotMessages{End: forms.MessageFor(models.ErrEndLikeStart)}},
		"no time":                        {"late", "", "", views.SlotMessages{End: forms.UnreadableTime}},
		"no day":                         {"6:00", "tomorrow", "", views.SlotMessages{EndDay: "Choisissez le jour où finit ce créneau."}},
	} {
		typed, slot, messages := forms.EndOf(night(), start, url.Values{"end": {test.end}, "end_day": {test.day}})
		modelstest.Want(t, typed, (views.SlotRow{Start: "22:00", End: strings.TrimSpace(test.end), EndDay: test.day}), name)
		modelstest.Want(t, messages, test.messages, name)
		if test.to != "" && (slot.StartAt != start || !slot.EndAt.Equal(at(test.to).Time)) {
			t.Errorf("%s: got %s to %s, want it to begin at %s and end at %s", name, slot.StartAt, slot.EndAt, start, test.to)
		}
	}
}
