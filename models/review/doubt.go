package review

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// DoubtKind is a kind of oddness for which a person should look at a day.
type DoubtKind string

// The kinds, as they are stored; see [DoubtKind.name].
const (
	DoubtShort   DoubtKind = models.DoubtShort
	DoubtCutUp   DoubtKind = "cut_up"     // slots a few minutes apart
	DoubtOverlap DoubtKind = "overlap"    // slots that overlap
	DoubtLong    DoubtKind = "long"       // a slot longer than a presence is
	DoubtMissing DoubtKind = "missing"    // working days without an entry
	DoubtType    DoubtKind = "type"       // a day of another type than is planned
	DoubtUnread  DoubtKind = "unreadable" // a day that cannot be read
)

// name returns the name of the kind in to_verify.
func (k DoubtKind) name() string {
	if k == DoubtCutUp {
		return "cut"
	}
	return string(k)
}

// doubtKinds are the rules by which each kind is found, in the days of a span. Each
// takes time in proportion to the days and slots of the span.
var doubtKinds = []struct {
	kind DoubtKind
	in   func(doubtSpan) []Doubt
}{
	{DoubtShort, short},
	{DoubtCutUp, cutUp},
	{DoubtOverlap, overlapping},
	{DoubtLong, long},
	{DoubtMissing, missing},
	{DoubtType, otherType},
	{DoubtUnread, unread},
}

// CutUpMinutes is the gap, in minutes, below which two slots are taken for one that was cut
// up.
const CutUpMinutes = 10

// cutUpOverMidnight is that gap between the last slot of a day and the first of the next.
const cutUpOverMidnight = 5 * time.Minute

// Doubt is something odd about a day, or about several in a row.
type Doubt struct {
	Kind DoubtKind
	// Dates are those in doubt, in order.
	Dates []civil.Date
	// Day is the day in doubt; nil when there is no entry, and when it is Unreadable.
	Day        *models.Day
	Next       *models.Day // the next day, if slots of both are cut up; else nil
	Unreadable *models.UnreadableDay
	Week       bool           // the dates are a Monday, in whose week there is no entry
	Type       models.DayType // that is planned
	// Slots are those of the day that are odd, in order of time.
	Slots []models.TimeSlot
	// subjects are what the doubt is about, one for each thing that can be right.
	subjects []doubtSubject
	pairs    [][2]models.TimeSlot // of slots that are cut up or overlap, in order of time
}

// Group is all that is in doubt of a kind.
type Group struct {
	Kind   DoubtKind
	Doubts []Doubt
}

// OfKind returns those of a kind, of which there may be none.
func OfKind(doubts []Doubt, kind DoubtKind) Group {
	group := Group{Kind: kind}
	for _, doubt := range doubts {
		if doubt.Kind == kind {
			group.Doubts = append(group.Doubts, doubt)
		}
	}
	return group
}

