package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// inFull writes findings in lines: "rule figure/threshold, from → to".
func inFull(findings []report.Finding) string {
	var lines []string
	for _, f := range findings {
		const moment = "01-02 15:04"
		lines = append(lines, fmt.Sprintf("%s %d/%d, %s → %s", f.Rule, f.Minutes, f.Limit, f.From.Format(moment), f.To.Format(moment)))
	}
	return strings.Join(lines, "\n")
}

// profile returns a change of rules to those of a profile; "nuit" is that of a night worker in
// a private company, and "douze" that of a hospital in 12 hours.
func profile(name string) func(*report.Rules) {
	return func(r *report.Rules) {
		if name == "nuit" {
			r.Limits = report.NightWorkerLimits()
			return
		}
		if name == "douze" {
			r.Limits = report.TwelveHoursLimits()
			return
		}
		r.Limits = report.ProfileLimits(report.Profile(name))
	}
}

// The rows are those of a nurse's, an employee's and a night worker's rosters, with what the
// articles that each finding names say of them.
func TestAShiftIsJudgedAsWhatItIs(t *testing.T) {
	const garde = "GARDE"
	nights := func(number int) (days []models.Day) { // Monday, Tuesday, and Saturday of each other week
		for monday := dateOf("2026-05-04"); len(days) < number; monday = monday.AddDays(7) {
			days = append(days, entry(monday.String(), garde, "20:00+08:00"), entry(monday.AddDays(1).String(), garde, "20:00+08:00"))
			if monday.DaysUntil(dateOf("2026-05-04"))%14 == 0 {
				days = append(days, entry(monday.AddDays(3).String(), garde, "20:00+08:00"))
			}
		}
		return days[:number]
	}
	fortnights := func(number int) (days []models.Day) {
		const seven = "07:00-14:00"
		for i := range number { // Sunday and the Monday after it are free, and two days more
			monday := dateOf("2026-06-01").AddDays(14 * i).String()
			days = append(days, week(monday, "", seven, seven, seven, "", seven, seven, seven, seven, seven, "", seven, seven)...)
		}
		return days
	}
	for _, test := range []struct {
		name, profile string
		days          []models.Day
		want          []string
	}{
		{"a night of a minute too much before two days off", "fph", []models.Day{entry("2026-11-03", garde, "20:00+08:01")},
			[]string{"amplitude 721/720, 11-03 20:00 → 11-04 08:01", "day_max 721/600, 11-03 20:00 → 11-04 08:01"}},
		{"a long day with a break, then 12 h 10 off", "fph", []models.Day{entry("2026-11-03", "WORK", "06:45-12:00", "12:35-18:50"), entry("2026-11-04", "WORK", "07:00-15:00")},
			[]string{"amplitude 725/720, 11-03 06:45 → 11-03 18:50", "day_max 690/540, 11-03 06:45 → 11-03 18:50"}},
		{"a night of 12 h 15", "fph", []models.Day{entry("2026-11-03", garde, "19:00+07:15")},
			[]string{"amplitude 735/720, 11-03 19:00 → 11-04 07:15", "day_max 735/600, 11-03 19:00 → 11-04 07:15"}},
		{"two nights of 9 h 45 and 9 h, 14 h between", "fph", []models.Day{entry("2026-11-03", garde, "21:00+06:45"), entry("2026-11-04", garde, "20:45+05:45")}, nil},
		{"three shifts in a day, then the morning", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:00-17:00", "21:00-23:00"), entry("2026-11-04", "WORK", "07:30-15:00")},
			[]string{"amplitude 900/720, 11-03 08:00 → 11-03 23:00", "day_max 600/540, 11-03 08:00 → 11-03 23:00", "daily_rest 510/720, 11-03 23:00 → 11-04 07:30"}},
		{"an afternoon and the morning after it", "fph", []models.Day{entry("2026-11-03", "WORK", "14:00-21:30"), entry("2026-11-04", "WORK", "06:45-14:30")},
			[]string{"daily_rest 555/720, 11-03 21:30 → 11-04 06:45"}},
		{"a duty over the hour that comes twice", "fph", []models.Day{entry("2026-10-24", garde, "20:00+08:00")},
			[]string{"amplitude 780/720, 10-24 20:00 → 10-25 08:00", "day_max 780/600, 10-24 20:00 → 10-25 08:00"}},
		{"a Sunday and a Monday off in each fortnight and two more days, for 14 weeks", "fph", fortnights(7), nil},
		{"a day in two of 10 h 30", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-18:30")}, nil},
		{"of a minute more", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-18:31")}, []string{"split 631/630, 11-03 08:00 → 11-03 18:31"}},
		{"with a part of less than 3 h", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-10:59", "13:00-17:00")}, []string{"split 540/630, 11-03 08:00 → 11-03 17:00"}},
		{"with a break in a part", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "10:00-11:00", "13:00-16:00")}, nil},
		{"of which the last part is short", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-16:00")}, []string{"split 480/630, 11-03 08:00 → 11-03 16:00"}},
		{"a gap of less than 2 h splits nothing", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:59-18:40")}, nil},
		{"in 12 h nothing is split", "douze", []models.Day{entry("2026-11-03", "WORK", "08:00-10:00", "13:00-19:00")}, nil},
		{"29 nights of 12 h, two and three a week", "douze", nights(29), nil},
		{"a night of 12 h 20", "douze", []models.Day{entry("2026-11-03", garde, "20:00+08:20")},
			[]string{"amplitude 740/720, 11-03 20:00 → 11-04 08:20", "day_max 740/720, 11-03 20:00 → 11-04 08:20"}},
		{"9 h by day", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "12:30-17:31")},
			[]string{"day_max 541/540, 11-03 08:00 → 11-03 17:31"}},
		{"three long days with 10 h between", "prive", week("2026-11-02", "08:00-12:00 13:00-22:00", "08:00-12:00 13:00-22:00", "08:00-12:00 13:00-22:00"), []string{
			"amplitude 840/780, 11-02 08:00 → 11-02 22:00", "day_max 780/600, 11-02 00:00 → 11-03 00:00", "overtime 2340/2100, 11-02 00:00 → 11-09 00:00",
			"daily_rest 600/660, 11-02 22:00 → 11-03 08:00", "amplitude 840/780, 11-03 08:00 → 11-03 22:00", "day_max 780/600, 11-03 00:00 → 11-04 00:00",
			"daily_rest 600/660, 11-03 22:00 → 11-04 08:00", "amplitude 840/780, 11-04 08:00 → 11-04 22:00", "day_max 780/600, 11-04 00:00 → 11-05 00:00"}},
		{"a long day by itself", "prive", []models.Day{entry("2026-11-03", "WORK", "07:00-12:00", "14:00-21:00")},
			[]string{"amplitude 840/780, 11-03 07:00 → 11-03 21:00", "day_max 720/600, 11-03 00:00 → 11-04 00:00"}},
		{"a night of a private company is of two civil days", "prive", []models.Day{entry("2026-11-03", garde, "20:00+08:00")}, nil},
		{"a night of a night worker", "nuit", []models.Day{entry("2026-11-03", garde, "21:00+05:30")},
			[]string{"day_max 510/480, 11-03 21:00 → 11-04 05:30"}},
		{"which is no civil day's", "nuit", []models.Day{entry("2026-11-03", garde, "22:00+06:00"), entry("2026-11-04", "WORK", "18:00-23:59")}, nil},
		{"a day of a night worker", "nuit", []models.Day{entry("2026-11-03", "WORK", "08:00-18:01")},
			[]string{"day_max 601/600, 11-03 00:00 → 11-04 00:00"}},
		{"a forfait has rests, but no hours", "forfait_jours", []models.Day{entry("2026-11-03", "WORK", "07:00-21:00"), entry("2026-11-04", "WORK", "06:00-12:00")},
			[]string{"amplitude 840/780, 11-03 07:00 → 11-03 21:00", "daily_rest 540/660, 11-03 21:00 → 11-04 06:00"}},
		{"of equal gaps the first parts", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "15:00-16:00", "22:00-23:00")},
			[]string{"daily_rest 360/660, 11-03 09:00 → 11-03 15:00"}},
		{"time over which slots overlap counts once", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-14:00", "09:00-17:30")}, nil},
		{"slots of no minute are no work", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-18:00"), entry("2026-11-04", "WORK", "00:30-00:30", "08:30-12:00")}, nil},
		{"gaps of less than 6 h part nothing", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "14:59-16:00", "21:59-23:00")},
			[]string{"amplitude 900/780, 11-03 08:00 → 11-03 23:00"}},
	} {
		found := hourRules(profile(test.profile)).Findings(test.days, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-11-20 20:00"))
		if got, want := inFull(found), strings.Join(test.want, "\n"); got != want {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", test.profile, test.name, got, want)
		}
	}
}

