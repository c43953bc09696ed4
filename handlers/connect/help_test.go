package connect_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/deploy"
	"worklog/models"
	"worklog/models/modelstest"
)

func TestTheHelpIsAboutTheDayAndLeadsToWhereItIsDone(t *testing.T) {
	p := apptest.Start(t, apptest.WithHours(t))
	page := p.Get("/help")
	for _, task := range []string{"Corriger une journée", "Une nuit", "Annuler", "Des congés", "Imprimer"} {
		page.WantHTML(t, 200, `">`+task+"</a></h2>")
	}
	_, cards, _ := strings.Cut(page.Body, `<div class="cards">`)
	cards, _, _ = strings.Cut(cards, "<h2>Les signes</h2>")
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(cards, -1)
	modelstest.Want(t, len(links) >= 5, true, len(links))
	for _, link := range links {
		p.Get(html.UnescapeString(link[1])).Want(t, 200)
	}
	for _, dayType := range models.DayTypes {
		page.Want(t, 200, `data-type="`+string(dayType)+`"`)
	}
	page.Want(t, 200, "Pendant 1\u202f900", "<kbd>Entrée</kbd>")
}

func TestTheHelpLeadsToItsFilesWithTheAddressOfTheServerAndToItsGuides(t *testing.T) {
	p := apptest.Start(t)
	for _, name := range deploy.Names {
		got := p.Get("/help/files/"+name).Want(t, 200)
		modelstest.WantIn(t, got.Header.Get("Content-Disposition"), `attachment; filename="`)
		got.WantNone(t, deploy.Placeholder)
	}
	p.Get("/help/files/node-red/flow.json").Want(t, 200, p.URL+apptest.Endpoint)
	p.Get("/help/connect").Want(t, 200, "https://my.home-assistant.io/redirect/blueprint_import/?blueprint_url="+url.QueryEscape(p.URL+"/help/files/home-assistant/blueprints/automation/worklog/zone.yaml"))
	for _, name := range []string{"", "nothing", "deploy.go", "../config.toml", "home-assistant"} {
		p.Get("/help/files/"+name).Want(t, 404)
	}

	links := regexp.MustCompile(`href="(/help/guides/[^"]*)"`).FindAllStringSubmatch(p.Get("/help/connect").Body, -1)
	guides := map[string]bool{}
	for _, link := range links {
		guides[link[1]] = true
		p.Get(link[1]).Want(t, 200, "# ").WantHeader(t, "Content-Type", "text/plain; charset=UTF-8")
	}
	modelstest.Want(t, len(guides), 4, guides)
	for _, name := range []string{"", "nothing", "docs.go", "architecture.md", "..%2fREADME.md"} {
		p.Get("/help/guides/"+name).Want(t, 404)
	}

	automations, help := p.Get("/help/connect"), p.Get("/help")
	parts := regexp.MustCompile(`<(?:h2|section) id="([^"]*)"`).FindAllStringSubmatch(automations.Body, -1)
	modelstest.Want(t, len(parts), 9, parts)
	for _, part := range parts {
		help.Want(t, 200, `id="`+part[1]+`" href="/help/connect#`+part[1]+`"`)
	}
}

// code is what the help offers to copy.
var code = regexp.MustCompile(`(?s)<pre><code>(.*?)</code></pre>`)

// toCopy returns what a page offers to copy.
func toCopy(page string) []string {
	var texts []string
	for _, found := range code.FindAllStringSubmatch(page, -1) {
		texts = append(texts, html.UnescapeString(found[1]))
	}
	return texts
}

func TestTheHelpShowsHowToSendToThisVeryAddress(t *testing.T) {
	p := apptest.Start(t)
	public := apptest.Start(t, apptest.At("https://home.example.org/worklog"))
	for address, page := range map[string]apptest.Answer{p.URL: p.Get("/help/connect"), "https://home.example.org/worklog": public.Get("/help/connect")} {
		page.Want(t, 200, "Ce serveur prend les arrivées et les départs")
		all := strings.Join(toCopy(page.Body), "\n")
		modelstest.WantIn(t, all,
			"curl "+address+apptest.Endpoint, `WORKLOG_URL="`+address+`"`, `url: "`+address+apptest.Endpoint+`"`,
			`msg.url = "`+address+apptest.Endpoint+`"`, address+apptest.Hook, "yyyy-MM-dd'T'HH:mm:ssxxx", "yyyy-MM-dd'T'HH:mm:ssXXX")
		page.WantNone(t, apptest.Token) // for which this stands
		modelstest.WantIn(t, all, "$WORKLOG_API_TOKEN")
	}
}

