package report

import (
	"math/big"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// payLines are the lines of a month by their kinds, as far as they are known.
type payLines map[PayKind]*PayLine

// of returns the line of a kind.
func (l payLines) of(kind PayKind) *PayLine {
	if l[kind] == nil {
		l[kind] = &PayLine{Kind: kind}
	}
	return l[kind]
}

// addDay adds a part of a day.
func (l payLines) addDay(kind PayKind, day PayDay) {
	line := l.of(kind)
	line.Days = withPayDay(line.Days, day)
}

// addWholeDay adds what is paid for a day, and not for its hours.
func (l payLines) addWholeDay(day *models.Day) {
	if day.DayType == models.Telework {
		l.addDay(PayTelework, PayDay{day.Date, halfDays(day), day})
	}
	if atWorkplace(day) {
		l.addDay(PayMeal, PayDay{day.Date, 2, day})
	}
}

// withPayDay adds a part of a day to others.
func withPayDay(days []PayDay, day PayDay) []PayDay {
	for i := len(days) - 1; i >= 0; i-- {
		if days[i].Date == day.Date && days[i].Day == day.Day {
			days[i].Count += day.Count
			return days
		}
	}
	return append(days, day)
}

func byDate(a, b PayDay) int { return a.Date.Compare(b.Date) }

// paidBy returns the lines in the order of [PayKinds], with what they are paid.
func (l payLines) paidBy(rules PayRules, hours Rules) (lines []PayLine) {
	for _, kind := range PayKinds {
		if line := l[kind]; line != nil {
			line.pay(rules, func(date civil.Date) int64 { return l.longestDay(date, hours.AsOf(date).Limits) })
			lines = append(lines, *line)
		}
	}
	return lines
}

// longestDay returns the minutes of a date that a text may pay a hospital's Sunday or public holiday
// for (décret 92-7, article 2): those of the longest day or, if half of the hours or more are of the
// night, of the longest night.
func (l payLines) longestDay(date civil.Date, limits *Limits) int64 {
	if limits == nil || limits.Profile != Hospital || limits.DayMax == 0 {
		limits = ProfileLimits(Hospital)
	}
	var all, night int64
	for kind, minutes := range map[PayKind]*int64{PaySunday: &all, PayHoliday: &all, PayNight: &night} {
		if l[kind] == nil {
			continue
		}
		for _, day := range l[kind].Days {
			if day.Date == date {
				*minutes += day.Count
			}
		}
	}
	if 2*night >= all && limits.DayMaxNight > 0 {
		return limits.DayMaxNight
	}
	return limits.DayMax
}

// pay puts the days of a line in order and sums what is paid for them or, of hours of weeks, on
// the Sundays of these. A text pays no more of a date than its longest day.
func (l *PayLine) pay(rules PayRules, longestDay func(civil.Date) int64) {
	slices.SortStableFunc(l.Days, byDate)
	for _, week := range l.Weeks {
		l.add(week.Count, week.Count, rules.rateOn(l.Kind, week.Monday.AddDays(6)))
	}
	if len(l.Weeks) == 0 {
		var date civil.Date
		var left int64
		for _, day := range l.Days {
			rate, paid := rules.rateOn(l.Kind, day.Date), day.Count
			if rate != nil && !rate.Own() && l.Kind != PayNight {
				if day.Date != date {
					date, left = day.Date, longestDay(day.Date)
				}
				paid = min(paid, left)
				left -= paid
			}
			l.add(day.Count, paid, rate)
		}
	}
	var sum *big.Rat
	for _, part := range l.Parts {
		if part.Rate == nil {
			continue
		}
		if sum == nil {
			sum = new(big.Rat)
		}
		sum.Add(sum, part.Rate.cents(part.Paid))
	}
	if sum == nil {
		return
	}
	l.Cents = new(roundHalfUp(sum))
}

// add adds so much that has a rate, or nil, of which as much as said is paid.
func (l *PayLine) add(count, paid int64, rate *Rate) {
	l.Count += count
	same := func(part PayPart) bool {
		return part.Rate == nil && rate == nil || part.Rate != nil && rate != nil && *part.Rate == *rate
	}
	at := slices.IndexFunc(l.Parts, same)
	if at < 0 {
		at, l.Parts = len(l.Parts), append(l.Parts, PayPart{Rate: rate})
	}
	l.Parts[at].Count += count
	l.Parts[at].Paid += paid
}
