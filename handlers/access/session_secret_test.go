package access_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
)

// keepSession makes the database restore the browser's session whenever it is removed,
// as an attacker with write access might.
func keepSession(v *apptest.Visitor) {
	v.P.T.Helper()
	if _, err := v.P.DB.Exec(`CREATE TABLE kept AS SELECT * FROM web_sessions;
		CREATE TRIGGER keep AFTER DELETE ON web_sessions BEGIN INSERT OR IGNORE INTO web_sessions SELECT * FROM kept; END`); err != nil {
		v.P.T.Fatal(err)
	}
}

func TestASessionThatIsPutBackIsNotValidAfterSigningOutEverywhere(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	attacker := p.SignIn()
	keepSession(attacker)
	p.SignIn().Submit("/logout", url.Values{"everywhere": {"1"}}).Want(t, 303)
	p.WantStored("SELECT count(*) FROM web_sessions", "1")
	attacker.Get(apptest.EditDay).Want(t, 303)
	p.SignIn().Get(apptest.EditDay).Want(t, 200)
	attacker.Get(apptest.EditDay).Want(t, 303)
	p.Restart()
	attacker.Get(apptest.EditDay).Want(t, 303)
}

func TestNoSessionAndNoKnownBrowserFromBeforeARestoreIsOneAfterIt(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	before := p.SignIn()
	backup := filepath.Join(t.TempDir(), "backup.db")
	modelstest.Must(t, modelstest.Only(models.Backup(t.Context(), p.Config.Database, backup)))
	row := p.Stored("SELECT token || '|' || CAST(data AS TEXT) || '|' || created_at || '|' || seen_at FROM web_sessions")[0]
	p.Stop()
	p.DB.Close()
	modelstest.Must(t, modelstest.Only(app.Restore(t.Context(), backup, p.Config.Database)))
	p.DB = modelstest.SQL(t, p.Config.Database)
	p.Run()
	p.SignIn()
	values := strings.Split(row, "|")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO web_sessions VALUES (?, CAST(? AS BLOB), ?, ?)", values[0], values[1], values[2], values[3])))
	before.Get(apptest.EditDay).Want(t, 303)
	stranger := p.Visitor("")
	for range 11 {
		stranger.Try("a guess")
	}
	before.Try(apptest.Password).Want(t, 429)
}
