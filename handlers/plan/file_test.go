package plan_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/exchange"
)

const rosterFile = "date,start,end,type\n2026-11-23,19:45,07:15,N2\n2026-11-25,,,CA\n2026-11-25,,,Réunion\n2026-11-23,20:00,21:00,x\n"

func sendFile(p *apptest.Program, content, columns string) apptest.Answer {
	p.T.Helper()
	return p.SendParts("/plan", &content, url.Values{"columns": {columns}})
}

func TestAFileIsShownThenPlannedAndTakenBack(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) {
		*c = apptest.LoadConfig(t, app.DemoConfig+"\n[plan.words]\nN2 = \"GARDE\"\n")
	})
	shown := sendFile(p, rosterFile, "")
	shown.WantWords(t, "À reprendre, du 23 novembre 2026 au 25 novembre 2026 : 1 poste", "mercredi 25 novembre 2026 : CA",
		"Ligne 4 « Réunion » : il dure toute la journée", "Ligne 5 « x » : il en chevauche un autre.", "Reprendre ce planning")
	shown.Want(t, 200, `href="/entries/new?date=2026-11-25"`)
	p.WantStored("SELECT date FROM plan_dates")

	fields := shown.Fields()
	done := p.SendParts("/plan", nil, fields).Want(t, 303)
	p.SendParts("/plan", nil, fields).WantLocation(t, "/plan?month=2026-11") // a press twice
	page := p.After(done)
	page.WantWords(t, "Planning enregistré.", "Garde 19:45", "Repos")
	p.WantStored("SELECT date || (shifts = '[]') FROM plan_dates", "2026-11-230", "2026-11-241", "2026-11-251")
	p.After(p.PressUndo(page, "Annuler")).Want(t, 200, "Annulé.")
	p.WantStored("SELECT date FROM plan_dates")
	p.SendParts("/plan", nil, fields).Want(t, 409) // which was taken back
	p.WantStored("SELECT date FROM plan_dates")
	p.WantSound()
}

func TestOnlyWhatWasShownOfAFileIsPlanned(t *testing.T) {
	p := apptest.Start(t)
	fields := sendFile(p, rosterFile, "").Fields()
	fields.Set("columns", "date=date")
	p.SendParts("/plan", nil, fields).Want(t, 409, "ce n’est plus ce que vous aviez vu")
	p.WantStored("SELECT date FROM plan_dates")
}

func TestAWrongFileIsRefusedWithItsReasons(t *testing.T) {
	p := apptest.Start(t)
	for content, want := range map[string]string{
		"":                                 "Ce fichier est vide.",
		"Jour\n":                           "Ce tableau n’a pas toutes les colonnes",
		"date,start\nx,\n2026-11-23,7h\n":  "Ligne 2 « x », date : Ce n’est pas une date. Ligne 3 Il manque le début ou la fin.",
		"date\n2046-11-23\n":               "Ligne 2 Un planning va de dix ans",
		"BEGIN:VCALENDAR\nEND:VCALENDAR\n": "aucun poste",
		"date,type\n2026-11-23,Réunion\n":  "aucun poste, repos ni congé à reprendre. Ligne 2 « Réunion » : il dure toute la journée",
		"PK\x03\x04":                       "pas du texte",
		"date\n" + strings.Repeat("\n", exchange.MaxPlanSize): "dépasse 5 Mio",
	} {
		sendFile(p, content, "").Want(t, 422, "Rien n’est enregistré").WantWords(t, want)
	}
	sendFile(p, rosterFile, "day=Jour").Want(t, 422, "Nommez les colonnes ainsi")
	sendFile(p, strings.Repeat("x", exchange.MaxPlanSize*3/2), "").Want(t, 413)
	for _, content := range []string{"x", "H4sIAAAAAAAA"} {
		p.SendParts("/plan", nil, url.Values{"content": {content}}).Want(t, 400)
	}
	p.WantStored("SELECT date FROM plan_dates")
}
