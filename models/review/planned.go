package review

import (
	"context"

	"worklog/models"
	"worklog/models/civil"
)

// otherType finds the days of the default type for which the plan has another.
func otherType(s doubtSpan) (found []Doubt) {
	for i := range s.days {
		day := &s.days[i]
		planned := s.PlannedType(day)
		if planned == "" || s.isRight(DoubtType, day.Date, string(planned)) {
			continue
		}
		found = append(found, Doubt{Dates: []civil.Date{day.Date}, Day: day, Type: planned, subjects: []doubtSubject{{day.Date, string(planned)}}})
	}
	return found
}

// TakeType sets the type of days to the planned one. It returns [models.ErrReviewChanged].
func (d *Doubts) TakeType(ctx context.Context, id string, now civil.Instant) (models.Change, error) {
	return d.answer(ctx, id, now, are(DoubtType), func(tx *models.Tx, found []Doubt) (models.Change, error) {
		return tx.Changing(models.ActionEdited, now, datesInDoubt(found), func() error {
			for _, doubt := range found {
				entry, err := tx.EntryOn(doubt.Dates[0])
				if err != nil {
					return err
				}
				entry.DayType = doubt.Type
				if err := tx.UpdateEntry(entry, now); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
