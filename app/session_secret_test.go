package app_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

// keepSession makes the database restore the browser's session whenever it is removed,
// as an attacker with write access might.
func (v *visitor) keepSession() {
	v.p.t.Helper()
	if _, err := v.p.db.Exec(`CREATE TABLE kept AS SELECT * FROM web_sessions;
		CREATE TRIGGER keep AFTER DELETE ON web_sessions BEGIN INSERT OR IGNORE INTO web_sessions SELECT * FROM kept; END`); err != nil {
		v.p.t.Fatal(err)
	}
}

func TestASessionThatIsPutBackIsNotValidAfterSigningOutEverywhere(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	attacker := p.signIn()
	attacker.keepSession()
	p.signIn().submit("/logout", url.Values{"everywhere": {"1"}}).want(t, 303)
	p.wantStored("SELECT count(*) FROM web_sessions", "1")
	attacker.get(editDay).want(t, 303)
	p.signIn().get(editDay).want(t, 200)
	attacker.get(editDay).want(t, 303)
	p.restart()
	attacker.get(editDay).want(t, 303)
}

func TestNoSessionAndNoKnownBrowserFromBeforeARestoreIsOneAfterIt(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	before := p.signIn()
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, err := app.Backup(t.Context(), p.config.Database, backup); err != nil {
		t.Fatal(err)
	}
	row := p.stored("SELECT token || '|' || CAST(data AS TEXT) || '|' || created_at || '|' || seen_at FROM web_sessions")[0]
	p.stop()
	p.db.Close()
	if _, err := app.Restore(t.Context(), backup, p.config.Database); err != nil {
		t.Fatal(err)
	}
	p.db = modelstest.SQL(t, p.config.Database)
	p.run()
	p.signIn()
	values := strings.Split(row, "|")
	if _, err := p.db.Exec("INSERT INTO web_sessions VALUES (?, CAST(? AS BLOB), ?, ?)", values[0], values[1], values[2], values[3]); err != nil {
		t.Fatal(err)
	}
	before.get(editDay).want(t, 303)
	stranger := p.visitor("")
	for range 11 {
		stranger.try("a guess")
	}
	before.try(password).want(t, 429)
}

func TestSigningInStaysAcrossARestart(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	p.restart()
	v.get(editDay).want(t, 200)
}
