package models_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/planning"
)

func wall(hour, minute int) civil.WallTime { return civil.WallTime{Hour: hour, Minute: minute} }

// planOf returns the plan of a store, in Paris.
func planOf(t *testing.T, store *models.Store) *models.Plan {
	t.Helper()
	plan, err := store.Plan(t.Context())
	modelstest.Must(t, err)
	return plan
}

// onOf writes what is planned on a date.
func onOf(plan *models.Plan, date civil.Date) string {
	shifts, planned := plan.On(date)
	if !planned {
		return "nothing"
	}
	if len(shifts) == 0 {
		return "rest"
	}
	var texts []string
	for _, shift := range shifts {
		texts = append(texts, fmt.Sprintf("%s-%s %s", shift.StartAt.In(modelstest.Rules.Zone).Format("02 15:04"), shift.EndAt.In(modelstest.Rules.Zone).Format("02 15:04"), shift.Type))
	}
	return strings.Join(texts, ", ")
}

// What a date has of its own goes before every cycle, whichever was written later.
func TestTheShiftsOfADateAreItsOwnOrThoseOfTheCycleInForce(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	day := models.CycleWeek{}
	for i := range 5 {
		day[i] = []models.CycleShift{{Start: wall(7, 15), End: wall(15, 0), Type: models.Work}}
	}
	plans(night).do(t, store)
	// the first week is that in which a Wednesday lies
	repeats(civil.Date{}, modelstest.Date(11), models.CycleWeeks{fourNights[0], day}).do(t, store)
	modelstest.Must(t, modelstest.Only(planning.SetCycle(t.Context(), store, civil.Date{}, models.Cycle{From: modelstest.Date(24), Until: new(modelstest.Date(29)), Weeks: models.CycleWeeks{day}}, modelstest.Received)))
	plan := planOf(t, store)
	for date, want := range map[int]string{
		9: "nothing", 10: "nothing", 11: "11 19:45-12 07:15 GARDE", 12: "12 19:45-13 07:15 GARDE", 13: "rest", 15: "rest",
		16: "16 07:15-16 15:00 WORK", 20: "20 19:45-21 07:15 GARDE", 21: "rest",
		23: "23 19:45-24 07:15 GARDE", 24: "24 07:15-24 15:00 WORK", 29: "rest", 30: "nothing",
	} {
		modelstest.Want(t, onOf(plan, modelstest.Date(date)), want, date)
	}
}

// An evening in New York is the shift of the next morning of a plan in Paris.
func TestADayOfAnotherZoneIsOfferedTheShiftOfThePlansClock(t *testing.T) {
	t.Parallel()
	york, err := time.LoadLocation("America/New_York")
	modelstest.Must(t, err)
	start, end := civil.InstantAt(modelstest.Date(21), wall(0, 0), modelstest.Rules.Zone), civil.InstantAt(modelstest.Date(21), wall(8, 0), modelstest.Rules.Zone)
	rules := modelstest.Rules
	rules.Plan = models.NewPlan(models.PlanRows{Dates: []models.PlannedDate{{Date: modelstest.Date(21), Shifts: models.PlannedShifts{{StartAt: start, EndAt: end, Type: models.Duty}}}}}, rules.Zone)
	arrival := civil.NewInstant(start.Add(time.Hour))
	if got := rules.Plan.EndOf(arrival); got == nil || *got != end {
		t.Errorf("got the end %v, want %v", got, end)
	}
	day := models.Day{WorkEntry: models.WorkEntry{Date: modelstest.Date(20), DayType: rules.Defaults.DayType}, Zone: york, Recorded: true, Slots: []models.TimeSlot{{StartAt: arrival, EndAt: end}}}
	modelstest.Want(t, rules.PlannedType(&day), models.Duty)
}

func TestTheShiftsOfADayOfACycleComeInOrder(t *testing.T) {
	t.Parallel()
	week := models.CycleWeek{{{Start: wall(19, 0), End: wall(21, 0), Type: models.Work}, {Start: wall(8, 0), End: wall(12, 0), Type: models.Work}}}
	plan := models.NewPlan(models.PlanRows{Cycles: []models.Cycle{{From: modelstest.Date(16), Weeks: models.CycleWeeks{week}}}}, modelstest.Rules.Zone)
	modelstest.Want(t, onOf(plan, modelstest.Date(16)), "16 08:00-16 12:00 WORK, 16 19:00-16 21:00 WORK")
}

