package reports_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTheSheetIsSentToTheEmployerWithItsTotalAndItsDigest(t *testing.T) {
	p := apptest.RecordedDay(t)
	page := p.Get("/months/2026-11/sheet").Body
	digest := regexp.MustCompile(`<code>([0-9a-f]{64})</code>`).FindStringSubmatch(page)[1]
	address := html.UnescapeString(regexp.MustCompile(`<a href="(mailto:[^"]+)" data-keeps>Envoyer à mon employeur<`).FindStringSubmatch(page)[1])
	if strings.ContainsAny(address, "+ \u00a0") {
		t.Errorf("got %s, which programs for mail show as it is", address)
	}
	mail, err := url.Parse(address)
	modelstest.Must(t, err)
	plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ")
	modelstest.Want(t, mail.Opaque, "") // nobody
	modelstest.Want(t, plain.Replace(mail.Query().Get("subject")), "Relevé d’heures, novembre 2026")
	modelstest.Want(t, plain.Replace(mail.Query().Get("body")), "Relevé d’heures, novembre 2026, du 1er au 30 (non terminé)\r\nTotal : 8 h 28\r\nSHA-256 des lignes : "+digest+"\r\n")
}
