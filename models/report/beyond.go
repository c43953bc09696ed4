package report

import (
	"context"
	"encoding/json"
	"io"

	"worklog/models"
	"worklog/models/civil"
)

// Done is what was worked beside what was due.
type Done struct {
	From, To       civil.Date
	Worked, Beyond int64     // minutes
	Days           []DoneDay // that have a slot, in order
}

// DoneDay is what was worked on a date, and what of it is beyond what was due.
type DoneDay struct {
	*models.Day
	Worked, Due, Beyond int64 // minutes
}

// Done returns what was worked from one date to another. The days are those of their whole weeks.
func (r Rules) Done(days []models.Day, from, to civil.Date) Done {
	done := Done{From: from, To: to}
	due := map[civil.Date]int64{}
	r.eachDue(models.Totals(days), from, to, func(date civil.Date, minutes int64) { due[date] = minutes })
	days = models.Between(days, from, to)
	for i := range days {
		if len(days[i].Slots) == 0 {
			continue
		}
		day := DoneDay{Day: &days[i], Worked: days[i].WorkedMinutes()}
		if minutes, counted := due[day.Date]; counted {
			day.Due, day.Beyond = minutes, max(0, day.Worked-minutes)
		}
		done.Worked, done.Beyond = done.Worked+day.Worked, done.Beyond+day.Beyond
		done.Days = append(done.Days, day)
	}
	return done
}

// eachDue visits the dates from one to another on which hours are to be worked, with what is due on
// each: its target, or, in a roster, what is left of that of its week. The days must be in order, and
// those of whole weeks.
func (r Rules) eachDue(days []models.DayTotal, from, to civil.Date, visit func(date civil.Date, due int64)) {
	for monday := from.Monday(); monday.DaysUntil(to) >= 0; monday = monday.AddDays(7) {
		sunday := monday.AddDays(6)
		left := r.TargetOf(days, monday, sunday)
		r.each(days, monday, sunday, func(date civil.Date, due int64, total *models.DayTotal) {
			if r.OnAnyDay(date) {
				due = left
			}
			if r.countsHoursOn(date) && from.DaysUntil(date) >= 0 && date.DaysUntil(to) >= 0 {
				visit(date, max(0, due))
			}
			if total != nil {
				left -= total.Minutes
			}
		})
	}
}

// ReadDone reads what was worked from one date to another.
func (r Rules) ReadDone(ctx context.Context, store *models.Store, from, to civil.Date) (Done, error) {
	days, err := store.RequestedDays(ctx, from.Monday(), to.Monday().AddDays(6))
	return r.Done(days, from, to), err
}

// DueWith returns what is due on the date of a day, in minutes, if that is as its total says; nil
// where no hours are to be worked.
func (r *Reader) DueWith(ctx context.Context, day models.DayTotal) (due *int64, err error) {
	if !r.rules.countsHoursOn(day.Date) {
		return nil, nil
	}
	monday := day.Date.Monday()
	week, err := r.store.DayTotals(ctx, monday, monday.AddDays(6))
	r.rules.eachDue(overlaid(week, []models.DayTotal{day}), day.Date, day.Date, func(_ civil.Date, minutes int64) { due = &minutes })
	return due, err
}

// MarshalJSON writes the report for programs. Nothing is planned.
func (d Done) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		From    string    `json:"from"`
		To      string    `json:"to"`
		Planned int64     `json:"planned_minutes"`
		Worked  int64     `json:"worked_minutes"`
		Beyond  int64     `json:"beyond_minutes"`
		Days    []DoneDay `json:"days"`
	}{d.From.String(), d.To.String(), 0, d.Worked, d.Beyond, append([]DoneDay{}, d.Days...)})
}

// MarshalJSON writes the day for programs.
func (d DoneDay) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Date        string   `json:"date"`
		Planned     []string `json:"planned"`
		Rest        bool     `json:"rest"`
		Worked      int64    `json:"worked_minutes"`
		Beyond      int64    `json:"beyond_minutes"`
		RequestedBy string   `json:"requested_by"`
		Reason      string   `json:"reason"`
	}{d.Date.String(), []string{}, false, d.Worked, d.Beyond, d.RequestedBy, d.Reason})
}

// WriteCSV writes a row for each day, as [WriteDayRows] does.
func (d Done) WriteCSV(to io.Writer, semicolons bool) error {
	lines := [][]string{{"date", "planned", "worked_minutes", "beyond_minutes", "requested_by", "reason"}}
	for _, day := range d.Days {
		lines = append(lines, []string{day.Date.String(), "", whole(&day.Worked), whole(&day.Beyond), models.Cell(day.RequestedBy), models.Cell(day.Reason)})
	}
	return writeTable(to, lines, semicolons)
}
