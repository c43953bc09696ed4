package connect_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models"
)

func TestTheHelpIsAboutTheDayAndLeadsToWhereItIsDone(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithHours(t))
	page := p.Get("/help")
	for _, task := range []string{"Corriger une journée", "Une nuit", "Annuler", "Des congés", "Imprimer"} {
		page.WantHTML(t, 200, `">`+task+"</a></h2>")
	}
	_, cards, _ := strings.Cut(page.Body, `<div class="cards">`)
	cards, _, _ = strings.Cut(cards, "<h2>Les signes</h2>")
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(cards, -1)
	if len(links) < 5 {
		t.Errorf("got %d links", len(links))
	}
	for _, link := range links {
		p.Get(html.UnescapeString(link[1])).Want(t, 200)
	}
	for _, dayType := range models.DayTypes {
		page.Want(t, 200, `data-type="`+string(dayType)+`"`)
	}
	page.Want(t, 200, "Pendant 1\u202f900", "<kbd>Entrée</kbd>")
}

func TestAnOldAddressOfTheHelpLeadsToThePartThatItNames(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	automations, help := p.Get("/help/connect"), p.Get("/help")
	parts := regexp.MustCompile(`<(?:h2|section) id="([^"]*)"`).FindAllStringSubmatch(automations.Body, -1)
	if len(parts) != 9 {
		t.Errorf("got %q, want 9 parts", parts)
	}
	for _, part := range parts {
		help.Want(t, 200, `id="`+part[1]+`" href="/help/connect#`+part[1]+`"`)
	}
}
