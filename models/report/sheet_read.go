package report

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Sheet is what is known of a month, for a document.
type Sheet struct {
	Month   civil.Date         // its first date
	Days    []models.Day       // in order, also those that are counted nowhere
	Counted []models.Day       // those that are counted, from [Rules.HoursNeed] on
	Records []models.DayRecord // all that is stored of them
	Figures Figures            // without findings
	Kept    []KeptSheet        // the last one kept first
	// GoneOn are the dates of the month on which work of an earlier day goes on, as in a night.
	GoneOn map[civil.Date]bool
	// Weeks are those of the month and, where the year is summed up, those before it.
	Weeks []CivilWeek
	// Year are the types and slots of the days from YearFrom to the end of the month or
	// today, with limits or a number of days to work; otherwise nil.
	Year     []models.Day
	YearFrom civil.Date // 1 January or, of a sheet of days, [Rules.YearOf] the month's end
}

const (
	// longestSlot is for how many days a slot may go on. Only one that the automation
	// recorded is longer.
	longestSlot = 7
	// nearDays is how far before a sheet the days of its totals may lie that are read
	// with those of the year, and not apart.
	nearDays = 2 * 366
)

// ReadSheet reads what the sheet of a month needs: the month, and the types and slots of
// its weeks, of the year before if it is summed up, and of the periods of counters. If the
// balance or a counter needs days of long ago, it reads their totals.
func (r *Reader) ReadSheet(ctx context.Context, month civil.Date, now civil.Instant) (Sheet, error) {
	rules, sheet := r.rules, Sheet{Month: month}
	last := month.LastOfMonth()
	sheet.YearFrom, _ = civil.DatesOfYear(month.Year)
	if rules.Printed(month, SheetFormat, false).DaysOnly {
		sheet.YearFrom, _ = rules.YearOf(last)
	}
	from, to := month.Monday(), last.Monday().AddDays(6)
	byYear := rules.AsOf(last).Limits != nil || rules.DaysToWork(last) > 0
	if byYear {
		from = civil.Earlier(from, sheet.YearFrom.Monday())
	}
	plain := rules.withoutLimits()
	firstTotal, lastTotal := plain.totalsNeed(month, last)
	near := !rules.needsLongAgo() && firstTotal.DaysUntil(month) <= nearDays // those that are kept are not computed again
	first, end := from.AddDays(-longestSlot), to
	if near {
		first, end = civil.Earlier(first, firstTotal), civil.Later(end, lastTotal)
	}
	around, err := r.SlotDays(ctx, first, end)
	if err != nil {
		return Sheet{}, err
	}
	if sheet.Records, err = r.records.Get(ctx, r.store, month, last, r.store.Records); err != nil {
		return Sheet{}, err
	}
	if sheet.Kept, err = rules.keptSheets(ctx, r.store, month, sheet.Records); err != nil {
		return Sheet{}, err
	}
	for _, record := range sheet.Records {
		sheet.Days = append(sheet.Days, record.Day)
	}
	var record Record
	if near {
		record.Totals = models.Totals(around)
	} else if record, err = r.record(ctx, firstTotal, lastTotal, month); err != nil {
		return Sheet{}, err
	}
	sheet.Counted = slices.Concat(models.Between(around, rules.HoursNeed(month), month.AddDays(-1)), models.WithoutIgnored(sheet.Days))
	record.Days = sheet.Counted
	sheet.Figures = plain.Figures(record, month, last, now)
	sheet.GoneOn = goneOn(around, month, last)
	sheet.Weeks = rules.CivilWeeks(around, from, to, now)
	if byYear {
		until := civil.Earlier(last, civil.DateOf(now.In(rules.Zone)))
		sheet.Year = models.Between(around, sheet.YearFrom, until)
	}
	return sheet, nil
}

// goneOn returns the dates from one to another on which slots of earlier days go on.
func goneOn(days []models.Day, from, to civil.Date) map[civil.Date]bool {
	dates := map[civil.Date]bool{}
	for i := range days {
		day := &days[i]
		for _, slot := range day.Slots {
			last := civil.Earlier(to, civil.DateOf(slot.EndAt.Add(-1).In(day.Zone)))
			for date := civil.Later(from, day.Date.AddDays(1)); date.DaysUntil(last) >= 0; date = date.AddDays(1) { // a month at most
				dates[date] = true
			}
		}
	}
	return dates
}