func TestAShiftOverAClockChangeLastsItsElapsedTime(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		date       civil.Date
		start, end civil.WallTime
		want       time.Duration
	}{
		{civil.Date{Year: 2026, Month: 3, Day: 28}, wall(22, 0), wall(6, 0), 7 * time.Hour},
		{civil.Date{Year: 2026, Month: 10, Day: 24}, wall(22, 0), wall(6, 0), 9 * time.Hour},
		{civil.Date{Year: 2026, Month: 3, Day: 29}, wall(2, 30), wall(4, 0), time.Hour},      // from the change on
		{civil.Date{Year: 2026, Month: 3, Day: 28}, wall(21, 0), wall(2, 30), 5 * time.Hour}, // until the change
		{civil.Date{Year: 2026, Month: 10, Day: 25}, wall(2, 30), wall(4, 0), 150 * time.Minute},
		{civil.Date{Year: 2026, Month: 10, Day: 24}, wall(21, 0), wall(2, 30), 330 * time.Minute},
		{civil.Date{Year: 2026, Month: 11, Day: 20}, wall(8, 0), wall(8, 0), 24 * time.Hour},
	} {
		shift := models.CycleShift{Start: test.start, End: test.end}
		if start, end := shift.At(test.date, modelstest.Rules.Zone); end.Sub(start.Time) != test.want {
			t.Errorf("%s %s-%s: got %s, want %s", test.date, test.start, test.end, end.Sub(start.Time), test.want)
		}
	}
}

func TestWhatCannotBePlannedIsRefused(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	at := func(from, to string) models.PlannedShift {
		return models.PlannedShift{StartAt: modelstest.Instant("2026-11-20T" + from + ":00Z"), EndAt: modelstest.Instant("2026-11-20T" + to + ":00Z"), Type: models.Work}
	}
	plans(night).do(t, store)
	was := modelstest.Kept(t, path)
	date := func(date civil.Date, shifts ...models.PlannedShift) error {
		return modelstest.Only(planning.SetDate(t.Context(), store, date, shifts, modelstest.Received))
	}
	cycle := func(from civil.Date, until *civil.Date, weeks models.CycleWeeks) error {
		return modelstest.Only(planning.SetCycle(t.Context(), store, civil.Date{}, models.Cycle{From: from, Until: until, Weeks: weeks}, modelstest.Received))
	}
	minutes := func(n int) (shifts []models.PlannedShift) {
		for i := range n {
			shifts = append(shifts, at(wall(8, 2*i).String(), wall(8, 2*i+1).String()))
		}
		return shifts
	}
	leave := at("08:00", "09:00")
	leave.Type = models.Leave
	sunday := models.CycleWeek{0: {{Start: wall(6, 0), End: wall(12, 0), Type: models.Work}}, 6: ofNight}
	for name, test := range map[string]struct{ got, want error }{
		"a shift that ends before it starts":   {date(modelstest.Date(20), at("08:00", "07:00")), models.ErrSlotNotLater},
		"leave":                                {date(modelstest.Date(20), leave), models.ErrPlannedType},
		"a date more than ten years ago":       {date(civil.Date{Year: 2016, Month: 11, Day: 19}), models.ErrPlannedTooFar},
		"a date in more than ten years":        {date(civil.Date{Year: 2036, Month: 11, Day: 21}), models.ErrPlannedTooFar},
		"a cycle that ends too late":           {cycle(modelstest.Date(16), &civil.Date{Year: 2036, Month: 11, Day: 21}, fourNights), models.ErrPlannedTooFar},
		"a shift of more than 25 hours":        {date(modelstest.Date(20), models.PlannedShift{StartAt: modelstest.Instant("2026-11-20T05:00:00Z"), EndAt: modelstest.Instant("2026-11-21T06:01:00Z"), Type: models.Duty}), models.ErrSlotTooLong},
		"21 shifts of a date":                  {date(modelstest.Date(20), minutes(models.MaxShiftsOfDate+1)...), models.ErrTooManyShifts},
		"a cycle of 13 weeks":                  {cycle(modelstest.Date(16), nil, make(models.CycleWeeks, 13)), models.ErrCycleLength},
		"a cycle whose last night is too long": {cycle(modelstest.Date(16), nil, models.CycleWeeks{sunday}), models.ErrShiftsOverlap},
	} {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: got %v, want %v", name, test.got, test.want)
		}
	}
	modelstest.WantKept(t, path, was)
	var many []models.CycleShift
	for i := range models.MaxShiftsOfDate + 1 { // a minute each, on two days
		many = append(many, models.CycleShift{Start: wall(8, 2*i), End: wall(8, 2*i+1), Type: models.Work})
	}
	modelstest.WantError(t, cycle(modelstest.Date(16), nil, models.CycleWeeks{{many[:10], many[10:]}}), models.ErrTooManyShifts)
	for name, err := range map[string]error{
		"ten years ago":                 date(civil.Date{Year: 2016, Month: 11, Day: 20}),
		"in ten years":                  date(civil.Date{Year: 2036, Month: 11, Day: 20}),
		"25 hours":                      date(modelstest.Date(8), models.PlannedShift{StartAt: modelstest.Instant("2026-11-08T05:00:00Z"), EndAt: modelstest.Instant("2026-11-09T06:00:00Z"), Type: models.Duty}),
		"20 shifts":                     date(modelstest.Date(20), minutes(models.MaxShiftsOfDate)...),
		"20 shifts of a cycle of a day": cycle(civil.Date{Year: 2026, Month: 12, Day: 7}, &civil.Date{Year: 2026, Month: 12, Day: 7}, models.CycleWeeks{{many[:10], many[10:20]}}),
		"12 weeks":                      cycle(civil.Date{Year: 2026, Month: 12, Day: 14}, nil, append(make(models.CycleWeeks, 11), fourNights...)),
	} {
		modelstest.WantError(t, err, nil, name)
	}
	for day, want := range map[int]error{18: models.ErrInvalidRecord, 19: nil, 20: nil, 21: nil, 22: models.ErrInvalidRecord} { // in whatever zone
		modelstest.WantError(t, models.PlannedDate{Date: modelstest.Date(day), Shifts: night}.Check(), want, day)
	}
	repeats(civil.Date{}, modelstest.Date(16), fourNights).do(t, store)
	modelstest.WantError(t, cycle(modelstest.Date(16), nil, fourNights), models.ErrCycleTaken)
	morning := models.CycleWeek{{{Start: wall(6, 0), End: wall(12, 0), Type: models.Work}}, {{Start: wall(6, 0), End: wall(12, 0), Type: models.Work}}, {{Start: wall(6, 0), End: wall(12, 0), Type: models.Work}}}
	modelstest.WantError(t, cycle(modelstest.Date(18), nil, models.CycleWeeks{morning}), models.ErrShiftsOverlap) // the night before it
	modelstest.Must(t, date(modelstest.Date(4), models.PlannedShift{StartAt: modelstest.Instant("2026-11-04T05:00:00Z"), EndAt: modelstest.Instant("2026-11-04T11:00:00Z"), Type: models.Work}))
	modelstest.WantError(t, cycle(modelstest.Date(2), new(modelstest.Date(3)), fourNights), models.ErrShiftsOverlap) // the morning after its last night
}

