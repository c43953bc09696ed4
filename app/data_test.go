package app_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// upload sends a file as a browser without script does.
func (p *program) upload(content, columns string) answer {
	p.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "days.txt")
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := io.WriteString(part, content); err != nil {
		p.t.Fatal(err)
	}
	if err := form.WriteField("columns", columns); err != nil {
		p.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		p.t.Fatal(err)
	}
	request := p.formRequest("/data/import", nil)
	request.Body, request.ContentLength = io.NopCloser(&body), int64(body.Len())
	request.Header.Set("Content-Type", form.FormDataContentType())
	return p.send(request)
}

// text is the text of a page.
func (a answer) text() string { return html.UnescapeString(a.body) }

// wantText checks the status and the text of the page.
func (a answer) wantText(t *testing.T, status int, words ...string) {
	t.Helper()
	for _, text := range words {
		if text = strings.ReplaceAll(text, "~", "\u00a0"); !strings.Contains(a.text(), text) {
			t.Errorf("got %d %.3000s, want %q in it", a.status, a.text()[strings.Index(a.text(), "<main"):], text)
		}
	}
	a.want(t, status)
}

// beforeImports are the backups beside the database.
func (p *program) beforeImports() []string {
	p.t.Helper()
	made, err := filepath.Glob(p.config.Database + ".before-import-*")
	if err != nil {
		p.t.Fatal(err)
	}
	return made
}

func TestWhatIsDownloadedIsUploadedIntoAnotherWorklogAndIsTheSame(t *testing.T) {
	t.Parallel()
	p, other := start(t, noLimit), start(t)
	p.day("2026-11-19T08:03:27+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.arrive("2026-11-20T07:30:00+01:00", "open").want(t, 201)
	p.submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"=1+1"}}).want(t, 303)
	everything := p.get("/data/export")
	everything.want(t, 200, `{"format":"worklog","version":1,`)
	everything.wantHeader(t, "Content-Type", "application/json")
	everything.wantHeader(t, "Content-Disposition", `attachment; filename="worklog-2026-11-20.json"`)

	var plan answer
	other.unchanged(func() { plan = other.upload(everything.body, "") })
	plan.wantText(t, 200, "À reprendre~: 3~journées nouvelles, 0~modifiée, 0 sans changement.", "jeudi 19~novembre 2026, nouvelle, 1~créneau", "Reprendre ces journées")
	other.submit("/data/import", plan.fields()).wantLocation(t, "/data")
	if got := other.get("/data/export"); got.body != everything.body {
		t.Errorf("got\n%s\nwant\n%s", got.body, everything.body)
	}
	if got := other.beforeImports(); len(got) != 0 {
		t.Errorf("got %q: there was nothing to lose", got)
	}
	other.upload(everything.body, "").wantText(t, 200, "Rien à reprendre~: tout est déjà ainsi.")
	other.leave("2026-11-20T08:00:00+01:00", "out").want(t, 200)
}

func TestTablesAreDownloaded(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-10-31T22:00:00+01:00", "2026-11-01T06:00:00+01:00", "night")
	p.day("2026-11-19T08:03:27+01:00", "2026-11-19T12:00:00+01:00", "k")
	for query, want := range map[string]string{
		"of=slots&from=2026-11-01&to=": "date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note,half_day\r\n2026-11-19,WORK,bureau,clio,08:03,2026-11-19,12:00,237,3.95,Europe/Paris,,",
		"of=days&to=2026-10-31":        "date,day_type,journey_profile_id,motor_vehicle_id,slots,minutes,hours,timezone,note,half_day\r\n2026-10-31,WORK,bureau,clio,1,480,8.00,Europe/Paris,,",
		"of=months&decimal_comma=1":    "month;days;slots;minutes;hours;WORK;TT;GARDE;ASTREINTE;FORMATION;RTT;CONGE;MALADE;FERIE\r\n2026-10;1;1;480;8,00;1;0;0;0;0;0;0;0;0\r\n2026-11;1;1;237;3,95;1;0;0;0;0;0;0;0;0",
	} {
		got := p.get("/data/export?" + query)
		if got.status != 200 || got.body != want {
			t.Errorf("%s: got %d\n%s\nwant\n%s", query, got.status, got.body, want)
		}
		got.wantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	}
	p.get("/data/export?of=weeks").want(t, 404)
	p.get("/data/export?of=days&from=x").wantText(t, 422, "Écrivez une date", `value="x"`)
	p.get("/data/export?of=days&from=2026-11-20&to=2026-11-19").wantText(t, 422, "Cette période finit avant de commencer.")
	if head := p.ask("/data/export", method(http.MethodHead)); head.status != 200 || head.body != "" {
		t.Errorf("got %d %s", head.status, head.body)
	}
	p.get("/data").wantText(t, 200, "Tout télécharger (JSON)", "Voir ce qui sera fait")
	p.get("/help").want(t, 200, `href="/data"`)
	p.get("/data/import").wantLocation(t, "/data")
}

