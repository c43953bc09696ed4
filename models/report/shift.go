package report

import (
	"cmp"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// stretch is time at work: a slot or, where they are merged, slots that touch or overlap.
type stretch struct {
	start, end civil.Instant // at the start of a minute
	day        *models.Day   // of the first slot
}

func (s stretch) zone() *time.Location { return s.day.Zone }

// startsOn returns the date on which the stretch starts.
func (s stretch) startsOn() civil.Date { return civil.DateOf(s.start.In(s.zone())) }

// endsOn returns the last date on which the stretch lies: of one that ends at midnight, the
// date before.
func (s stretch) endsOn() civil.Date { return civil.DateOf(s.end.Add(-1).In(s.zone())) }

// cut cuts the stretch as [Night.cut] does.
func (s stretch) cut(night Night, visit func(piece)) {
	night.cut(s.start, s.end, s.zone(), visit)
}

// minutesUntil returns the minutes from an instant to a later one.
func minutesUntil(from, to civil.Instant) int64 { return (to.Unix() - from.Unix()) / 60 }

// withoutOverlap returns the slots of days in order of time. Those of a day are
// [models.Day.WithoutOverlap]; where those of two days overlap, the time is that of the one which
// starts first, so that it counts once.
func withoutOverlap(days []models.Day) []stretch {
	slots := 0
	for i := range days {
		slots += len(days[i].Slots)
	}
	all := make([]stretch, 0, slots)
	for i := range days {
		day := &days[i]
		for _, slot := range day.WithoutOverlap() {
			all = append(all, stretch{slot.StartAt.StartOfMinute(day.Zone), slot.EndAt.StartOfMinute(day.Zone), day})
		}
	}
	slices.SortStableFunc(all, func(a, b stretch) int { return a.start.Compare(b.start.Time) })
	once, reached := all[:0], civil.Instant{}
	for _, next := range all {
		next.start = civil.Latest(next.start, reached)
		if next.end.After(next.start.Time) { // of a minute at least
			once, reached = append(once, next), next.end
		}
	}
	return once
}

// stretches merges adjacent slots of a zone and drops what is after now. Those of two zones stay
// apart, for each minute lies on the date of its own entry.
func stretches(days []models.Day, now civil.Instant) []stretch {
	all := withoutOverlap(days)
	merged := all[:0]
	for _, next := range all {
		next.end = civil.Earliest(next.end, now.StartOfMinute(next.zone()))
		if !next.end.After(next.start.Time) { // it has not begun
			continue
		}
		if last := len(merged) - 1; last >= 0 && next.start == merged[last].end && next.zone() == merged[last].zone() {
			merged[last].end = next.end
		} else {
			merged = append(merged, next)
		}
	}
	return merged
}

// shift is the work between two rests (in French, a vacation), with the breaks in it.
type shift []stretch

func (s shift) start() civil.Instant { return s[0].start }
func (s shift) end() civil.Instant   { return s[len(s)-1].end }

// amplitude returns the minutes from the start of the shift to its end.
func (s shift) amplitude() int64 { return minutesUntil(s.start(), s.end()) }

// finding returns a finding about the shift, which is dated where it begins.
func (s shift) finding(rule Rule, minutes, limit int64) Finding {
	on := s[0].startsOn()
	return Finding{Rule: rule, Date: on, First: on, Last: s[len(s)-1].endsOn(), From: s.start().Time, To: s.end().Time,
		OfShift: true, Minutes: minutes, Limit: limit}
}

// cut cuts the work of the shift as [Night.cut] does.
func (s shift) cut(night Night, visit func(piece)) {
	for _, of := range s {
		of.cut(night, visit)
	}
}

// hours returns the minutes worked in the shift, and those of them that are of the night.
func (s shift) hours(night Night) (all, ofNight int64) {
	s.cut(night, func(p piece) {
		all += p.minutes
		if p.night {
			ofNight += p.minutes
		}
	})
	return all, ofNight
}

// partingGap is how long a gap in a run must be to part two shifts, though it is shorter than
// the rest that is asked for between them.
const partingGap = 6 * 60

// dailyRest returns the rest that parts runs: the profile's where it is not checked.
func (l Limits) dailyRest() int64 {
	if profile := l.Unset(); l.DailyRest == 0 && profile != nil {
		return profile.DailyRest
	}
	return l.DailyRest
}

// LongestShift returns how many minutes a shift may last, so that the rest lies within 24 hours.
func (l Limits) LongestShift() int64 { return 24*60 - l.dailyRest() }

// inShifts parts work, in order of time, into shifts. A gap as long as the daily rest ends a
// run. One that is shorter parts shifts if it is of [partingGap] at least, the longest of its
// run, and the run longer than a shift may be; the parts are then judged alike. Such gaps are
// returned as findings.
//
// Longer gaps are tried before shorter ones, and earlier before later. A gap looks around
// itself no farther than a shift may last, so the time this takes grows with the gaps.
func (l Limits) inShifts(work []stretch) (shifts []shift, short []Finding) {
	rest, most := l.dailyRest(), l.LongestShift()
	gap := func(at int) int64 { return minutesUntil(work[at-1].end, work[at].start) }
	begins := make([]bool, len(work)+1) // a shift begins with the stretch
	begins[0], begins[len(work)] = true, true
	var candidates []int
	for at := 1; at < len(work); at++ {
		switch length := gap(at); {
		case length >= rest:
			begins[at] = true
		case length >= partingGap:
			candidates = append(candidates, at)
		}
	}
	slices.SortStableFunc(candidates, func(a, b int) int { return cmp.Compare(gap(b), gap(a)) })
	for _, at := range candidates {
		first, end := at-1, at+1
		length := func() int64 { return minutesUntil(work[first].start, work[end-1].end) }
		for !begins[first] && length() <= most {
			first--
		}
		for !begins[end] && length() <= most {
			end++
		}
		if length() <= most {
			continue
		}
		begins[at] = true
		short = append(short, Finding{Rule: DailyRest, Date: work[at].startsOn(), First: work[at-1].endsOn(), Last: work[at].startsOn(),
			From: work[at-1].end.Time, To: work[at].start.Time, Minutes: gap(at), Limit: rest})
	}
	first := 0
	for end := 1; end <= len(work); end++ {
		if begins[end] {
			shifts = append(shifts, work[first:end])
			first = end
		}
	}
	return shifts, short
}