// A file is compared with nothing, so what it plans may overlap; what does not add to that can be saved all the same.
func TestAnOverlapThatAFileHasBroughtStopsNobody(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	repeats(civil.Date{}, modelstest.Date(16), fourNights).do(t, store)
	morning := models.PlannedShifts{{StartAt: modelstest.Instant("2026-11-18T06:00:00+01:00"), EndAt: modelstest.Instant("2026-11-18T12:00:00+01:00"), Type: models.Work}}
	file := planning.File{Dates: []models.PlannedDate{{Date: modelstest.Date(18), Shifts: morning}}}
	modelstest.Must(t, modelstest.Only(planning.Import(t.Context(), store, file, modelstest.Received)))
	ends := models.Cycle{From: modelstest.Date(16), Until: new(modelstest.Date(29)), Weeks: fourNights}
	modelstest.Must(t, modelstest.Only(planning.SetCycle(t.Context(), store, ends.From, ends, modelstest.Received)))
	set := func(date int, shifts models.PlannedShifts) error {
		return modelstest.Only(planning.SetDate(t.Context(), store, modelstest.Date(date), shifts, modelstest.Received))
	}
	modelstest.Must(t, set(18, morning))
	modelstest.Must(t, set(19, models.PlannedShifts{}))
	morning[0].EndAt = modelstest.Instant("2026-11-18T13:00:00+01:00")
	modelstest.WantError(t, set(18, morning), models.ErrShiftsOverlap)
	early := models.PlannedShifts{
		{StartAt: modelstest.Instant("2026-11-17T06:00:00+01:00"), EndAt: modelstest.Instant("2026-11-17T06:30:00+01:00"), Type: models.Work},
		{StartAt: modelstest.Instant("2026-11-17T07:00:00+01:00"), EndAt: modelstest.Instant("2026-11-17T08:00:00+01:00"), Type: models.Work},
	}
	file.Dates = []models.PlannedDate{{Date: modelstest.Date(17), Shifts: early[:1]}}
	modelstest.Must(t, modelstest.Only(planning.Import(t.Context(), store, file, modelstest.Received)))
	modelstest.WantError(t, set(17, early), models.ErrShiftsOverlap) // the night before, which overlaps another one
}