func TestAnExportThatFailsHalfwayDoesNotPassForTheWhole(t *testing.T) {
	t.Parallel()
	p := start(t)
	if _, err := p.db.Exec(`WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000)
		INSERT INTO work_entries (date, timezone, day_type, note, created_at, updated_at) SELECT date('2020-01-01', n || ' days'), 'UTC', 'WORK', printf('%.200c', 'x'),
		'2020-01-01T00:00:00.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r;
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, 'version            INTEGER', 'version            ANY') WHERE name = 'work_entries';
		PRAGMA writable_schema = RESET;
		UPDATE work_entries SET version = 'x' WHERE id = 990`); err != nil {
		t.Fatal(err)
	}
	p.get("/data/export").want(t, 500) // which looks at its size first
	response, err := http.Get(p.url + "/data/export?anyway=1")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if content, err := io.ReadAll(response.Body); err == nil || len(content) == 0 {
		t.Errorf("got %d bytes and no error", len(content))
	}
	if !strings.Contains(p.log.String(), "export cut off") {
		t.Error("the log does not say so")
	}
	if got := p.get("/data/export?of=days&from=2022-09-01"); got.status != 500 || got.header.Get("Content-Disposition") != "" {
		t.Errorf("before its first byte: got %d %v", got.status, got.header)
	}
}

func TestATableIsSeenBeforeItIsTakenIn(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	const table = "Jour;Début;Fin\n19/11/2026;13h;17h\n18/11/2026;8h;12h\n"
	plan := p.upload(table, "date=Jour,start=Début,end=Fin")
	plan.wantText(t, 200, "À reprendre~: 1~journée nouvelle, 1~modifiée, 0 sans changement.", "jeudi 19~novembre 2026, modifiée, 1~créneau", `value="date=Jour,start=Début,end=Fin"`)
	p.day("2026-11-18T13:00:00+01:00", "2026-11-18T14:00:00+01:00", "meanwhile")
	var again answer
	p.unchanged(func() { again = p.submit("/data/import", plan.fields()) })
	again.wantText(t, 409, "ce n’est plus ce que vous aviez vu", "À reprendre~: 0~journée nouvelle, 2~modifiées, 0 sans changement.")
	if got := p.beforeImports(); len(got) != 0 {
		t.Errorf("got %q before anything was written", got)
	}
	done := p.submit("/data/import", again.fields())
	done.wantLocation(t, "/data")
	page := p.request("")
	page.Method, page.URL.Path = "GET", "/data"
	page.Header.Set("Cookie", done.header.Get("Set-Cookie"))
	p.send(page).wantText(t, 200, "2~journées reprises.")
	p.wantStored("SELECT date, version, count(*) FROM work_entries JOIN time_slots ON work_entry_id = work_entries.id GROUP BY date", "2026-11-18 | 3 | 2", "2026-11-19 | 3 | 2")
	made := p.beforeImports()
	if len(made) != 1 {
		t.Fatalf("got %q", made)
	}
	if found, err := app.Check(t.Context(), made[0], made[0]); err != nil || found.Slots != 2 {
		t.Errorf("the backup: got %+v, %v", found, err)
	}
}

func TestTheListOfAnImportCountsItsSlotsAndWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	table := "date,start,end\n2026-01-01,08:00,12:00\n2026-01-01,13:00,17:00\n"
	for day := range 200 {
		table += time.Date(2026, 1, 2+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) + ",08:00,12:00\n"
	}
	p.upload(table, "").wantText(t, 200, "nouvelle, 2~créneaux<", "<span>… et 1~autre</span>")
}

func TestAnImportIsTakenBackInOnePress(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	before := p.stored(whole)
	done := p.submit("/data/import", p.upload("date,day_type,start,end,note\n2026-11-20,,18:00,19:00,\n2026-12-24,CONGE,,,Noël\n", "").fields())
	page := p.after(done)
	p.wantStored("SELECT date FROM work_entries ORDER BY date", "2026-11-20", "2026-12-24")
	p.after(p.pressUndo(page, "Annuler")).want(t, 200, "Annulé.")
	if got := p.stored(whole); !slices.Equal(got, before) {
		t.Errorf("got %q, want %q", got, before)
	}
}

