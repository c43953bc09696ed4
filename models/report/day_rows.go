package report

import (
	"context"
	"encoding/csv"
	"io"
	"strconv"

	"worklog/models"
	"worklog/models/civil"
)

// dayRow is a date behind the figures: one that has an entry, is to be verified, or has a target up to
// yesterday.
type dayRow struct {
	Date    civil.Date
	Day     *models.Day // nil without an entry
	Hours   Hours
	Target  *int64 // minutes; nil without targets, and from today on
	Balance *int64 // minutes at the end of the date; nil before it begins, and from today on
	Why     string // it is to be verified
}

// DayRows returns the dates behind [Rules.Figures], in order. The rows sum to the figures.
func (r Rules) DayRows(record Record, from, to civil.Date, now civil.Instant) []dayRow {
	today := civil.DateOf(now.In(r.Zone))
	balance := r.balanceBefore(record, from)
	why := models.WhyToVerify(record.ToVerify)
	end := civil.Earlier(to, today.AddDays(-1))
	until := end // the last date with a row
	for date := range why {
		until = civil.Later(until, date)
	}
	days := map[civil.Date]*models.Day{}
	between := models.Between(record.Days, from, to)
	for i := range between {
		days[between[i].Date] = &between[i]
		until = civil.Later(until, between[i].Date)
	}
	var rows []dayRow
	r.each(record.Totals, from, until, func(date civil.Date, target int64, total *models.DayTotal) {
		row := dayRow{Date: date, Day: days[date], Why: why[date]}
		over := date.Compare(end) <= 0
		if over && len(r.Targets) > 0 {
			row.Target = &target
		}
		if over && r.Balance != nil && r.Balance.From.DaysUntil(date) >= 0 {
			balance += r.grown(date, target, total)
			row.Balance = new(balance)
		}
		if row.Day != nil || row.Why != "" || over && (target > 0 || r.Balance.Adjusted(date, date) != 0) {
			rows = append(rows, row)
		}
	})
	holidays := r.holidays(record.Days, from)
	for i, row := range rows {
		if row.Day != nil {
			rows[i].Hours.ByType = map[models.DayType]TypeHours{}
			rows[i].Hours.add(holidays, *row.Day, row.Day.WorkedMinutes())
		}
	}
	return rows
}

// EachDate visits the dates from one to another, inclusive, with the total of their entry, or nil, and
// their target: nil without targets, and while a number of days is to be worked.
func (r *Reader) EachDate(ctx context.Context, from, to civil.Date, visit func(date civil.Date, target *int64, total *models.DayTotal)) error {
	totals, err := r.DayTotals(ctx, from.Monday(), to)
	if err != nil {
		return err
	}
	r.rules.each(totals, from, to, func(date civil.Date, minutes int64, total *models.DayTotal) {
		target := &minutes
		if inForce := r.rules.targetFrom(date); len(r.rules.Targets) == 0 || inForce != nil && inForce.DaysPerYear > 0 {
			target = nil
		}
		visit(date, target, total)
	})
	return nil
}

// balanceBefore returns the balance at the beginning of a date.
func (r Rules) balanceBefore(record Record, date civil.Date) int64 {
	if r.Balance == nil {
		return 0
	}
	return r.balanceAt(record, date.AddDays(-1))
}

// WriteDayRows writes the rows as CSV (RFC 4180), with cells separated by semicolons for
// spreadsheets in French. What is not configured or not known yet is an empty cell.
func WriteDayRows(to io.Writer, rows []dayRow, semicolons bool) error {
	lines := [][]string{{"date", "day_type", "half_day", "minutes", "night_minutes", "sunday_minutes", "holiday_minutes", "target_minutes", "balance_minutes", "to_verify"}}
	for _, row := range rows {
		dayType, halfDay := "", ""
		if row.Day != nil {
			dayType, halfDay = string(row.Day.DayType), string(row.Day.HalfDay)
		}
		lines = append(lines, []string{row.Date.String(), dayType, halfDay, whole(&row.Hours.Worked), whole(&row.Hours.Night), whole(&row.Hours.Sunday),
			whole(&row.Hours.Holiday), whole(row.Target), whole(row.Balance), row.Why})
	}
	return writeTable(to, lines, semicolons)
}

func writeTable(to io.Writer, lines [][]string, semicolons bool) error {
	table := csv.NewWriter(to)
	table.UseCRLF = true
	if semicolons {
		table.Comma = ';'
	}
	return table.WriteAll(lines)
}

func whole(number *int64) string {
	if number == nil {
		return ""
	}
	return strconv.FormatInt(*number, 10)
}
