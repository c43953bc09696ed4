package report

import (
	"math/big"
	"slices"

	"worklog/models/civil"
)

// payLines are the lines of a month, as far as they are known.
type payLines struct {
	rules PayRules
	of    map[PayKind]*PayLine
}

// line adds so much of a kind, paid as on a date, and returns its line.
func (l payLines) line(kind PayKind, date civil.Date, count int64) *PayLine {
	line := l.of[kind]
	if line == nil {
		line = &PayLine{Kind: kind}
		l.of[kind] = line
	}
	line.Count += count
	rate := l.rules.rateOn(kind, date)
	same := func(part PayPart) bool {
		return part.Rate == nil && rate == nil || part.Rate != nil && rate != nil && *part.Rate == *rate
	}
	at := slices.IndexFunc(line.Parts, same)
	if at < 0 {
		at, line.Parts = len(line.Parts), append(line.Parts, PayPart{Rate: rate})
	}
	line.Parts[at].Count += count
	return line
}

// addDay adds a part of a day.
func (l payLines) addDay(kind PayKind, day PayDay) {
	line := l.line(kind, day.Date, day.Count)
	line.Days = withPayDay(line.Days, day)
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

// finished returns the lines in the order of [PayKinds].
func (l payLines) finished() (lines []PayLine) {
	for _, kind := range PayKinds {
		if line := l.of[kind]; line != nil {
			line.finish()
			lines = append(lines, *line)
		}
	}
	return lines
}

// finish puts the days of a line in order and sums what is paid.
func (l *PayLine) finish() {
	slices.SortStableFunc(l.Days, func(a, b PayDay) int { return a.Date.Compare(b.Date) })
	var sum *big.Rat
	for _, part := range l.Parts {
		if part.Rate == nil {
			continue
		}
		if sum == nil {
			sum = new(big.Rat)
		}
		sum.Add(sum, part.Rate.cents(part.Count))
	}
	if sum == nil {
		return
	}
	cents := roundHalfUp(sum)
	l.Cents = &cents
}