func TestTheBackupBeforeAnImportGoesToTheirFolder(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "backups")
	p := start(t, func(config *app.Config) { config.Backup = app.BackupPlan{Folder: folder, Keep: 14, Every: 1 << 62} })
	p.submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}}).want(t, 303)
	for n := range 2 {
		p.clock.advance(1e9)
		p.submit("/data/import", p.upload(fmt.Sprintf("date,note\n2026-12-24,%d\n", n), "").fields()).want(t, 303)
	}
	p.submit("/data/import", p.upload("date,note\n2026-12-24,in the same second\n", "").fields()).want(t, 303)
	made, err := os.ReadDir(folder)
	if err != nil || len(made) < 2 || len(p.beforeImports()) != 1 {
		t.Errorf("got %v, %v, %q", made, err, p.beforeImports())
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.clock.advance(1e9)
	plan := p.upload("date,note\n2026-12-24,x\n", "")
	p.unchanged(func() { p.submit("/data/import", plan.fields()).want(t, 500) })
}

func TestAFileThatCannotBeTakenInIsRefusedWithItsLines(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	for _, test := range []struct {
		content, columns string
		words            []string
	}{
		{"date,start,end\n2026-11-19,09:00,10:00\n2026-11-18,8h,9h\n", "", []string{"Rien n’est enregistré~: ce fichier ne peut pas être repris.", "Ligne~2</span> <span>jeudi 19~novembre 2026~: Ce créneau en chevauche un autre."}},
		{"date,start,end\n2026-11-18,8h,\n2026-11-18,25h,26h\n", "", []string{"Ligne~2</span> <span>Il manque le début ou la fin.", "Ligne~3</span> <span>«~25h~», colonne start~: Ce n’est pas une heure~: 08:03."}},
		{"a,b\n1,2\n", "", []string{"Aucune colonne de ce tableau ne dit la date"}},
		{"a,b\n1,2\n", "jour=a", []string{"Nommez les colonnes ainsi", `value="jour=a"`}},
		{"PK\x03\x04", "", []string{"Ce fichier n’est pas du texte"}},
		{"", "", []string{"Ce fichier est vide."}},
		{"<script>", "", []string{"Aucune colonne"}},
		{`{"format":"worklog"`, "", []string{"Ligne~1</span> <span>Ce n’est pas un export de worklog, ou il est abîmé."}},
		{"date,start\n<b>,<i>\n", "", []string{"«~<i>~», colonne start"}},
	} {
		p.unchanged(func() { p.upload(test.content, test.columns).wantText(t, 422, test.words...) })
	}
}

func TestAnExportThatCouldNotBeImportedAgainSaysSoBeforeItIsDownloaded(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	if _, err := p.db.Exec(`WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 600)
		INSERT INTO work_entries (date, timezone, day_type, note, created_at, updated_at) SELECT date('2020-01-01', n || ' days'), 'UTC', 'WORK', printf('%.60000c', 'x'),
		'2020-01-01T00:00:00.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r`); err != nil {
		t.Fatal(err)
	}
	const words = "Cet export est complet, mais worklog ne pourrait pas le reprendre~: Ce fichier dépasse 32~Mio."
	p.get("/data/export").wantText(t, 422, words, `href="/data/export?anyway=1"`)
	if got := p.get("/data/export?anyway=1"); got.status != 200 || len(got.body) < 36_000_000 {
		t.Errorf("got %d, %d bytes", got.status, len(got.body))
	}
	p.get("/data/export?of=days&from=2020-01-01").wantText(t, 422, words, `href="/data/export?anyway=1&from=2020-01-01&of=days"`, `value="2020-01-01"`)
	p.get("/data/export?of=days&from=2021-01-01").want(t, 200)
	p.get("/data/export?of=months").want(t, 200)
}

// bomb is a small field that unpacks to a large file.
func bomb(t *testing.T) string {
	t.Helper()
	return base64.RawURLEncoding.EncodeToString(gzipped(t, strings.Repeat("\x00", 33<<20)))
}

func TestAHostileUploadIsRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	for name, test := range map[string]struct {
		values url.Values
		status int
	}{
		"no file":             {url.Values{}, 400},
		"not what was packed": {url.Values{"content": {"x"}, "plan": {"y"}}, 400},
		"cut off":             {url.Values{"content": {bomb(t)[:40]}, "plan": {"y"}}, 400},
		"one that unpacks to more than a file may have": {url.Values{"content": {bomb(t)}, "plan": {"y"}}, 413},
		"a body without limit":                          {url.Values{"content": {strings.Repeat("A", 12<<20)}}, 413},
	} {
		p.unchanged(func() {
			if got := p.submit("/data/import", test.values); got.status != test.status {
				t.Errorf("%s: got %d, want %d", name, got.status, test.status)
			}
		})
	}
	p.upload(strings.Repeat("x", 33<<20), "").want(t, 413, "Fichier trop volumineux")
	foreign := p.formRequest("/data/import", url.Values{})
	crossSite(foreign)
	p.send(foreign).want(t, 403)
	locked := start(t, withPassword)
	for _, path := range []string{"/data", "/data/export"} {
		if got := locked.get(path); got.status != 303 || strings.Contains(got.body, "worklog\"") {
			t.Errorf("%s behind a login: got %d %s", path, got.status, got.body)
		}
	}
}
