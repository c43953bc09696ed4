package reports_test

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// document is what of the page of a sheet is printed.
func document(a apptest.Answer) apptest.Answer {
	return apptest.Answer{Status: a.Status, Body: a.Body[strings.Index(a.Body, `<div class="document">`):]}
}

// sheetHash is what the command prints.
func sheetHash(p *apptest.Program, month string, rows bool) string {
	p.T.Helper()
	var printed bytes.Buffer
	modelstest.Must(p.T, app.SheetHash(p.T.Context(), p.Config, app.SheetRequest{Month: month, Rows: rows}, p.Clock.Now(), &printed))
	return printed.String()
}

func TestTheSheetShowsTheMonthAsItIsRecorded(t *testing.T) {
	p := apptest.October(t, "")
	page := p.Get(apptest.SheetOctober)
	page.Want(t, 200, `href="/months/2026-10"`, `href="/months/2026-09/sheet"`, `href="/months/2026-11/sheet"`, "<noscript><kbd>Ctrl</kbd>")
	document := document(page)
	document.WantWords(t,
		"Relevé d’heures Nom Zoë Élie Employeur Centre hospitalier de Nantes Période octobre 2026, du 1er au 31 Fuseau horaire Europe/Paris",
		"jeu. 1 Travail 08:03–12:10 · 13:00–17:21 8 h 28 +50 j reçu 50 jours plus tard ven. 2 Télétravail · ½ RTT 08:30–12:30 4 h 00 saisi à la main le 20 novembre",
		"sam. 3 Repos dim. 4 Repos Semaine 40, coupée par le mois 12 h 28 du 28 sept. au 4 oct. : 12 h 28 lun. 5 Congé",
		"mer. 7 Travail 09:00–12:00 3 h 00 saisi à la main le 20 novembre Réunion <de service>… jeu. 8 ven. 9 RTT 10:00–11:30 1 h 30",
		"dim. 11 Repos Semaine 41 4 h 30", strings.Repeat("x", 80)+"… mar. 13",
		"sam. 24 Garde 20:00 (UTC+2)–08:00 (+1 j, UTC+1) 13 h 00 10 h 00 9 h 00 saisi à la main le 20 novembre dim. 25 Semaine 43", "Semaine 43 13 h 00",
		"sam. 31 Garde 20:00–08:00 (+1 j) 12 h 00 9 h 00 8 h 00 8 h 00 saisi à la main le 20 novembre Semaine 44, coupée par le mois 12 h 00 du 26 oct. au 1er nov. : 12 h 00",
		"… : note abrégée",
		"Total 44 h 58 dont de nuit (de 21:00 à 06:00) 19 h 00 dont le dimanche 17 h 00 dont un jour férié 8 h 00 dont interventions (astreinte ou absence) 1 h 30",
		"Travail 3 j 14 h 28 Télétravail 0,5 j 4 h 00 Garde 2 j 25 h 00 RTT 1,5 j 1 h 30 Congé 1 j",
		"Cumul Heures prévues au 31 octobre 129 h 30 Solde au 31 octobre −236 h 02 Au-delà de 35 h par semaine, congés compris 0 h 00 idem, semaines finies, commencées depuis le 1er janvier 0 h 00 Heures depuis le 1er janvier 44 h 58",
		"Compteurs au 31 octobre conges, pris depuis le 1er juin 1 j conges, reste 24 j rtt, pris depuis le 1er janv. 1,5 j rtt, reste 8,5 j",
		"Date et signature de la personne Date et signature de l’employeur",
		"Établi le vendredi 20 novembre 2026 à 08:00 avec worklog "+strings.Fields(app.Version())[1], "( worklog sheet-hash 2026-10 )")
	digest := sheetHash(p, "2026-10", false)
	if rows := sheetHash(p, "2026-10", true); strings.Count(rows, "\n") != 19 || report.SheetDigest(rows)+"\n" != digest {
		t.Errorf("got digest %s of rows %s", digest, rows)
	}
	document.Want(t, 200, "<code>"+strings.TrimSpace(digest)+"</code>", `href="/entries/1/edit"`, `href="/entries/new?date=2026-10-13"`)
	for date := 1; date <= 31; date++ {
		modelstest.Want(t, regexp.MustCompile(fmt.Sprintf(`>\p{L}+\.\x{a0}%d</a>`, date)).MatchString(document.Body), true, date)
	}
}

