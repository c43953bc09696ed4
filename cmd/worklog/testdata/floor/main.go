// Floor is the least that a server with Echo and SQLite does: it opens a database with
// worklog's pragmas, listens, refuses a wrong token, and records an event in one transaction.
package main

import (
	"database/sql"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"
	_ "github.com/mattn/go-sqlite3"
)

func main() {
	if len(os.Args) == 1 {
		return
	}
	db, err := sql.Open("sqlite3", "file:"+os.Args[1]+"?_txlock=immediate&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=on&_busy_timeout=5000")
	must(err)
	_, err = db.Exec(schema)
	must(err)
	e := echo.New()
	e.POST("/api/v1/workplace-presence", func(c echo.Context) error {
		if c.Request().Header.Get(echo.HeaderAuthorization) != "Bearer "+os.Getenv("WORKLOG_API_TOKEN") {
			return c.JSON(http.StatusUnauthorized, map[string]string{"error": "Authentification requise"})
		}
		var event event
		if err := c.Bind(&event); err != nil {
			return err
		}
		if err := record(db, event); err != nil {
			return err
		}
		return c.JSON(http.StatusCreated, map[string]string{"status": "recorded"})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	slog.Info("listening", "url", "http://"+listener.Addr().String())
	must(http.Serve(listener, e))
}

const schema = `
	CREATE TABLE IF NOT EXISTS days (id INTEGER PRIMARY KEY, date TEXT NOT NULL UNIQUE, version INTEGER NOT NULL DEFAULT 1);
	CREATE TABLE IF NOT EXISTS slots (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES days, start_at TEXT NOT NULL, end_at TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES days, slot_id INTEGER REFERENCES slots,
		event TEXT NOT NULL, occurred_at TEXT NOT NULL, key TEXT NOT NULL UNIQUE);
	CREATE UNIQUE INDEX IF NOT EXISTS open ON events (event) WHERE event = 'arrival' AND slot_id IS NULL;
	CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, received_at TEXT NOT NULL, key TEXT NOT NULL)`

type event struct {
	Event      string `json:"event"`
	OccurredAt string `json:"occurred_at"`
	Key        string `json:"idempotency_key"`
}

// record writes the rows of an event and its line in a journal: the day of an arrival, or the slot of
// a departure. It checks nothing but what the schema does.
func record(db *sql.DB, e event) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var day, arrival, slot int64
	var start string
	if e.Event == "arrival" {
		err = tx.QueryRow("INSERT INTO days (date) VALUES (?) RETURNING id", e.OccurredAt[:10]).Scan(&day)
	} else if err = tx.QueryRow("SELECT id, day_id, occurred_at FROM events WHERE event = 'arrival' AND slot_id IS NULL").Scan(&arrival, &day, &start); err == nil {
		err = tx.QueryRow("INSERT INTO slots (day_id, start_at, end_at) VALUES (?, ?, ?) RETURNING id", day, start, e.OccurredAt).Scan(&slot)
	}
	if err != nil {
		return err
	}
	var of any // slot
	if slot != 0 {
		of = slot
		if _, err := tx.Exec("UPDATE events SET slot_id = ? WHERE id = ?", slot, arrival); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE days SET version = version + 1 WHERE id = ?", day); err != nil {
			return err
		}
	}
	if _, err := tx.Exec("INSERT INTO events (day_id, slot_id, event, occurred_at, key) VALUES (?, ?, ?, ?, ?)", day, of, e.Event, e.OccurredAt, e.Key); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO journal (received_at, key) VALUES (?, ?)", time.Now().UTC().Format(time.RFC3339Nano), e.Key); err != nil {
		return err
	}
	return tx.Commit()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