// second computes what shifts and Sundays show, by another way than the package: minute by
// minute over what was worked, and by the words of the rules.
type second struct {
	rest, dayMax, nightMax int  // minutes; nightMax 0 for none
	whole                  bool // hours are those of shifts, not of civil days
	sunday                 int
	start                  time.Time // of the first minute, a Monday 00:00
	work                   []bool
}

// parts judges the work from one minute to another, both at work, and returns its shifts.
func (s second) parts(from, to int, found map[string]int) [][2]int {
	longest, begin, gap := 0, 0, 0
	for i := from; i < to; i++ {
		if s.work[i] {
			gap = 0
			continue
		}
		if gap++; s.work[i+1] && gap > longest {
			longest, begin = gap, i+1-gap
		}
	}
	if longest >= s.rest {
		return append(s.parts(from, begin, found), s.parts(begin+longest, to, found)...)
	}
	if to-from <= 1440-s.rest || longest < 360 {
		return [][2]int{{from, to}}
	}
	found[s.line("daily_rest", begin, begin+longest, longest)]++
	return append(s.parts(from, begin, found), s.parts(begin+longest, to, found)...)
}

func (s second) line(rule string, from, to, minutes int) string {
	return fmt.Sprintf("%s %d %s %s", rule, minutes, s.clock(from).Format(time.RFC3339), s.clock(to).Format(time.RFC3339))
}

