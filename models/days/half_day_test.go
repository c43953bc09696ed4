package days_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
)

func TestAChangeThatKeepsTheHalfDayKeepsItWhereTheTypeTakesOne(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT)})
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
	fill := func(change models.EntryChange, want string) {
		t.Helper()
		plan := modelstest.Got(days.PreviewRange(t.Context(), store, []civil.Date{modelstest.Date(19), modelstest.Date(20), modelstest.Date(21)}, change))(t)
		modelstest.Must(t, modelstest.Only(days.FillRange(t.Context(), store, plan, change, modelstest.Received)))
		modelstest.Want(t, modelstest.Column(t, db, "SELECT group_concat(day_type || ' ' || ifnull(half_day, '-'), ', ') FROM (SELECT * FROM work_entries ORDER BY date)"), want)
	}
	fill(models.EntryChange{DayType: models.Telework, KeepHalfDay: true}, "TT RTT, TT -, TT -")
	fill(models.EntryChange{DayType: models.Work, KeepHalfDay: true, HalfDay: "ignored"}, "WORK RTT, WORK -, WORK -")
	fill(models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.Leave)}, "WORK CONGE, WORK CONGE, WORK CONGE")
	fill(models.EntryChange{DayType: models.Work}, "WORK -, WORK -, WORK -")
	fill(models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.Leave)}, "WORK CONGE, WORK CONGE, WORK CONGE")
	fill(models.EntryChange{DayType: models.Duty, KeepHalfDay: true}, "GARDE -, GARDE -, GARDE -")
}

func TestAHalfDayWithoutWorkIsADamage(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"half_day = 'WORK'", "half_day = ''", "half_day = 'CONGE', day_type = 'CONGE'", "half_day = 'RTT', day_type = 'GARDE'", "half_day = 'REPOS', day_type = 'FORMATION'"} {
		store, path := modelstest.Open(t)
		modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
		modelstest.Query(t, path, "UPDATE work_entries SET "+set)
		found, err := models.Check(t.Context(), path)
		if said := fmt.Sprint(found.Findings, found.Odd); err != nil || !strings.Contains(said, "has an invalid half day") {
			t.Errorf("%s: got %s, %v", set, said, err)
		}
	}
}