func TestTheCommandOfTheHelpRecordsAnArrival(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	p := apptest.Start(t)
	command := exec.CommandContext(t.Context(), "sh", "-c", toCopy(p.Get("/help/connect").Body)[0])
	command.Env = append(command.Environ(), "WORKLOG_API_TOKEN="+apptest.Token, "TZ=Europe/Paris")
	output, err := command.Output()
	modelstest.Want(t, err == nil && strings.Contains(string(output), `"status":"created"`), true, output, err)
}

func TestTheHelpSaysWhatIsMissing(t *testing.T) {
	for name, test := range map[string]struct {
		change     func(*app.Config)
		want, door string
	}{
		"the section": {apptest.NoSection, "la section [presence_integration] manque", ""},
		"the token":   {apptest.NoToken, "Le serveur n’a pas de jeton", "Le serveur n’a pas de jeton"},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, test.change)
			p.Get("/help/connect").Want(t, 200, test.want).WantNone(t, "/help/trial")
			wantDiagnosis(p, doorAPI, test.door)
			p.Submit("/help/trial", url.Values{"event": {"arrival"}}).Want(t, 422, test.want)
		})
	}
	p := apptest.Start(t)
	p.Get("/help/connect").Want(t, 200, "OwnTracks n’est pas configuré. Nommez la région", "[presence_integration.owntracks]")
	wantDiagnosis(p, doorOwnTracks, "OwnTracks n’est pas configuré.")
	apptest.Start(t, apptest.WithOwnTracks).Get("/help/connect").Want(t, 200, `Région attendue, à la lettre près`, "Bureau")
}

func TestATrialSaysWhatWouldBeAnsweredAndRecordsNothing(t *testing.T) {
	open := func(p *apptest.Program) { p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201) }
	future := func(p *apptest.Program) { p.Arrive("2026-11-20T07:59:30+01:00", "in").Want(t, 201) }
	for _, test := range []struct {
		name   string
		before func(*apptest.Program)
		event  string
		at     string // it is 08:00
		status int
		want   string
	}{
		{"an arrival", nil, "arrival", "", 200, "Réponse : 201.</strong> Cette arrivée serait enregistrée"},
		{"an arrival at a time", nil, "arrival", "7h45", 200, "Réponse : 201.</strong> Cette arrivée serait enregistrée"},
		{"an arrival while one is open", open, "arrival", "", 200, "Réponse : 409 Conflit métier.</strong> Cette arrivée serait refusée"},
		{"a departure", open, "departure", "", 200, "Réponse : 200.</strong> Ce départ serait enregistré"},
		{"a departure at a time", future, "departure", "08:00", 200, "Réponse : 200.</strong> Ce départ serait enregistré"},
		{"a departure without an arrival", nil, "departure", "", 200, "Réponse : 409 Conflit métier.</strong> Ce départ serait refusé"},
		{"a departure before the arrival", open, "departure", "07:30", 200, "Réponse : 422 Événement invalide.</strong> Ce départ serait refusé"},
		{"a time that is none", nil, "arrival", "25h", 422, "Une heure s’écrit 08:03."},
		{"a time that the clock skips", func(p *apptest.Program) {
			p.Clock.Advance(time.Date(2027, 3, 28, 6, 0, 0, 0, time.UTC).Sub(p.Clock.Now()))
		}, "arrival", "02:30", 422, "l’horloge la saute"},
		{"an event that is none", nil, "lunch", "", 422, "Essayer sans rien enregistrer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := apptest.Start(t)
			if test.before != nil {
				test.before(p)
			}
			noted := func() string { // beside the days
				return fmt.Sprint(p.Stored("SELECT * FROM journal_lines"), p.Stored("SELECT * FROM refused_events"), p.Stored("SELECT * FROM sqlite_sequence"))
			}
			before := noted()
			p.SubmitInVain("/help/trial", url.Values{"event": {test.event}, "at": {test.at}}).WantHTML(t, test.status, test.want)
			modelstest.Want(t, noted(), before)
		})
	}
}

func TestATrialIsAPagesOwnForm(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	p.Submit("/help/trial", url.Values{"event": {"arrival"}}).WantHeader(t, "Location", "/login?unsaved=1")
	p.Ask("/help", func(*http.Request) {}).WantHeader(t, "Location", "/login?next=%2Fhelp")
	open := apptest.Start(t)
	open.Ask("/help/trial", func(*http.Request) {}).WantHeader(t, "Location", "/help/connect")
	open.Ask("/help/trial", apptest.Method(http.MethodPost, apptest.AsAutomation)).Want(t, 422) // no form, and nothing recorded
	open.WantStored("SELECT 1 FROM journal_lines")
}
