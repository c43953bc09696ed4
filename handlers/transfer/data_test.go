package transfer_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// beforeImports are the backups beside the database.
func beforeImports(p *apptest.Program) []string {
	p.T.Helper()
	made, err := filepath.Glob(p.Config.Database + ".before-import-*")
	modelstest.Must(p.T, err)
	return made
}

func TestWhatIsDownloadedIsUploadedIntoAnotherWorklogAndIsTheSame(t *testing.T) {
	p, other := apptest.Start(t, apptest.NoLimit), apptest.Start(t)
	p.Day("2026-11-19T08:03:27+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.Arrive("2026-11-20T07:30:00+01:00", "open").Want(t, 201)
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"=1+1"}}).Want(t, 303)
	everything := p.Get("/data/export").Want(t, 200, `{"format":"worklog","version":1,`)
	everything.WantHeader(t, "Content-Type", "application/json")
	everything.WantHeader(t, "Content-Disposition", `attachment; filename="worklog-2026-11-20.json"`)

	var plan apptest.Answer
	other.Unchanged(func() { plan = other.Upload(everything.Body, "") })
	plan.WantHTML(t, 200, "À reprendre : 3 journées nouvelles, 0 modifiée, 0 sans changement.", "jeudi 19 novembre 2026, nouvelle, 1 créneau", "Reprendre ces journées")
	other.Submit("/data/import", plan.Fields()).WantLocation(t, "/data")
	modelstest.Want(t, other.Get("/data/export").Body, everything.Body)
	modelstest.Want(t, len(beforeImports(other)), 0) // there was nothing to lose
	other.Upload(everything.Body, "").WantHTML(t, 200, "Rien à reprendre : tout est déjà ainsi.")
	other.Leave("2026-11-20T08:00:00+01:00", "out").Want(t, 200)
}

func TestTablesAreDownloaded(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-10-31T22:00:00+01:00", "2026-11-01T06:00:00+01:00", "night")
	p.Day("2026-11-19T08:03:27+01:00", "2026-11-19T12:00:00+01:00", "k")
	for query, want := range map[string]string{
		"of=slots&from=2026-11-01&to=": "date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note,half_day,origin,late_minutes,requested_by,reason,to_verify\r\n2026-11-19,WORK,bureau,clio,08:03,2026-11-19,12:00,237,3.95,Europe/Paris,,,late,1436,,,",
		"of=days&to=2026-10-31":        "date,day_type,journey_profile_id,motor_vehicle_id,slots,minutes,hours,timezone,note,half_day,requested_by,reason,to_verify\r\n2026-10-31,WORK,bureau,clio,1,480,8.00,Europe/Paris,,,,,",
		"of=months&decimal_comma=1":    "month;days;slots;minutes;hours;WORK;TT;GARDE;ASTREINTE;FORMATION;RTT;CONGE;MALADE;FERIE;to_verify\r\n2026-10;1;1;480;8,00;1;0;0;0;0;0;0;0;0;\r\n2026-11;1;1;237;3,95;1;0;0;0;0;0;0;0;0;",
	} {
		got := p.Get("/data/export?" + query)
		modelstest.Want(t, got.Body, want, query)
		got.WantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	}
	p.Get("/data/export?of=weeks").Want(t, 404)
	p.Get("/data/export?of=days&from=x").WantHTML(t, 422, "Écrivez une date", `value="x"`)
	p.Get("/data/export?of=days&from=2026-11-20&to=2026-11-19").WantHTML(t, 422, "Cette période finit avant de commencer.")
	head := p.Ask("/data/export", apptest.Method(http.MethodHead))
	modelstest.Want(t, fmt.Sprint(head.Status, head.Body), "200")
	p.Get("/data").WantHTML(t, 200, "Tout télécharger (JSON)", "Voir ce qui sera fait")
	p.Get("/help/connect").Want(t, 200, `href="/data"`)
	p.Get("/data/import").WantLocation(t, "/data")
}

func TestAnExportThatFailsHalfwayDoesNotPassForTheWhole(t *testing.T) {
	p := apptest.Start(t)
	if _, err := p.DB.Exec(`WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000)
		INSERT INTO work_entries (date, timezone, day_type, note, created_at, updated_at) SELECT date('2020-01-01', n || ' days'), 'UTC', 'WORK', printf('%.200c', 'x'),
		'2020-01-01T00:00:00.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r;
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, 'version            INTEGER', 'version            ANY') WHERE name = 'work_entries';
		PRAGMA writable_schema = RESET;
		UPDATE work_entries SET version = 'x' WHERE id = 990`); err != nil {
		t.Fatal(err)
	}
	p.Get("/data/export").Want(t, 500) // which looks at its size first
	response, err := http.Get(p.URL + "/data/export?anyway=1")
	modelstest.Must(t, err)
	defer response.Body.Close()
	if content, err := io.ReadAll(response.Body); err == nil || len(content) == 0 {
		t.Errorf("got %d bytes and no error", len(content))
	}
	modelstest.WantIn(t, p.Log.String(), "export cut off")
	if got := p.Get("/data/export?of=days&from=2022-09-01"); got.Status != 500 || got.Header.Get("Content-Disposition") != "" {
		t.Errorf("before its first byte: got %d %v", got.Status, got.Header)
	}
}

