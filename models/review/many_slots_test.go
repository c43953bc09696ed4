package review

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestADayOfManySlotsIsInDoubtInTimeThatGrowsWithThem(t *testing.T) {
	const number = 400_000
	day := models.Day{WorkEntry: models.WorkEntry{ID: 1, Date: civil.Date{Year: 2026, Month: time.November, Day: 16}, DayType: models.Work}, Slots: modelstest.ManySlots(number), Zone: time.UTC}
	span := doubtSpan{days: []models.Day{day}, from: day.Date, to: day.Date, Rules: models.Rules{
		Zone: time.UTC, ForgottenAfter: time.Hour, Owes: func(civil.Date) models.Owed { return models.OwesNothing },
	}}
	modelstest.Answers(t, func() {
		found := span.doubts()
		if len(found) != 1 || len(found[0].Slots) != number || len(found[0].subjects) != number-1 {
			t.Errorf("got %d doubts", len(found))
		}
	})
}
