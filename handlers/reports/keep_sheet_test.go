package reports_test

import (
	"bytes"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

const countKept = "SELECT count(*) FROM kept_sheets"

// digestOn is the digest at the foot of a sheet.
func digestOn(page apptest.Answer) string {
	return regexp.MustCompile("[0-9a-f]{64}").FindString(document(page).Body)
}

// keep presses the button of a sheet, and returns its page.
func keep(p *apptest.Program, path string) apptest.Answer {
	p.T.Helper()
	return p.After(p.Submit(path, p.Form(path)))
}

// keptSheets is what the command lists.
func keptSheets(p *apptest.Program) string {
	p.T.Helper()
	var printed bytes.Buffer
	modelstest.Must(p.T, app.KeptSheets(p.T.Context(), p.Config, &printed))
	return printed.String()
}

// enter saves the form of a day with other values.
func enter(p *apptest.Program, date string, values url.Values) apptest.Answer {
	p.T.Helper()
	path := "/entries/" + p.Stored("SELECT id FROM work_entries WHERE date = ?", date)[0] + "/edit"
	form := p.Form(path)
	for name := range values {
		form[name] = values[name]
	}
	return p.Submit(path, form)
}

func TestADigestIsKeptOnceAndTheSheetSaysHowItDiffersSince(t *testing.T) {
	t.Parallel()
	p := apptest.October(t, "")
	before := p.Get(apptest.SheetOctober)
	before.Want(t, 200, ">Garder cette empreinte</button>", "data-keeps data-print")
	p.WantStored(countKept, "0")
	first := digestOn(before)
	kept := " (" + first[:4] + "…)"
	page := keep(p, apptest.SheetOctober)
	page.WantWords(t, "L’empreinte est gardée.", "Empreinte gardée le 20 novembre"+kept+".")
	p.Submit(apptest.SheetOctober, before.Fields()).Want(t, 303)
	p.WantStored("SELECT month || format || digest || hide_illness || kept_at FROM kept_sheets", "2026-10-013"+first+"12026-11-20T07:00:00.000000000Z")
	if strings.Contains(page.Body, "Garder cette") || strings.Contains(document(page).Words(), "gardée") {
		t.Error("it can be kept twice, or the document says more than its rows")
	}

	one := enter(p, "2026-10-09", url.Values{"note": {"x"}})
	p.Get(apptest.SheetOctober).WantWords(t, "Ce relevé n’est plus celui du 20 novembre"+kept+" : 1 jour diffère.")
	p.Submit(apptest.SheetOctober, before.Fields()).Want(t, 409, "Relevé changé entre-temps")
	p.WantStored(countKept, "1")
	p.ByHand("2026-10-19", "RTT")
	p.Get(apptest.SheetOctober).WantWords(t, "Garder cette empreinte Ce relevé n’est plus celui du 20 novembre"+kept+" : 2 jours diffèrent.")
	page = keep(p, apptest.SheetOctober)
	second := " (" + digestOn(page)[:4] + "…)"
	page.WantWords(t, "Empreinte gardée le 20 novembre"+second+".", "Ce relevé n’est plus celui du 20 novembre"+kept+" : 2 jours diffèrent.")

	entry := p.Stored("SELECT id FROM work_entries WHERE date = '2026-10-19'")[0]
	p.Submit("/entries/"+entry+"/delete", p.Form("/entries/"+entry+"/delete")).Want(t, 303)
	p.PressUndo(p.After(one), "Annuler").Want(t, 303)
	p.Get(apptest.SheetOctober).WantWords(t, "Empreinte gardée le 20 novembre"+kept+".", "Ce relevé n’est plus celui du 20 novembre"+second+" : 2 jours diffèrent.")
	p.WantStored(countKept, "2")
	if exported := p.Exported(); strings.Contains(exported, first) {
		t.Error("it is in an export")
	}

	p.ByHand("2025-12-31", "WORK", "08:00-12:00")
	keep(p, "/months/2025-12/sheet").WantWords(t, "Empreinte gardée le 20 novembre 2026 (")
}

func TestTheDigestOfAMonthThatIsNotOverIsNotKept(t *testing.T) {
	t.Parallel()
	p := apptest.October(t, "")
	const november = "/months/2026-11/sheet"
	page := p.Get(november)
	page.WantNone(t, "Garder")
	p.Submit(november, url.Values{"digest": {digestOn(page)}}).Want(t, 422, "Mois non terminé")
	modelstest.WantError(t, app.SheetHash(t.Context(), p.Config, app.SheetRequest{Month: "2026-11", Keep: true}, p.Clock.Now(), &bytes.Buffer{}), models.ErrMonthNotOver)
	p.WantStored(countKept, "0")
}

func TestTheScriptIsToldThatTheDigestIsKept(t *testing.T) {
	t.Parallel()
	p := apptest.October(t, "[web]\nhide_illness = false\n")
	const hidden = apptest.SheetOctober + "?illness=hidden"
	page := p.Get(hidden)
	request := p.FormRequest(hidden, page.Fields())
	request.Header.Set("Accept", "application/json")
	answer := p.Send(request)
	answer.Want(t, http.StatusOK, `{"to":"`+hidden+`"}`)
	if answer.Header.Get("Set-Cookie") != "" {
		t.Error("the next page says it again")
	}
	p.WantStored("SELECT digest || hide_illness FROM kept_sheets", digestOn(page)+"1")
	shown := p.Get(apptest.SheetOctober)
	shown.WantWords(t, "Garder cette empreinte Empreinte gardée le 20 novembre ("+digestOn(page)[:4]+"…).")
}

func TestAKeptDigestIsComparedInItsOwnFormatAndListed(t *testing.T) {
	t.Parallel()
	p := apptest.October(t, "")
	digests := map[int]string{}
	for _, format := range []int{2, 3, 2} {
		var printed bytes.Buffer
		modelstest.Must(t, app.SheetHash(t.Context(), p.Config, app.SheetRequest{Month: "2026-10", Format: format, Keep: true}, p.Clock.Now(), &printed))
		digests[format] = strings.TrimSpace(printed.String())
	}
	line := func(format, illness, digest, state string) string {
		return "2026-10\t" + format + "\t" + illness + "\t" + digest + "\t2026-11-20T08:00:00+01:00\t" + state + "\n"
	}
	modelstest.Want(t, keptSheets(p), line("2", "hidden", digests[2], "same")+line("3", "hidden", digests[3], "same"))
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE time_slots SET origin = 'corrected'"))) // which format 2 does not have
	want := line("2", "hidden", digests[2], "same") + line("3", "hidden", digests[3], "days that differ: 6")
	modelstest.Want(t, keptSheets(p), want)
	p.Get(apptest.SheetOctober).WantWords(t, "Empreinte gardée le 20 novembre ("+digests[2][:4]+"…, format 2).", "("+digests[3][:4]+"…) : 6 jours diffèrent.")

	restored := filepath.Join(t.TempDir(), "worklog.db")
	backup := restored + ".backup"
	modelstest.Must(t, modelstest.Only(models.Backup(t.Context(), p.Config.Database, backup)))
	modelstest.Must(t, modelstest.Only(models.Restore(t.Context(), backup, restored, trial.Recording)))
	p.Config.Database = restored
	if got := keptSheets(p); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
}

func TestOldDigestsOfASheetAreFoldedAway(t *testing.T) {
	t.Parallel()
	p := apptest.October(t, "")
	for i := range 5 {
		enter(p, "2026-10-09", url.Values{"note": {strings.Repeat("x", i)}})
		keep(p, apptest.SheetOctober)
	}
	p.Get(apptest.SheetOctober).Want(t, 200, "<summary>… et 3\u00a0autres</summary>")
}