func TestTheSheetShowsOnlyWhatIsSet(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-12T08:00:00+01:00", "2026-11-12T18:00:00+01:00", "k")
	p.Arrive("2026-11-19T22:00:00+01:00", "now").Want(t, 201)
	page := p.Get("/months/2026-11/sheet")
	page.WantWords(t, "Le nom et l’employeur s’écrivent à la main, sauf s’ils sont réglés. Les régler",
		"Nom Employeur Période novembre 2026, du 1er au 30 (non terminé)", "dim. 1 Toussaint", "jeu. 19 Travail 22:00– sans départ",
		"Total 10 h 00 dont de nuit (de 21:00 à 06:00) 0 h 00 dont le dimanche 0 h 00 dont un jour férié 0 h 00 Journées")
	document(page).WantNoWords(t, "prévues", "Solde", "Cumul", "Compteurs", "Au-delà", "depuis", "interventions", "abrégée", "masquées")
}

func TestAHiddenIllnessIsHiddenInTheDigestToo(t *testing.T) {
	const shown = "[web]\nhide_illness = false\n[counters.arrets]\ntypes = [\"MALADE\"]\nallowance = 5\n"
	digest := regexp.MustCompile(`[0-9a-f]{64}`)
	hidden, open := apptest.October(t, ""), apptest.October(t, shown)
	always, asked, never := hidden.Get(apptest.SheetOctober), open.Get(apptest.SheetOctober+"?illness=hidden"), open.Get(apptest.SheetOctober)
	for _, page := range []apptest.Answer{always, asked} {
		document(page).WantWords(t, "mar. 6 Absence mer. 7", "Congé 1 j Absence 1 j", "les notes des absences masquées ne sont pas reprises")
		document(page).WantNone(t, "aladie", "MALADE", "grippe", "arrets")
	}
	document(never).WantWords(t, "mar. 6 Maladie grippe mer. 7", "Congé 1 j Maladie 1 j", "arrets, pris depuis le 1er janv. 1 j arrets, reste 4 j")
	never.Want(t, 200, `href="/months/2026-10/sheet?illness=hidden">Masquer la maladie`, `href="/months/2026-09/sheet"`)
	asked.Want(t, 200, `href="/months/2026-10/sheet">Montrer la maladie`, `href="/months/2026-09/sheet?illness=hidden"`)
	always.WantNone(t, "illness") // where it is always hidden
	for _, of := range []struct {
		page          apptest.Answer
		p             *apptest.Program
		told, command string
	}{{always, hidden, "", "2026-10"}, {asked, open, app.IllnessHidden, "--illness hidden 2026-10"}, {never, open, "", "2026-10"}, {asked, hidden, app.IllnessHidden, "--illness hidden 2026-10"}, {never, hidden, app.IllnessShown, "2026-10"}} {
		var printed bytes.Buffer
		modelstest.Must(t, app.SheetHash(t.Context(), of.p.Config, app.SheetRequest{Month: "2026-10", Illness: of.told}, of.p.Clock.Now(), &printed))
		document(of.page).WantWords(t, "( worklog sheet-hash "+of.command+" )")
		modelstest.Want(t, digest.FindString(document(of.page).Body)+"\n", printed.String())
	}
	modelstest.Want(t, digest.FindString(document(never).Body) != digest.FindString(document(asked).Body), true, "what is hidden is in the digest")
	modelstest.Must(t, modelstest.Only(open.DB.Exec("UPDATE work_entries SET day_type = 'WORK', half_day = 'MALADE' WHERE day_type = 'MALADE'")))
	document(open.Get(apptest.SheetOctober+"?illness=hidden")).WantWords(t, "mar. 6 Travail · ½ Absence mer. 7")
}