func (s second) clock(minute int) time.Time {
	return s.start.Add(time.Duration(minute) * time.Minute).In(s.start.Location())
}

func (s second) findings() map[string]int {
	found := map[string]int{}
	last := len(s.work)
	for last > 0 && !s.work[last-1] {
		last--
	}
	first := 0
	for first < last && !s.work[first] {
		first++
	}
	if first == last {
		return found
	}
	judged := make([]bool, len(s.work)) // in a shift that is judged whole
	for _, shift := range s.parts(first, last, found) {
		from, to := shift[0], shift[1]
		if to-from > 1440-s.rest {
			found[s.line("amplitude", from, to, to-from)]++
		}
		all, night := 0, 0
		for i := from; i < to; i++ {
			if s.work[i] {
				all++
				if hour := s.clock(i).Hour(); hour >= 21 || hour < 6 {
					night++
				}
			}
		}
		limit := s.dayMax
		if nightly := s.nightMax > 0 && 2*night >= all; nightly {
			limit = s.nightMax
		} else if !s.whole {
			continue
		}
		if all > limit {
			found[s.line("day_max", from, to, all)]++
		}
		for i := from; i < to; i++ {
			judged[i] = true
		}
	}
	worked := map[string]bool{}
	for from := 0; from < len(s.work); {
		year, month, day := s.clock(from).Date()
		to, sum := int(time.Date(year, month, day+1, 0, 0, 0, 0, s.start.Location()).Sub(s.start).Minutes()), 0
		for i := from; i < to && i < len(s.work); i++ {
			if s.work[i] {
				worked[s.clock(i).Format(time.DateOnly)] = true
				if !judged[i] {
					sum++
				}
			}
		}
		if !s.whole && sum > s.dayMax {
			found[s.line("day_max", from, to, sum)]++
		}
		from = to
	}
	if s.sunday > 0 {
		s.sundays(worked, found)
	}
	return found
}

// sundays lists the fortnights without a free row of so many days that has a Sunday.
func (s second) sundays(worked map[string]bool, found map[string]int) {
	end := s.clock(len(s.work))
	for monday := s.start; !monday.AddDate(0, 0, 14).After(end); monday = monday.AddDate(0, 0, 7) {
		most := 0
		for begin := -14; begin < 14; begin++ {
			for length := 1; begin+length <= 28; length++ {
				free, sunday := true, false
				for i := begin; i < begin+length; i++ {
					date := monday.AddDate(0, 0, i)
					free = free && !worked[date.Format(time.DateOnly)]
					sunday = sunday || date.Weekday() == time.Sunday
				}
				if free && sunday && begin < 14 && begin+length > 0 {
					most = max(most, length)
				}
			}
		}
		if most < s.sunday {
			found[fmt.Sprintf("rest_sunday %d %s %s", most, monday.Format(time.RFC3339), monday.AddDate(0, 0, 14).Format(time.RFC3339))]++
		}
	}
}

