package models_test

import (
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestTheDaysThatCannotBeReadAreFoundByTheirIndexesAlone(t *testing.T) {
	t.Parallel()
	_, path := modelstest.Open(t)
	rows := modelstest.Got(modelstest.SQL(t, path).Query("EXPLAIN QUERY PLAN " + models.SuspectDays()))(t)
	defer rows.Close()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var step string
		modelstest.Must(t, rows.Scan(&id, &parent, &unused, &step))
		plan += step + "\n"
	}
	if err := rows.Err(); err != nil || strings.Count(plan, "_suspect") != 3 {
		t.Errorf("got %v, the plan\n%s", err, plan)
	}
}