func TestASheetSumsUpTheYear(t *testing.T) {
	p := apptest.Start(t, apptest.WithSheet(t, ""))
	for _, date := range []string{"2025-12-29", "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02", "2026-01-26", "2026-01-27", "2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31"} {
		p.ByHand(date, "WORK", "08:00-16:00")
	}
	// the week of the New Year has 5 h above 35 h, that of the end of January 13 h
	document(p.Get("/months/2026-01/sheet")).WantWords(t, "Semaine 1, coupée par le mois 16 h 00 du 29 déc. au 4 janv. : 40 h 00 au-delà de 35 h : 5 h 00",
		"Semaine 5, coupée par le mois 48 h 00 du 26 janv. au 1er févr. : 48 h 00 saisi à la main Heures Total", "congés compris 5 h 00 idem, semaines finies, commencées depuis le 1er janvier 0 h 00 Heures depuis le 1er janvier 64 h 00")
	document(p.Get("/months/2026-02/sheet")).WantWords(t, "dim. 1 Repos Semaine 5, coupée par le mois 0 h 00 du 26 janv. au 1er févr. : 48 h 00 au-delà de 35 h : 8 h 00 à 25 %, 5 h 00 à 50 %, sur 48 h 00",
		"congés compris 13 h 00 idem, semaines finies, commencées depuis le 1er janvier 13 h 00")
	document(p.Get("/months/2025-12/sheet")).WantWords(t, "idem, semaines finies, commencées depuis le 1er janvier 5 h 00") // that of its Monday
	p.Get("/years/2025/rests").WantWords(t, "Heures supplémentaires 1 fois 5 h 00 à 25 %")
	document(p.Get("/months/2025-12/sheet")).WantNoWords(t, "prévues") // before the first target
	byDays := apptest.Start(t, func(c *app.Config) {
		*c = apptest.LoadConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 218\n")
	})
	byDays.ByHand("2026-01-05", "WORK")
	byDays.ByHand("2026-10-05", "CONGE")
	byDays.ByHand("2026-12-01", "WORK") // yet to come
	agreed := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2025-01-01\"\ndays_per_year = 218\nperiod_start = \"06-01\"\n"))
	agreed.ByHand("2025-06-02", "WORK")
	agreed.ByHand("2026-05-04", "WORK")
	agreed.ByHand("2026-06-01", "WORK")
	document(agreed.Get("/months/2026-05/sheet")).WantWords(t, "Jours travaillés depuis le 1er juin 2 j sur 218")
	for _, path := range []string{"/years/2026/hours", "/months/2026-05/hours", "/months/2026-06/hours"} {
		agreed.Get(path).WantNoWords(t, "sur 218") // which are of other dates
	}
	midMonth := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2025-01-01\"\ndays_per_year = 218\nperiod_start = \"06-15\"\n"))
	midMonth.ByHand("2026-06-01", "WORK")
	midMonth.ByHand("2026-06-22", "WORK")
	document(midMonth.Get("/months/2026-06/sheet")).WantWords(t, "Jours travaillés en juin 2026 2 j Jours travaillés depuis le 15 juin 1 j sur 218")
	mixed := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n[[targets]]\nfrom = \"2026-06-10\"\ndays_per_year = 218\nperiod_start = \"06-15\"\n[rules]\nprofile = \"prive\"\n"))
	for _, date := range []string{"2026-01-05", "2026-06-11", "2026-07-01", "2026-07-20"} {
		mixed.ByHand(date, "WORK", "08:00-15:00")
	}
	document(mixed.Get("/months/2026-06/sheet")).WantWords(t, "Heures depuis le 1er janvier 14 h 00")
	document(mixed.Get("/months/2026-07/sheet")).WantWords(t, "Jours travaillés en juillet 2026 2 j Jours travaillés depuis le 15 juin 2 j")
	sheet := document(byDays.Get("/months/2026-12/sheet"))
	sheet.WantWords(t, "Jours travaillés depuis le 1er janvier 1 j sur 218")
	sheet.WantNoWords(t, "prévues") // where days are counted
}