// TestShiftsAreThoseOfASecondComputation compares the findings about shifts and Sundays of any
// roster, over both nights in which the clock changes, with those of [second].
func TestShiftsAreThoseOfASecondComputation(t *testing.T) {
	paris := hourRules().Zone
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"prive", "nuit", "fph", "forfait_jours"}).Draw(t, "profile")
		reference := map[string]second{
			"prive": {rest: 660, dayMax: 600}, "nuit": {rest: 660, dayMax: 600, nightMax: 480},
			"fph": {rest: 720, dayMax: 540, nightMax: 600, whole: true, sunday: 2}, "forfait_jours": {rest: 660, dayMax: 1 << 30},
		}[name]
		reference.start = rapid.SampledFrom([]time.Time{
			time.Date(2026, 3, 16, 0, 0, 0, 0, paris), time.Date(2026, 10, 12, 0, 0, 0, 0, paris), time.Date(2025, 12, 22, 0, 0, 0, 0, paris),
		}).Draw(t, "start")
		const weeks = 5
		end := reference.start.AddDate(0, 0, 7*weeks)
		reference.work = make([]bool, int(end.Sub(reference.start).Minutes()))
		var days []models.Day
		for i := range 7*weeks - 2 {
			if rapid.IntRange(0, 3).Draw(t, "free") == 0 {
				continue
			}
			date := civil.DateOf(reference.start.AddDate(0, 0, i))
			day := entry(date.String(), "WORK")
			minute := rapid.IntRange(0, 23*60).Draw(t, "begin")
			for range rapid.IntRange(1, 3).Draw(t, "slots") {
				length := rapid.IntRange(1, 11*60).Draw(t, "length")
				from := time.Date(date.Year, date.Month, date.Day, 0, minute, 0, 0, paris)
				slot := models.TimeSlot{StartAt: civil.NewInstant(from), EndAt: civil.NewInstant(from.Add(time.Duration(length) * time.Minute))}
				first := int(from.Sub(reference.start).Minutes())
				for at := first; at < first+length; at++ {
					reference.work[at] = true
				}
				day.Slots = append(day.Slots, slot)
				minute += length + rapid.IntRange(0, 12*60).Draw(t, "gap")
				if minute >= 24*60 {
					break
				}
			}
			days = append(days, day)
		}
		first, last := civil.DateOf(reference.start), civil.DateOf(end).AddDays(-1)
		rules := hourRules(profile(name))
		got := map[string]int{}
		for _, f := range rules.Findings(days, first, last, at("2027-06-01 12:00")) {
			from, to := f.From.Format(time.RFC3339), f.To.Format(time.RFC3339)
			switch f.Rule {
			case report.DailyRest, report.Amplitude, report.DayMax:
				got[fmt.Sprintf("%s %d %s %s", f.Rule, f.Minutes, from, to)]++
			case report.RestSunday:
				if last.DaysUntil(f.Last) <= 0 {
					got[fmt.Sprintf("%s %s %s %s", f.Rule, f.Days, from, to)]++
				}
			}
		}
		want := reference.findings()
		for line := range want {
			if got[line] != want[line] {
				t.Errorf("%s: %s: got %d, want %d", name, line, got[line], want[line])
			}
		}
		for line := range got {
			if want[line] == 0 {
				t.Errorf("%s: %s was not expected", name, line)
			}
		}
	})
}

// Shifts must be parted somewhere where their rest is not judged.
func TestWithoutARestToJudgeShiftsArePartedByThatOfTheProfile(t *testing.T) {
	days := []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:00-19:00"), entry("2026-11-04", "WORK", "05:00-11:00"), entry("2026-11-05", "WORK", "08:00-12:00")}
	for _, test := range []struct {
		name string
		rest int64
		want []string
	}{
		{"the profile's", 720, []string{"daily_rest 600/720, 11-03 19:00 → 11-04 05:00", "day_max 600/540, 11-03 08:00 → 11-03 19:00"}},
		{"none is judged", 0, []string{"day_max 600/540, 11-03 08:00 → 11-03 19:00"}},
	} {
		rules := hourRules(profile("fph"), func(r *report.Rules) { r.Limits.DailyRest = test.rest })
		found := rules.Findings(days, dateOf("2026-11-01"), dateOf("2026-11-08"), at("2026-11-06 20:00"))
		slices.SortFunc(found, func(a, b report.Finding) int { return strings.Compare(string(a.Rule), string(b.Rule)) })
		if got, want := inFull(found), strings.Join(test.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// Who flies from Paris to New York works one shift, each minute of which lies on the date of its
// own entry.
func TestSlotsOfTwoZonesThatTouchAreOneShift(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	flight := entry("2026-11-03", "WORK", "18:00+02:00")
	flight.Slots[0].EndAt = at("2026-11-04 00:00")
	there := models.Day{Zone: newYork, WorkEntry: models.WorkEntry{Date: dateOf("2026-11-03"), DayType: models.Work},
		Slots: []models.TimeSlot{{StartAt: at("2026-11-04 00:00"), EndAt: at("2026-11-04 08:00")}}} // 18:00 to 02:00 there
	rules := hourRules(private)
	var shifts []string
	for _, finding := range rules.Findings([]models.Day{flight, there}, dateOf("2026-11-01"), dateOf("2026-11-08"), at("2026-11-10 20:00")) {
		shifts = append(shifts, fmt.Sprintf("%s %s %d", finding.Rule, finding.Date, finding.Minutes))
	}
	if got, want := strings.Join(shifts, ", "), "amplitude 2026-11-03 840, day_max 2026-11-03 720"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
