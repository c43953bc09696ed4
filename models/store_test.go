package models

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

func TestACommitToARemovedFileIsNotAcknowledged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	store, err := Open(t.Context(), path, Rules{})
	must(t, err)
	defer store.Close()
	err = store.Write(t.Context(), func(tx *Tx) error {
		return os.Rename(path, path+".away") // before the commit, after the first check
	})
	if !errors.Is(err, dbfile.ErrFileMoved) {
		t.Errorf("got %v", err)
	}
	asked := false
	if err := store.Write(t.Context(), func(*Tx) error { asked = true; return nil }); !errors.Is(err, dbfile.ErrFileMoved) || asked {
		t.Errorf("got %v; it was begun: %t", err, asked)
	}
	if _, err := store.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db")); !errors.Is(err, dbfile.ErrFileMoved) {
		t.Errorf("got %v", err)
	}
	must(t, os.Rename(path+".away", path))
	must(t, store.Write(t.Context(), func(*Tx) error { return nil }))
}

func TestAfterAnAttemptTheConnectionWaitsForOthersAsBefore(t *testing.T) {
	t.Parallel()
	store, err := Open(t.Context(), filepath.Join(t.TempDir(), "worklog.db"), Rules{})
	must(t, err)
	defer store.Close()
	for name, f := range map[string]func(*Tx) error{
		"written":  func(*Tx) error { return nil },
		"failed":   func(*Tx) error { return ErrDisk },
		"panicked": func(*Tx) error { panic("a fault of ours") },
	} {
		func() {
			defer func() { _ = recover() }()
			_ = store.TryWrite(t.Context(), f)
		}()
		var wait int64 // ms
		must(t, store.Read(t.Context()).Raw("PRAGMA busy_timeout").Scan(&wait).Error)
		if wait != dbfile.WriterWait.Milliseconds() {
			t.Errorf("%s: it waits %d ms", name, wait)
		}
	}
}

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
		if details := fmt.Sprint(plan); !strings.Contains(details, "USING INDEX "+index) || strings.Contains(details, "SCAN") {
			t.Errorf("%s\ngot %v, want the index %s", query, plan, index)
		}
	}
}

func TestSlotsAreComparedInTimeThatGrowsWithThem(t *testing.T) {
	are := make([]TimeSlot, 400_000)
	for i := range are {
		are[i].ID = int64(i + 1)
	}
	were := slices.Clone(are)
	were[7].EndAt = civil.NewInstant(time.Unix(1, 0))
	if got := slotsWithout(are, were); len(got) != 1 || got[0].ID != 8 {
		t.Errorf("got %v", got)
	}
}
