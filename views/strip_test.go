package views

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

func TestTheStripsOfAMonthAreDrawnOnceHoweverManySlotsCoverADate(t *testing.T) {
	from := civil.Date{Year: 2026, Month: time.November, Day: 2}
	to := from.AddDays(41)
	drawn := func(number int) (characters int) {
		day := models.Day{WorkEntry: models.WorkEntry{Date: from}, Zone: time.UTC}
		for i := range number {
			day.Slots = append(day.Slots, models.TimeSlot{
				StartAt: civil.NewInstant(time.Date(1970, 1, 1, 0, i, 0, 0, time.UTC)),
				EndAt:   civil.NewInstant(time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)),
			})
		}
		strips := stripsOf([]models.Day{day}, from, to)
		if len(strips) != 42 {
			t.Fatalf("got %d strips", len(strips))
		}
		for _, strip := range strips {
			characters += len(strip)
		}
		return characters
	}
	if one, many := drawn(1), drawn(1000); one != many || one != 42*len("M0 3h1440") {
		t.Errorf("got %d characters for a slot, %d for a thousand", one, many)
	}
}

func TestAStripHasALineForWhatIsWorkedWithoutABreak(t *testing.T) {
	date := civil.Date{Year: 2026, Month: time.November, Day: 2}
	at := func(day, hour, minute int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC))
	}
	for _, test := range []struct {
		name  string
		slots []models.TimeSlot
		want  [3]string // of the 2nd, 3rd and 4th
	}{
		{"two slots", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 9, 0)}, {StartAt: at(2, 10, 0), EndAt: at(2, 11, 0)}}, [3]string{"M480 3h60M600 3h60"}},
		{"slots that touch", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 9, 0)}, {StartAt: at(2, 9, 0), EndAt: at(2, 11, 0)}}, [3]string{"M480 3h180"}},
		{"slots that overlap", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 10, 0)}, {StartAt: at(2, 9, 0), EndAt: at(2, 9, 30)}}, [3]string{"M480 3h120"}},
		{"a night", []models.TimeSlot{{StartAt: at(2, 22, 0), EndAt: at(3, 6, 0)}}, [3]string{"M1320 3h120", "M0 3h360"}},
		{"until midnight", []models.TimeSlot{{StartAt: at(2, 22, 0), EndAt: at(3, 0, 0)}}, [3]string{"M1320 3h120"}},
		{"two days from before", []models.TimeSlot{{StartAt: at(1, 22, 0), EndAt: at(4, 6, 0)}}, [3]string{"M0 3h1440", "M0 3h1440", "M0 3h360"}},
		{"beyond", []models.TimeSlot{{StartAt: at(4, 22, 0), EndAt: at(9, 6, 0)}}, [3]string{"", "", "M1320 3h120"}},
		{"an end before the start", []models.TimeSlot{{StartAt: at(3, 22, 0), EndAt: at(2, 6, 0)}}, [3]string{}},
	} {
		strips := stripsOf([]models.Day{{WorkEntry: models.WorkEntry{Date: date}, Slots: test.slots, Zone: time.UTC}}, date, date.AddDays(2))
		if got := [3]string{strips[date], strips[date.AddDays(1)], strips[date.AddDays(2)]}; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
