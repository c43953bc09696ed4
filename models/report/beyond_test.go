package report_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestWhatIsWorkedAgainstThePlanOfADateHasThePartsOfItsNight(t *testing.T) {
	at := func(day int, clock string) civil.Instant {
		wall, err := time.Parse("15:04", clock)
		modelstest.Must(t, err)
		return civil.NewInstant(time.Date(2026, 11, day, wall.Hour(), wall.Minute(), 0, 0, time.UTC))
	}
	planned := func(day int, shifts ...models.PlannedShift) models.PlannedDate {
		return models.PlannedDate{Date: modelstest.Date(day), Shifts: append(models.PlannedShifts{}, shifts...)}
	}
	worked := func(day int, dayType models.DayType, slots ...models.TimeSlot) models.Day {
		return models.Day{WorkEntry: models.WorkEntry{Date: modelstest.Date(day), DayType: dayType}, Zone: time.UTC, Slots: slots}
	}
	slot := func(day int, from string, until int, to string) models.TimeSlot {
		return models.TimeSlot{StartAt: at(day, from), EndAt: at(until, to)}
	}
	night := models.PlannedShift{StartAt: at(16, "21:00"), EndAt: at(17, "07:00"), Type: models.Duty}
	onCall := models.PlannedShift{StartAt: at(16, "18:00"), EndAt: at(17, "08:00"), Type: models.OnCall}
	early := models.PlannedShift{StartAt: at(17, "00:00"), EndAt: at(17, "08:00"), Type: models.Work}
	day := models.PlannedShift{StartAt: at(17, "08:00"), EndAt: at(17, "16:00"), Type: models.Work}
	evening, morning := worked(16, models.Duty, slot(16, "21:00", 17, "00:00")), worked(17, models.Duty, slot(17, "00:00", 17, "07:30"))
	for _, test := range []struct {
		name string
		plan []models.PlannedDate
		days []models.Day
		on   int
		want int64
	}{
		{"the evening has the morning of its night", []models.PlannedDate{planned(16, night), planned(17)}, []models.Day{evening, morning}, 16, 0},
		{"the rest after it has what is beyond", []models.PlannedDate{planned(16, night), planned(17)}, []models.Day{evening, morning}, 17, 30},
		{"without its evening, the morning lies in the shift all the same", []models.PlannedDate{planned(16, night), planned(17)}, []models.Day{morning}, 17, 30},
		{"the eve is an absence", []models.PlannedDate{planned(16, night), planned(17)}, []models.Day{worked(16, models.SickLeave), morning}, 17, 450},
		{"an arrival while still on call is early", []models.PlannedDate{planned(16, onCall), planned(17, day)}, []models.Day{worked(16, models.OnCall), worked(17, models.Work, slot(17, "07:30", 17, "16:00"))}, 17, 30},
		{"an arrival before the midnight of its shift is early", []models.PlannedDate{planned(16), planned(17, early)}, []models.Day{worked(16, models.Work, slot(16, "23:50", 17, "08:00"))}, 16, 10},
	} {
		rules := report.Rules{Zone: time.UTC, Plan: models.NewPlan(models.PlanRows{Dates: test.plan}, time.UTC)}
		modelstest.Want(t, rules.AgainstPlan(test.days)[modelstest.Date(test.on)], test.want, test.name)
	}
}