// What a cycle is compared with ends with the dates beside it.
func TestACycleIsComparedWithWhatLiesBesideIt(t *testing.T) {
	t.Parallel()
	rests := models.CycleWeeks{{}}
	night := models.CycleShift{Start: wall(19, 45), End: wall(7, 15), Type: models.Duty}
	morning := models.CycleShift{Start: wall(6, 0), End: wall(12, 0), Type: models.Work}
	onSunday, onThursday := models.CycleWeeks{{6: {night}}}, models.CycleWeeks{{3: {morning}}}
	own := func(from, to string) models.PlannedShifts {
		return models.PlannedShifts{{StartAt: modelstest.Instant("2026-11-" + from + ":00+01:00"), EndAt: modelstest.Instant("2026-11-" + to + ":00+01:00"), Type: models.Work}}
	}
	ofWednesday, ofThursday := own("18T19:45", "19T07:15"), own("19T06:00", "19T12:00")
	for _, test := range []struct {
		name            string
		was, from       int // 0 for a new cycle
		weeks           models.CycleWeeks
		others          map[int]models.CycleWeeks
		wednesday, next models.PlannedShifts
		want            error
	}{
		{"its last night is beside a cycle that follows", 0, 2, onSunday, map[int]models.CycleWeeks{16: {{0: {morning}}}}, nil, nil, models.ErrShiftsOverlap},
		{"its morning is beside a night of a date", 0, 16, onThursday, nil, ofWednesday, nil, models.ErrShiftsOverlap},
		{"dates of their own overlap", 0, 16, rests, nil, ofWednesday, ofThursday, nil},
		{"it moves away from dates on which the one before has a night", 16, 30, rests, map[int]models.CycleWeeks{2: {{2: {night}}}, 16: rests}, nil, ofThursday, models.ErrShiftsOverlap},
		{"it is removed from dates on which the one before has a night", 16, 16, nil, map[int]models.CycleWeeks{2: {{2: {night}}}, 16: rests}, nil, ofThursday, models.ErrShiftsOverlap},
		{"it is removed, and the one before overlaps where it was already", 30, 30, nil, map[int]models.CycleWeeks{2: {{2: {night}}}, 30: rests}, nil, ofThursday, nil},
	} {
		store, _ := modelstest.Open(t)
		for from, weeks := range test.others {
			repeats(civil.Date{}, modelstest.Date(from), weeks).do(t, store)
		}
		var file planning.File
		for day, shifts := range map[int]models.PlannedShifts{18: test.wednesday, 19: test.next} {
			if shifts != nil {
				file.Dates = append(file.Dates, models.PlannedDate{Date: modelstest.Date(day), Shifts: shifts})
			}
		}
		modelstest.Must(t, modelstest.Only(planning.Import(t.Context(), store, file, modelstest.Received)))
		var was civil.Date
		if test.was != 0 {
			was = modelstest.Date(test.was)
		}
		if _, err := repeats(was, modelstest.Date(test.from), test.weeks)(t, store); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
	}
}

// Rows that another program has damaged plan nothing, and `worklog check` names them; the others stay.
func TestADamagedRowOfThePlanIsLeftOut(t *testing.T) {
	t.Parallel()
	for damage, ofCycles := range map[string]bool{
		`UPDATE plan_dates SET shifts = '{'`:                                   false,
		`UPDATE plan_dates SET shifts = 'null'`:                                false,
		`UPDATE plan_dates SET shifts = replace(shifts, 'GARDE', 'CONGE')`:     false,
		`UPDATE plan_dates SET shifts = replace(shifts, '2026-11', '2027-11')`: false, // of another date
		`UPDATE plan_dates SET date = 'x'`:                                     false,
		`UPDATE plan_cycles SET weeks = '[]'`:                                  true,
		`UPDATE plan_cycles SET until_date = '2026-01-01'`:                     true,
	} {
		store, path := modelstest.Open(t)
		plans(night).do(t, store)
		repeats(civil.Date{}, modelstest.Date(16), fourNights).do(t, store)
		modelstest.Query(t, path, damage)
		plan := planOf(t, store)
		if left := [2]int{len(plan.Rows().Cycles), len(plan.Rows().Dates)}; ofCycles && left != [2]int{0, 1} || !ofCycles && left != [2]int{1, 0} {
			t.Errorf("%s: got %v", damage, left)
		}
		if found, err := models.Format.Check(t.Context(), path); err != nil || len(found.Findings) == 0 {
			t.Errorf("%s: got %q, %v", damage, found.Findings, err)
		}
	}
}

func TestThePlanIsReadThoughTheStateOfTheDatabaseIsMissing(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	plans(night).do(t, store)
	modelstest.Query(t, path, "DELETE FROM database_state")
	if plan := planOf(t, store); plan.Empty() {
		t.Error("nothing is planned")
	}
}