func TestATableIsSeenBeforeItIsTakenIn(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	const table = "Jour;Début;Fin;Type\n19/11/2026;13h;17h;\n18/11/2026;8h;12h;\n16/11/2026;8h;12h;TT\n"
	plan := p.Upload(table, "date=Jour,start=Début,end=Fin,day_type=Type")
	plan.WantHTML(t, 200, "À reprendre : 2 journées nouvelles, 1 modifiée, 0 sans changement.", "jeudi 19 novembre 2026, modifiée, 1 créneau", `value="date=Jour,start=Début,end=Fin,day_type=Type"`)
	p.Day("2026-11-18T13:00:00+01:00", "2026-11-18T14:00:00+01:00", "meanwhile")
	again := p.SubmitInVain("/data/import", plan.Fields())
	again.WantHTML(t, 409, "ce n’est plus ce que vous aviez vu", "À reprendre : 1 journée nouvelle, 2 modifiées, 0 sans changement.")
	modelstest.Want(t, len(beforeImports(p)), 0) // before anything was written
	done := p.Submit("/data/import", again.Fields())
	done.WantLocation(t, "/data")
	p.After(done).WantHTML(t, 200, "3 journées reprises.")
	p.WantStored("SELECT date, day_type, version, count(*) FROM work_entries JOIN time_slots ON work_entry_id = work_entries.id GROUP BY date",
		"2026-11-16 | TT | 1 | 1", "2026-11-18 | WORK | 3 | 2", "2026-11-19 | WORK | 3 | 2")
	made := beforeImports(p)
	if len(made) != 1 {
		t.Fatalf("got %q", made)
	}
	if found, err := app.Check(t.Context(), made[0], p.Config); err != nil || found.Rows["time_slots"] != 2 {
		t.Errorf("the backup: got %+v, %v", found, err)
	}

	long := "date,start,end\n2026-01-01,08:00,12:00\n2026-01-01,13:00,17:00\n"
	for day := range 200 {
		long += time.Date(2026, 1, 2+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) + ",08:00,12:00\n"
	}
	p.Upload(long, "").WantHTML(t, 200, "nouvelle, 2 créneaux<", "<span>… et 1 autre</span>")
}

func TestTheBackupBeforeAnImportGoesToTheirFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backups")
	p := apptest.Start(t, func(config *app.Config) { config.Backup = app.BackupPlan{Folder: folder, Keep: 14, Every: 1 << 62} })
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
	for n := range 2 {
		p.Clock.Advance(1e9)
		p.Submit("/data/import", p.Upload(fmt.Sprintf("date,note\n2026-12-24,%d\n", n), "").Fields()).Want(t, 303)
	}
	p.Submit("/data/import", p.Upload("date,note\n2026-12-24,in the same second\n", "").Fields()).Want(t, 303)
	made, err := os.ReadDir(folder)
	modelstest.Want(t, err == nil && len(made) == 3 && len(beforeImports(p)) == 1, true, made, err, beforeImports(p))
	modelstest.Must(t, os.RemoveAll(folder))
	modelstest.Must(t, os.WriteFile(folder, nil, 0o600))
	p.Clock.Advance(1e9)
	plan := p.Upload("date,note\n2026-12-24,x\n", "")
	p.SubmitInVain("/data/import", plan.Fields()).Want(t, 500)
}

func TestAFileThatCannotBeTakenInIsRefusedWithItsLines(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	for _, test := range []struct {
		content, columns string
		words            []string
	}{
		{"date,start,end\n2026-11-19,09:00,10:00\n2026-11-18,8h,9h\n", "", []string{"Rien n’est enregistré : ce fichier ne peut pas être repris.", "Ligne 2</span> <span>jeudi 19 novembre 2026 : Ce créneau en chevauche un autre."}},
		{"date,start,end\n2026-11-18,8h,\n2026-11-18,25h,26h\n", "", []string{"Ligne 2</span> <span>Il manque le début ou la fin.", "Ligne 3</span> <span>« 25h », colonne start : Ce n’est pas une heure : 08:03."}},
		{"a,b\n1,2\n", "", []string{"Aucune colonne de ce tableau ne dit la date"}},
		{"a,b\n1,2\n", "jour=a", []string{"Nommez les colonnes ainsi", `value="jour=a"`}},
		{"PK\x03\x04", "", []string{"Ce fichier n’est pas du texte"}},
		{"", "", []string{"Ce fichier est vide."}},
		{"<script>", "", []string{"Aucune colonne"}},
		{`{"format":"worklog"`, "", []string{"Ligne 1</span> <span>Ce n’est pas un export de worklog, ou il est abîmé."}},
		{"date,start\n<b>,<i>\n", "", []string{"« <i> », colonne start"}},
	} {
		p.Unchanged(func() { p.Upload(test.content, test.columns).WantHTML(t, 422, test.words...) })
	}
}