func TestASheetOfDaysHasDaysAndNoHours(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 218\n[rules]\nprofile = \"forfait_jours\"\n"))
	p.ByHand("2026-05-04", "WORK", "08:00-20:00")
	p.ByHand("2026-05-05", "TT")
	p.ByHand("2026-05-06", "RTT")
	p.Submit("/entries/new?date=2026-05-13", url.Values{"day_type": {"WORK"}, "half_day": {"REPOS"}}).Want(t, 303)
	p.Get("/entries/new?date=2026-05-14").Want(t, 200, `<option value="REPOS">½`)
	apptest.Start(t).Get("/entries/new?date=2026-05-14").WantWords(t, "½ RTT ½ Congé ½ Maladie Matin ou après-midi ? Matin Après-midi Trajet")
	p.ByHand("2026-05-07", "CONGE")
	p.ByHand("2026-05-11", "CONGE", "10:00-11:00")
	p.ByHand("2026-05-12", "MALADE")
	p.ByHand("2026-01-05", "WORK")
	page := p.Get("/months/2026-05/sheet")
	sheet := document(page)
	sheet.WantWords(t, "Relevé de jours Nom", "Date Journée Travaillé Note ven. 1 Fête du Travail sam. 2 Repos hebdomadaire dim. 3 Repos hebdomadaire Semaine 18, coupée par le mois 0 j",
		"lun. 4 Travail 1 j mar. 5 Télétravail 1 j mer. 6 Repos du forfait jeu. 7 Congé ven. 8 Fête de la Victoire sam. 9 Repos hebdomadaire dim. 10 Repos hebdomadaire Semaine 19 2 j lun. 11 Congé, travaillé 1 j mar. 12 Absence mer. 13 Travail · ½ Repos 0,5 j",
		"Journées Travail 1,5 j Télétravail 1 j Repos du forfait 1 j Congé 1 j Absence 1 j Demi-journées de repos 0,5 j Repos travaillés 1 j Jours fériés 4 j Repos hebdomadaire 10 j",
		"Cumul Jours travaillés en mai 2026 3,5 j Jours travaillés depuis le 1er janvier 4,5 j sur 218 Date et signature")
	sheet.WantNoWords(t, "08:00", "12 h", "dont de nuit", "Débuts", "domotique", "Relevé d’heures")
	if digest := strings.TrimSpace(sheetHash(p, "2026-05", false)); !strings.Contains(sheet.Body, digest) || strings.Contains(sheetHash(p, "2026-05", true), "slot") {
		t.Errorf("the digest %s is not that of the rows as printed", digest)
	}
}

func TestAMonthInWhichHoursWereToBeWorkedHasASheetOfHours(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n[[targets]]\nfrom = \"2026-10-12\"\ndays_per_year = 218\n[rules]\nprofile = \"forfait_jours\"\n"))
	for month, heading := range map[string]string{"2026-09": "Relevé d’heures", "2026-10": "Relevé d’heures", "2026-11": "Relevé de jours"} {
		document(p.Get("/months/"+month+"/sheet")).WantWords(t, heading+" Nom")
	}
}

func TestTheBalanceOfASheetHasTheAdjustmentsUntilItsDate(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, `[[targets]]
from = "2026-10-01"
monday = "7h"
[balance]
from = "2026-10-01"
adjustments = [
  { date = "2026-10-15", hours = "1h" },
  { date = "2026-11-10", hours = "2h" },
  { date = "2026-11-25", hours = "4h" },
  { date = "2026-12-05", hours = "8h" },
]
`))
	p.Get("/months/2026-10/sheet").WantWords(t, "Solde au 31 octobre −27 h 00")  // of four Mondays
	p.Get("/months/2026-11/sheet").WantWords(t, "Solde au 19 novembre −46 h 00") // of three more
	p.Clock.Advance(11 * 24 * time.Hour)
	p.Get("/months/2026-11/sheet").WantWords(t, "Solde au 30 novembre −56 h 00")
}

// The document is signed: a day to come is not worked.
func TestASheetOfDaysCountsNoneToCome(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[rules]\nprofile = \"forfait_jours\"\n"))
	p.ByHand("2026-11-19", "WORK", "08:00-17:00")
	p.ByHand("2026-11-24", "TT") // it is 20 November
	p.ByHand("2026-11-25", "CONGE")
	p.Day("2026-11-14T10:00:00+01:00", "2026-11-14T10:04:00+01:00", "a moment that counts nowhere")
	p.ByHand("2026-11-17", "WORK")
	p.ByHand("2026-11-18", "WORK")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET day_type = 'NAP' WHERE date IN ('2026-11-17', '2026-11-18')")))
	sheet := p.Get("/months/2026-11/sheet")
	sheet.WantWords(t, "Relevé de jours", "sam. 14 Repos hebdomadaire", "mer. 18 Illisible", "mar. 24 Télétravail, prévu mer. 25 Congé", "Semaine 47 1 j", "Semaine 48 0 j",
		"Travail 1 j Jours fériés 2 j Repos hebdomadaire 4 j Prévues, pas encore comptées 2", "Jours travaillés en novembre 2026 1 j")
}

