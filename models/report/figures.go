package report

import (
	"encoding/json"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Figures are the figures of a range of dates, as pages and programs show them. What is
// not configured is nil.
type Figures struct {
	From civil.Date `json:"from"`
	To   civil.Date `json:"to"`
	Hours
	Target   *int64            `json:"target_minutes"`  // of the dates up to yesterday
	Balance  *int64            `json:"balance_minutes"` // at the end of To or of yesterday, with what is adjusted until To
	Counters Counts            `json:"counters"`
	Adjusted *int64            `json:"adjusted_minutes"` // of the balance
	Findings []Finding         `json:"findings"`
	ToVerify []models.ToVerify `json:"to_verify"` // never nil
}

// Record is what figures are computed from.
type Record struct {
	// Totals are those of all days, in order, as far as [Rules.totalsNeed] says.
	Totals []models.DayTotal
	// Days are those that [FindingsNeed] names, in order, or at least those of the range from
	// [Rules.HoursNeed] on.
	Days []models.Day
	// Present is the presence under way as a slot of its entry, or nil.
	Present *models.TimeSlot
	// ToVerify is what the days leave out, or is in doubt, by date.
	ToVerify []models.ToVerify

	opening *opening // nil if it is not computed
	tallies []tally  // nil if they are not computed
}

// Figures computes the figures of the entries from one date to another. Slots and nothing
// else are hours worked; the presence under way counts only where rests and limits do.
func (r Rules) Figures(record Record, from, to civil.Date, now civil.Instant) Figures {
	today := civil.DateOf(now.In(r.Zone))
	yesterday := today.AddDays(-1)
	figures := Figures{From: from, To: to, Hours: r.Hours(record.Days, from, to), ToVerify: append([]models.ToVerify{}, record.ToVerify...)}
	if len(r.Targets) > 0 {
		figures.Target = new(r.TargetOf(record.Totals, from, civil.Earlier(to, yesterday)))
	}
	if r.Balance != nil {
		settled := civil.Earlier(to, yesterday)
		figures.Balance = new(r.balanceAt(record, settled) + r.Balance.Adjusted(settled.AddDays(1), to))
		figures.Adjusted = new(r.Balance.Adjusted(from, to))
	}
	for _, tally := range r.tallies(record) {
		figures.Counters = append(figures.Counters, tally.at(to, today))
	}
	if r.HasLimits() {
		figures.Findings = r.Findings(withPresence(record.Days, record.Present), from, to, now)
	}
	return figures
}

// totalsNeed returns the first and the last date whose totals [Rules.Figures] needs for a
// range, from a Monday on: the whole record only if something is carried over from all of it.
func (r Rules) totalsNeed(from, to civil.Date) (first, last civil.Date) {
	first, last = from.Monday(), to
	if r.Balance != nil {
		first = civil.Earlier(first, r.Balance.From.Monday())
	}
	for _, counter := range r.Counters {
		start := counter.periodOf(to)
		if counter.CarryOver != 0 {
			start = civil.FirstDate.AddDays(returnWithin)
		}
		first = civil.Earlier(first, start.AddDays(-returnWithin)) // the last day of leave before it
		if end := counter.next(counter.periodOf(to)).AddDays(returnWithin); end.DaysUntil(last) < 0 {
			last = end
		}
	}
	return first, last
}

// withPresence adds the presence under way to the slots of its day.
func withPresence(days []models.Day, present *models.TimeSlot) []models.Day {
	if present == nil {
		return days
	}
	with := append([]models.Day(nil), days...)
	for i := range with {
		if with[i].ID == present.WorkEntryID {
			with[i] = with[i].With(*present)
		}
	}
	return with
}

// Counts are what counters show; null for programs if there are none.
type Counts []Count

// MarshalJSON writes the counts by the names of their counters.
func (c Counts) MarshalJSON() ([]byte, error) {
	var counters map[string]any
	for _, count := range c {
		if counters == nil {
			counters = map[string]any{}
		}
		counters[count.Name] = jsonOf[Days](count)
		if count.Unit == InHours {
			counters[count.Name] = jsonOf[int64](count)
		}
	}
	return json.Marshal(counters)
}

// jsonCount is what a counter shows, in days or in minutes.
type jsonCount[D Days | int64] struct {
	PeriodStart string `json:"period_start"`
	Allowance   D      `json:"allowance"`
	Carried     D      `json:"carried"`
	Adjusted    D      `json:"adjusted"`
	Taken       D      `json:"taken"`
	Planned     D      `json:"planned"`
	Left        D      `json:"left"`
}

func jsonOf[D Days | int64](c Count) jsonCount[D] {
	return jsonCount[D]{c.PeriodStart.String(), D(c.Allowance), D(c.Carried), D(c.Adjusted), D(c.Taken), D(c.Planned), D(c.Left)}
}

// MarshalJSON writes the finding with the names that its rule has.
func (f Finding) MarshalJSON() ([]byte, error) {
	out := struct {
		Rule      Rule       `json:"rule"`
		Date      civil.Date `json:"date"`
		Minutes   *int64     `json:"minutes,omitempty"`
		Limit     *int64     `json:"limit,omitempty"`
		Days      *Days      `json:"days,omitempty"`
		LimitDays *Days      `json:"limit_days,omitempty"`
		From      string     `json:"from"`
		To        string     `json:"to"`
	}{Rule: f.Rule, Date: f.Date, From: f.From.Format(time.RFC3339), To: f.To.Format(time.RFC3339)}
	if f.LimitDays > 0 {
		out.Days, out.LimitDays = &f.Days, &f.LimitDays
	} else {
		out.Minutes, out.Limit = &f.Minutes, &f.Limit
	}
	return json.Marshal(out)
}