// Groups returns doubts by their kinds, in the order of these.
func Groups(doubts []Doubt) (groups []Group) {
	for _, kind := range doubtKinds {
		if group := OfKind(doubts, kind.kind); len(group.Doubts) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// Slots returns how many slots are in doubt.
func Slots(doubts []Doubt) (n int) {
	for _, doubt := range doubts {
		n += len(doubt.Slots)
	}
	return n
}

// ToVerify returns the dates in doubt from one to another, inclusive, in order: by some kinds, or by
// any. Another type than is planned is none of them: it moves no figure.
func ToVerify(ctx context.Context, s *models.Store, from, to civil.Date, now civil.Instant, kinds ...DoubtKind) ([]models.ToVerify, error) {
	tx := s.Read(ctx)
	short, err := tx.ShortDays(from, to)
	if err != nil {
		return nil, err
	}
	doubts, err := doubtsAmong(tx, from, to, s.Rules().DateOf(now), short, tx.Days)
	var all []models.ToVerify
	for _, doubt := range doubts {
		if doubt.Kind == DoubtType {
			continue
		}
		for _, date := range doubt.Dates {
			if (len(kinds) == 0 || slices.Contains(kinds, doubt.Kind)) && from.Compare(date) <= 0 && date.Compare(to) <= 0 {
				all = append(all, models.ToVerify{Date: date, Why: doubt.Kind.name()})
			}
		}
	}
	slices.SortFunc(all, func(a, b models.ToVerify) int { return cmp.Or(a.Date.Compare(b.Date), cmp.Compare(a.Why, b.Why)) })
	return slices.Compact(all), err
}

// ID identifies the doubts in the state in which they were read.
func (g Group) ID() string {
	sum := sha256.New()
	for _, doubt := range g.Doubts {
		fmt.Fprintln(sum, doubt.ID())
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// Last is the latest date in doubt.
func (d Doubt) Last() civil.Date { return d.Dates[len(d.Dates)-1] }

// Beside returns the doubts but those about a slot that the review parts.
func (r Review) Beside(doubts []Doubt) []Doubt {
	if len(r.Parts) == 0 {
		return doubts
	}
	parted := make(map[int64]bool, len(r.Parts))
	for _, part := range r.Parts {
		parted[part.Slot.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(doubts), func(d Doubt) bool { return d.Kind == DoubtLong && parted[d.Slots[0].ID] })
}

// doubtSubject is a thing that a person can find right once and for all: a date
// without an entry, or the instants of what is odd. A day that changes has others.
type doubtSubject struct {
	date    civil.Date
	subject string
}

// ID identifies the doubt in the state in which it was read: that of a day which has
// changed since is another.
func (d Doubt) ID() string {
	version := int64(0)
	if d.Day != nil {
		version = d.Day.Version
	}
	if d.Next != nil {
		version += d.Next.Version
	}
	sum := sha256.Sum256(fmt.Append(nil, d.Kind, version, d.subjects))
	return hex.EncodeToString(sum[:16])
}

type doubtSpan struct {
	models.Rules
	days       []models.Day // in order
	short      []models.Day // with very short presences, of whatever date
	unreadable []models.UnreadableDay
	from, to   civil.Date                    // the past dates on which an entry is missed
	later      bool                          // there is an entry after their last week
	accepted   map[models.AcceptedDoubt]bool // whenever they were
}

// doubts returns what is in doubt, the latest day first.
func (s doubtSpan) doubts() []Doubt {
	var found []Doubt
	for _, kind := range doubtKinds {
		for _, doubt := range kind.in(s) {
			doubt.Kind = kind.kind
			found = append(found, doubt)
		}
	}
	slices.SortStableFunc(found, func(a, b Doubt) int { return a.Last().DaysUntil(b.Last()) })
	return found
}

func (s doubtSpan) isRight(kind DoubtKind, date civil.Date, subject string) bool {
	return s.accepted[models.AcceptedDoubt{Date: date, Doubt: string(kind), Subject: subject}]
}

// eachDay returns the days of which a rule finds slots odd. The rule is asked for the
// spans of a day that are odd, each with the slots around it.
func (s doubtSpan) eachDay(kind DoubtKind, odd func(*models.Day) []oddity) []Doubt {
	var found []Doubt
	days := s.days
	if kind == DoubtShort {
		days = s.short
	}
	for i := range days {
		day := &days[i]
		doubt := Doubt{Dates: []civil.Date{day.Date}, Day: day}
		named := map[int64]bool{} // slots, by id
		for _, oddity := range odd(day) {
			subject := oddity.from.String() + "/" + oddity.to.String()
			if s.isRight(kind, day.Date, subject) {
				continue
			}
			doubt.subjects = append(doubt.subjects, doubtSubject{day.Date, subject})
			if len(oddity.slots) == 2 {
				doubt.pairs = append(doubt.pairs, [2]models.TimeSlot(oddity.slots))
			}
			for _, slot := range oddity.slots {
				if !named[slot.ID] {
					named[slot.ID] = true
					doubt.Slots = append(doubt.Slots, slot)
				}
			}
		}
		if len(doubt.subjects) > 0 {
			found = append(found, doubt)
		}
	}
	return found
}

type oddity struct {
	from, to civil.Instant
	slots    []models.TimeSlot
}

// short finds the very short presences, which count nowhere until they are accepted.
func short(s doubtSpan) []Doubt {
	return s.eachDay(DoubtShort, func(day *models.Day) (found []oddity) {
		for _, slot := range day.Short {
			found = append(found, oddity{slot.StartAt, slot.EndAt, []models.TimeSlot{slot}})
		}
		return found
	})
}

// cutUp finds slots that a phone at the edge of a place has cut up: there is less
// than a few minutes between one and the next, at midnight too. Slots that touch were typed so.
func cutUp(s doubtSpan) []Doubt {
	found := s.eachDay(DoubtCutUp, func(day *models.Day) []oddity {
		var found []oddity
		for i := 1; i < len(day.Slots); i++ {
			last, next := day.Slots[i-1], day.Slots[i]
			if gap := next.StartAt.Sub(last.EndAt.Time); gap > 0 && gap < CutUpMinutes*time.Minute {
				found = append(found, oddity{last.EndAt, next.StartAt, []models.TimeSlot{last, next}})
			}
		}
		return found
	})
	for i := 1; i < len(s.days); i++ {
		eve, day := &s.days[i-1], &s.days[i]
		if len(eve.Slots) == 0 || len(day.Slots) == 0 {
			continue
		}
		last, next := eve.Slots[len(eve.Slots)-1], day.Slots[0]
		subject := doubtSubject{eve.Date, last.EndAt.String() + "/" + next.StartAt.String()}
		if gap := next.StartAt.Sub(last.EndAt.Time); gap > 0 && gap < cutUpOverMidnight && !s.isRight(DoubtCutUp, eve.Date, subject.subject) {
			found = append(found, Doubt{Dates: []civil.Date{eve.Date, day.Date}, Day: eve, Next: day, Slots: []models.TimeSlot{last, next},
				subjects: []doubtSubject{subject}, pairs: [][2]models.TimeSlot{{last, next}}})
		}
	}
	return found
}

// overlapping finds slots that begin before an earlier one has ended.
func overlapping(s doubtSpan) []Doubt {
	return s.eachDay(DoubtOverlap, func(day *models.Day) []oddity {
		var found []oddity
		latest := 0 // the slot that ends last so far
		for i := 1; i < len(day.Slots); i++ {
			last, next := day.Slots[latest], day.Slots[i]
			if next.StartAt.StartOfMinute(day.Zone).Before(last.EndAt.StartOfMinute(day.Zone).Time) {
				found = append(found, oddity{next.StartAt, last.EndAt, []models.TimeSlot{last, next}})
			}
			if next.EndAt.After(last.EndAt.Time) {
				latest = i
			}
		}
		return found
	})
}

// long finds slots that are longer than a presence is, so that a departure and an
// arrival are missing between.
func long(s doubtSpan) []Doubt {
	return s.eachDay(DoubtLong, func(day *models.Day) []oddity {
		var found []oddity
		for _, slot := range day.Slots {
			if slot.Minutes(day.Zone) > int64(s.ForgottenAfter/time.Minute) {
				found = append(found, oddity{slot.StartAt, slot.EndAt, []models.TimeSlot{slot}})
			}
		}
		return found
	})
}

func unread(s doubtSpan) []Doubt {
	found := make([]Doubt, len(s.unreadable))
	for i := range s.unreadable {
		found[i] = Doubt{Dates: []civil.Date{s.unreadable[i].Date}, Unreadable: &s.unreadable[i]}
	}
	return found
}

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