func TestAnExportThatCouldNotBeImportedAgainSaysSoBeforeItIsDownloaded(t *testing.T) {
	modelstest.SkipWithRaceDetector(t)
	p := apptest.Start(t, apptest.NoLimit)
	if _, err := p.DB.Exec(`WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 600)
		INSERT INTO work_entries (date, timezone, day_type, note, created_at, updated_at) SELECT date('2020-01-01', n || ' days'), 'UTC', 'WORK', printf('%.60000c', 'x'),
		'2020-01-01T00:00:00.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r`); err != nil {
		t.Fatal(err)
	}
	const words = "Cet export est complet, mais worklog ne pourrait pas le reprendre : Ce fichier dépasse 32 Mio."
	p.Get("/data/export").WantHTML(t, 422, words, `href="/data/export?anyway=1"`)
	if got := p.Get("/data/export?anyway=1"); got.Status != 200 || len(got.Body) < 36_000_000 {
		t.Errorf("got %d, %d bytes", got.Status, len(got.Body))
	}
	p.Get("/data/export?of=days&from=2020-01-01").WantHTML(t, 422, words, `href="/data/export?anyway=1&from=2020-01-01&of=days"`, `value="2020-01-01"`)
	p.Get("/data/export?of=days&from=2021-01-01").Want(t, 200)
	p.Get("/data/export?of=months").Want(t, 200)
}

// bomb is a small field that unpacks to a large file.
func bomb(t *testing.T) string {
	t.Helper()
	return base64.RawURLEncoding.EncodeToString(modelstest.Gzipped(strings.Repeat("\x00", 33<<20)))
}

func TestAHostileUploadIsRefused(t *testing.T) {
	modelstest.SkipWithRaceDetector(t)
	p := apptest.Start(t)
	for name, test := range map[string]struct {
		values url.Values
		status int
	}{
		"not what was packed": {url.Values{"content": {"x"}, "plan": {"y"}}, 400},
		"cut off":             {url.Values{"content": {bomb(t)[:40]}, "plan": {"y"}}, 400},
		"one that unpacks to more than a file may have": {url.Values{"content": {bomb(t)}, "plan": {"y"}}, 413},
		"a body without limit":                          {url.Values{"content": {strings.Repeat("A", 12<<20)}}, 413},
	} {
		modelstest.Want(t, p.SubmitInVain("/data/import", test.values).Status, test.status, name)
	}
	p.Upload(strings.Repeat("x", 33<<20), "").Want(t, 413, "Fichier trop volumineux")
}

func submitPacked(p *apptest.Program, path, coding string, body []byte) apptest.Answer {
	p.T.Helper()
	request := p.FormRequest(path, url.Values{})
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	request.Header.Set("Content-Encoding", coding)
	return p.Send(request)
}

func TestAFormMayBeCompressedWithinTheLimitOfWhatItUnpacksTo(t *testing.T) {
	p := apptest.Start(t)
	form := modelstest.Gzipped(url.Values{"day_type": {"CONGE"}, "note": {"packed"}}.Encode())
	submitPacked(p, "/entries/new?date=2026-12-24", "gzip", form).Want(t, 303)
	p.WantStored("SELECT date, note FROM work_entries", "2026-12-24 | packed")
	const next = "/entries/new?date=2026-12-25"
	p.Unchanged(func() {
		submitPacked(p, next, "gzip", modelstest.Gzipped("day_type=CONGE&note="+strings.Repeat("x", 300<<10))).Want(t, 413)
		submitPacked(p, next, "gzip", modelstest.Gzipped("day_type=CONGE&"+strings.Repeat("&", 2<<20))).Want(t, 413)
		submitPacked(p, next, "gzip", form[:len(form)-4]).Want(t, 400)
		submitPacked(p, next, "gzip", []byte("day_type=CONGE")).Want(t, 400)
		submitPacked(p, next, "br", form).Want(t, 400)
		submitPacked(p, next, "gzip, gzip", form).Want(t, 400)
	})
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
