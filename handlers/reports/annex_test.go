package reports_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// sevenHours are due on weekdays.
const sevenHours = "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\ntuesday = \"7h\"\nwednesday = \"7h\"\nthursday = \"7h\"\nfriday = \"7h\"\n"

// edited is the day of a date, whose form is changed.
func edited(p *apptest.Program, date string, change func(url.Values)) {
	p.T.Helper()
	day := p.Get("/entries/new?date=" + date).Header.Get("Location")
	values := p.Form(day)
	change(values)
	p.Submit(day, values).Want(p.T, 303)
}

// monthOfCorrections has what an annex shows.
func monthOfCorrections(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithConfig(t, sevenHours))
	p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T12:00:00+01:00", "mon")
	edited(p, "2026-11-16", func(v url.Values) { v.Set("note", "à supprimer") })
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.ByHand("2026-11-17", "WORK", "08:00-12:00", "13:00-17:00")
	edited(p, "2026-11-17", func(v url.Values) { v["slot_start"][1], v["slot_end"][1] = "", "" })
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-18T17:00:00+01:00", "wed")
	edited(p, "2026-11-18", func(v url.Values) {
		v["slot_end"][0] = "18:00"
		v.Set("note", "Réunion\nde service")
		v.Set("requested_by", "Mme Roux")
		v.Set("reason", "relève en retard")
	})
	p.Arrive("2026-11-19T08:00:00+01:00", "thu").Want(t, 201)
	p.Submit("/presence/discard", p.Form("/presence/close")).Want(t, 303)
	p.Leave("2026-11-19T17:00:00+01:00", "late").Want(t, 409)
	p.Leave("2026-11-19T17:00:00+01:00", "late").Want(t, 409)
	p.Day("2026-11-20T07:50:00+01:00", "2026-11-20T08:00:00+01:00", "fri")
	p.ByHand("2026-11-12", "MALADE")
	edited(p, "2026-11-12", func(v url.Values) { v.Set("note", "grippe") })
	return p
}

func TestTheAnnexHasEveryEventAndCorrectionOfTheMonth(t *testing.T) {
	t.Parallel()
	p := monthOfCorrections(t)
	plain := p.Get("/months/2026-11/sheet")
	plain.Want(t, 200, `href="/months/2026-11/sheet?annex=1">Avec l’annexe`)
	page := p.Get("/months/2026-11/sheet?annex=1")
	page.Want(t, 200, `href="/months/2026-11/sheet">Sans l’annexe`, `href="/months/2026-10/sheet?annex=1"`)
	const now = " ven. 20 novembre 08:00:00 "
	document(page).WantWords(t,
		"Jeudi 12 novembre 2026 Absence"+now+"Saisie à la main ce qui touche à une absence masquée n’est pas repris"+now+"Modifiée à la main ce qui touche à une absence masquée n’est pas repris Lundi",
		"Lundi 16 novembre 2026"+now+"Modifiée à la main Note : aucune → « à supprimer »"+now+"Arrivée 2026-11-16T08:00:00+01:00 supprimé depuis, avec sa journée"+
			now+"Départ 2026-11-16T12:00:00+01:00 supprimé depuis, avec sa journée"+now+"Supprimée Travail, 08:00–12:00, 4 h 00 → rien Mardi",
		"Mardi 17 novembre 2026 Travail 4 h 00"+now+"Saisie à la main rien → Travail, 08:00–12:00, 13:00–17:00, 8 h 00"+now+"Modifiée à la main Créneaux : 08:00–12:00, 13:00–17:00 → 08:00–12:00 Mercredi",
		"Mercredi 18 novembre 2026 Travail 10 h 00 Demandé par : Mme Roux · Motif : relève en retard Note : Réunion de service"+
			now+"Arrivée 2026-11-18T08:00:00+01:00 créneau 08:00–18:00"+now+"Départ 2026-11-18T17:00:00+01:00 sans créneau"+
			now+"Modifiée à la main Créneaux : 08:00–17:00 → 08:00–18:00 Note : aucune → « Réunion » Demandé par : personne → « Mme Roux » Motif : aucun → « relève en retard » Jeudi",
		"Jeudi 19 novembre 2026 Arrivée ignorée"+now+"Arrivée 2026-11-19T08:00:00+01:00 ignorée à la main, vendredi 20 novembre 2026 à 08:00"+now+"Arrivée ignorée"+
			now+"Départ 2026-11-19T17:00:00+01:00 Départ de la veille à 17:00 refusé : aucune arrivée n’était ouverte Reçu 2 fois. Vendredi",
		"Vendredi 20 novembre 2026 Travail 10 min"+now+"Arrivée 2026-11-20T07:50:00+01:00 créneau 07:50–08:00"+now+"Départ 2026-11-20T08:00:00+01:00 créneau 07:50–08:00 «")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM journal_lines"))) // as when a thousand others have come
	document(p.Get("/months/2026-11/sheet?annex=1")).WantWords(t, "Départ de la veille à 17:00 refusé : aucune arrivée n’était ouverte Vendredi")
	if _, rest, _ := strings.Cut(p.Get("/months/2026-10/sheet?annex=1").Body, "<h2 id=\"annex\">"); !strings.Contains(rest, "</table>") || strings.Contains(rest, "<time") {
		t.Errorf("another month: got %.500s", rest)
	}
	digest := regexp.MustCompile(`[0-9a-f]{64}`)
	if got, want := digest.FindString(document(page).Body), digest.FindString(document(plain).Body); got == "" || got != want {
		t.Errorf("got digest %q with the annex, %q without", got, want)
	}
	document(page).WantNone(t, "grippe", "Maladie", "MALADE")
}

func TestAYearListsTheDaysBeyondWhatWasDue(t *testing.T) {
	t.Parallel()
	p := monthOfCorrections(t)
	p.ByHand("2026-11-14", "GARDE", "20:00-08:00")
	page := p.Get("/years/2026/planned")
	page.WantWords(t, "Au-delà du prévu 15 h 00 Sans demande notée 12 h 00 Demande notée 3 h 00",
		"sam. 14 nov. Garde 12 h 00 12 h 00 0 h 00", "mer. 18 nov. Travail 3 h 00 10 h 00 7 h 00 Mme Roux relève en retard")
	page.WantNoWords(t, "supplémentaire")
	p.Get("/years/2026/planned.csv").Want(t, 200, "date;planned;worked_minutes;beyond_minutes;requested_by;reason\r\n", "2026-11-14;;720;720;;\r\n", "2026-11-18;;600;180;Mme Roux;relève en retard\r\n", "2026-11-20;;10;0;;")
	p.Get("/years/2025/planned").WantWords(t, "Aucune heure n’est prévue en 2025", "Régler « Ma semaine »")
	p.Get("/years/2027/planned").WantWords(t, "Aucune journée de 2027 ne dépasse ce qui était prévu.")
	p.Get("/years/26/planned").Want(t, 404)

	edited(p, "2026-11-14", func(v url.Values) { v.Set("requested_by", "=1+1") })
	p.Get("/years/2026/planned").WantWords(t, "Au-delà du prévu 15 h 00 Demande notée")
	p.Get("/years/2026/planned.csv").Want(t, 200, "2026-11-14;;720;720;'=1+1;\r\n")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET requested_by = '', reason = ''")))
	p.Get("/years/2026/planned").WantWords(t, "Au-delà du prévu 15 h 00 Sans demande notée")
}
