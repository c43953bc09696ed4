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
	From, To civil.Date
	Hours    Hours
	Target   *int64 // minutes, of the dates up to yesterday
	Balance  *int64 // minutes, at the end of To or of yesterday, with what is adjusted until To
	Adjusted *int64 // minutes, of the balance
	Counters []Count
	Findings []Finding
	ToVerify []models.ToVerify
}

// Record is what figures are computed from.
type Record struct {
	// Totals are those of all days, in order, as far as [Rules.TotalsNeed] says.
	Totals []models.DayTotal
	// Days are those that [FindingsNeed] names, in order, or at least those of the range.
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
	figures := Figures{From: from, To: to, Hours: r.Hours(models.Between(record.Days, from, to)), ToVerify: record.ToVerify}
	if len(r.Targets) > 0 {
		target := r.TargetOf(record.Totals, from, civil.Earlier(to, yesterday))
		figures.Target = &target
	}
	if r.Balance != nil {
		settled := civil.Earlier(to, yesterday)
		balance := r.balanceAt(record, settled) + r.Balance.Adjusted(settled.AddDays(1), to)
		adjusted := r.Balance.Adjusted(from, to)
		figures.Balance, figures.Adjusted = &balance, &adjusted
	}
	for _, tally := range r.tallies(record) {
		figures.Counters = append(figures.Counters, tally.at(to, today))
	}
	if r.HasLimits() {
		figures.Findings = r.Findings(withPresence(record.Days, record.Present), from, to, now)
	}
	return figures
}

// TotalsNeed returns the first and the last date whose totals [Rules.Figures] needs for a
// range, from a Monday on: the whole record only if something is carried over from all of it.
func (r Rules) TotalsNeed(from, to civil.Date) (first, last civil.Date) {
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

// MarshalJSON writes the figures for programs. What is not configured is null.
func (f Figures) MarshalJSON() ([]byte, error) {
	var counters map[string]any
	for _, count := range f.Counters {
		if counters == nil {
			counters = map[string]any{}
		}
		counters[count.Name] = jsonOf[Days](count)
		if count.Unit == InHours {
			counters[count.Name] = jsonOf[int64](count)
		}
	}
	return json.Marshal(struct {
		From            string                       `json:"from"`
		To              string                       `json:"to"`
		WorkedMinutes   int64                        `json:"worked_minutes"`
		NightMinutes    int64                        `json:"night_minutes"`
		SundayMinutes   int64                        `json:"sunday_minutes"`
		HolidayMinutes  int64                        `json:"holiday_minutes"`
		ByType          map[models.DayType]TypeHours `json:"by_type"`
		TargetMinutes   *int64                       `json:"target_minutes"`
		BalanceMinutes  *int64                       `json:"balance_minutes"`
		Counters        map[string]any               `json:"counters"`
		AdjustedMinutes *int64                       `json:"adjusted_minutes"`
		Findings        []Finding                    `json:"findings"`
		ToVerify        []models.ToVerify            `json:"to_verify"`
	}{f.From.String(), f.To.String(), f.Hours.Worked, f.Hours.Night, f.Hours.Sunday, f.Hours.Holiday, f.Hours.ByType,
		f.Target, f.Balance, counters, f.Adjusted, f.Findings, append([]models.ToVerify{}, f.ToVerify...)})
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
	from, to := f.From.Format(time.RFC3339), f.To.Format(time.RFC3339)
	if f.LimitDays > 0 {
		return json.Marshal(struct {
			Rule      Rule   `json:"rule"`
			Date      string `json:"date"`
			Days      Days   `json:"days"`
			LimitDays Days   `json:"limit_days"`
			From      string `json:"from"`
			To        string `json:"to"`
		}{f.Rule, f.Date.String(), f.Days, f.LimitDays, from, to})
	}
	return json.Marshal(struct {
		Rule    Rule   `json:"rule"`
		Date    string `json:"date"`
		Minutes int64  `json:"minutes"`
		Limit   int64  `json:"limit"`
		From    string `json:"from"`
		To      string `json:"to"`
	}{f.Rule, f.Date.String(), f.Minutes, f.Limit, from, to})
}