func TestTheSheetIsSentToTheEmployerWithItsTotalAndItsDigest(t *testing.T) {
	p := apptest.RecordedDay(t)
	page := p.Get("/months/2026-11/sheet").Body
	digest := regexp.MustCompile(`<code>([0-9a-f]{64})</code>`).FindStringSubmatch(page)[1]
	address := html.UnescapeString(regexp.MustCompile(`<a href="(mailto:[^"]+)" data-keeps>Envoyer à mon employeur<`).FindStringSubmatch(page)[1])
	modelstest.Want(t, strings.ContainsAny(address, "+ \u00a0"), false, address)
	mail, err := url.Parse(address)
	modelstest.Must(t, err)
	plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ")
	modelstest.Want(t, mail.Opaque, "") // nobody
	modelstest.Want(t, plain.Replace(mail.Query().Get("subject")), "Relevé d’heures, novembre 2026")
	modelstest.Want(t, plain.Replace(mail.Query().Get("body")), "Relevé d’heures, novembre 2026, du 1er au 30 (non terminé)\r\nTotal : 8 h 28\r\nSHA-256 des lignes : "+digest+"\r\n")
}

const countKept = "SELECT count(*) FROM kept_sheets"

func digestOn(page apptest.Answer) string {
	return regexp.MustCompile("[0-9a-f]{64}").FindString(document(page).Body)
}

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
	p := apptest.October(t, "")
	const november = "/months/2026-11/sheet"
	page := p.Get(november)
	page.WantNone(t, "Garder")
	p.Submit(november, url.Values{"digest": {digestOn(page)}}).Want(t, 422, "Mois non terminé")
	modelstest.WantError(t, app.SheetHash(t.Context(), p.Config, app.SheetRequest{Month: "2026-11", Keep: true}, p.Clock.Now(), &bytes.Buffer{}), models.ErrMonthNotOver)
	before := p.Get(apptest.SheetOctober).Want(t, 200, ">Garder cette empreinte</button>", "data-keeps data-print")
	p.WantStored(countKept, "0")
	first := digestOn(before)
	kept := " (" + first[:4] + "…)"
	page = keep(p, apptest.SheetOctober)
	page.WantWords(t, "L’empreinte est gardée.", "Empreinte gardée le 20 novembre"+kept+".")
	p.Submit(apptest.SheetOctober, before.Fields()).Want(t, 303)
	p.WantStored("SELECT month || format || digest || hide_illness || kept_at FROM kept_sheets", "2026-10-013"+first+"12026-11-20T07:00:00.000000000Z")
	page.WantNone(t, "Garder cette")
	document(page).WantNoWords(t, "gardée")

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
	apptest.Answer{Body: p.Exported()}.WantNone(t, first) // or it is in an export

	p.ByHand("2025-12-31", "WORK", "08:00-12:00")
	keep(p, "/months/2025-12/sheet").WantWords(t, "Empreinte gardée le 20 novembre 2026 (")

	for i := range 3 {
		enter(p, "2026-10-09", url.Values{"note": {strings.Repeat("x", i+1)}})
		keep(p, apptest.SheetOctober)
	}
	p.Get(apptest.SheetOctober).Want(t, 200, "<summary>… et 3\u00a0autres</summary>")
}

func TestTheScriptIsToldThatTheDigestIsKept(t *testing.T) {
	p := apptest.October(t, "[web]\nhide_illness = false\n")
	const hidden = apptest.SheetOctober + "?illness=hidden"
	page := p.Get(hidden)
	request := p.FormRequest(hidden, page.Fields())
	request.Header.Set("Accept", "application/json")
	answer := p.Send(request).Want(t, http.StatusOK, `{"to":"`+hidden+`"}`)
	modelstest.Want(t, answer.Header.Get("Set-Cookie"), "", "the next page says it again")
	p.WantStored("SELECT digest || hide_illness FROM kept_sheets", digestOn(page)+"1")
	p.Get(apptest.SheetOctober).WantWords(t, "Garder cette empreinte Empreinte gardée le 20 novembre ("+digestOn(page)[:4]+"…).")
}

func TestAKeptDigestIsComparedInItsOwnFormatAndListed(t *testing.T) {
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
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), p.Config.Database, backup)))
	modelstest.Must(t, modelstest.Only(models.Format.Restore(t.Context(), backup, restored, nil)))
	p.Config.Database = restored
	modelstest.Want(t, keptSheets(p), want, "restored:")
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
