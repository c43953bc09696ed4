package models

import (
	"context"
	"strings"
	"testing"

	"gorm.io/gorm"
)

func TestWhatEveryPageAsksForIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	store := OpenTemporary(t)
	var query string
	keep := func(db *gorm.DB) { query = db.Dialector.Explain(db.Statement.SQL.String(), db.Statement.Vars...) }
	must(t, store.db.Callback().Query().After("gorm:query").Register("keep", keep))
	for index, ask := range map[string]func(context.Context) (*WorkplacePresenceEvent, error){
		"workplace_presence_events_received_at":      store.LastEvent,
		"workplace_presence_events_one_open_arrival": store.OpenArrival,
	} {
		_, err := ask(t.Context())
		must(t, err)
		var plan []struct{ Detail string }
		must(t, store.db.Raw("EXPLAIN QUERY PLAN "+query).Scan(&plan).Error)
		if len(plan) != 1 || !strings.Contains(plan[0].Detail, "USING INDEX "+index) {
			t.Errorf("%s\ngot %v, want the index %s", query, plan, index)
		}
	}
}
