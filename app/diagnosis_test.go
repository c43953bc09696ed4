package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// diagnosis is the part of the help that says what has come to each door, by its heading.
func (p *program) diagnosis() map[string]string {
	p.t.Helper()
	page := p.get("/help")
	page.want(p.t, 200)
	_, section, found := strings.Cut(page.body, `<section id="diagnostic">`)
	if !found {
		p.t.Fatal("no diagnosis")
	}
	section, _, _ = strings.Cut(section, "</section>")
	doors := map[string]string{}
	for _, door := range strings.Split(section, "<h3>")[1:] {
		name, says, _ := strings.Cut(door, "</h3>")
		doors[name] = strings.TrimSpace(answer{body: says}.words())
	}
	return doors
}

func (p *program) wantDiagnosis(door string, texts ...string) {
	p.t.Helper()
	said := p.diagnosis()[door]
	for _, text := range texts {
		if !strings.Contains(said, text) {
			p.t.Errorf("%s: got %s\nwant %s in it", door, said, text)
		}
	}
}

// The headings of the doors.
const (
	doorAPI       = "Envois des automatisations"
	doorOwnTracks = "OwnTracks"
	doorFeeds     = "Flux"
)

func as(userAgent string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("User-Agent", userAgent) }
}

// inRegion is a crossing of another region.
func inRegion(name string) string {
	quoted, _ := json.Marshal(name)
	return strings.Replace(crossing("enter", "2026-11-20T08:00:00+01:00"), `"Bureau"`, string(quoted), 1)
}

func TestWhatOwnTracksSendsInVainIsSaidWithoutItsPosition(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks)
	p.wake() // after the writes of the start
	position := `{"_type":"location","lat":` + latitude + `,"lon":` + longitude + `,"tst":1795158197}`
	for range 2 {
		p.ownTracks(inRegion("Travail")).wantNoCommands(t)
		p.ownTracks(position).wantNoCommands(t)
	}
	p.clock.advance(52 * time.Minute)
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.ownTracks(`{"_type":"encrypted","data":"c2VjcmV0IA=="}`).wantNoCommands(t)
	p.ownTracks(inRegion("bureau ")).wantNoCommands(t)
	p.ownTracks(inRegion("<b>\u202ex\x1b")).wantNoCommands(t)
	p.ownTracks(`{"_type":"waypoint"}`).wantNoCommands(t)
	p.ownTracks("{").wantNoCommands(t)
	said := []string{
		"3 passages d’une région inconnue : « Travail », dernier à 08:52.", "1 message chiffré, à 08:52.", "1 passage d’une région inconnue : « bureau  », à 08:52.",
		"1 passage d’une région inconnue : « <b>x », à 08:52.", "2 positions, qui ne sont pas gardées, dernière à 08:00.", "1 message d’un autre genre : « waypoint », à 08:52.",
		"1 message illisible, à 08:52.",
	}
	for i, say := range said { // as words() writes it
		said[i] = strings.ReplaceAll(say, "  ", " ")
	}
	remedies := []string{
		"Si c’est votre lieu de travail, nommez-le « Bureau » dans l’application, ou ajoutez ce nom à « region »", "dans l’application, videz la clé de chiffrement",
		"Ce nom n’est pas tout à fait « Bureau »", "Mettez l’application à jour", "Dernier message à 08:52.",
	}
	check := func() {
		t.Helper()
		p.get("/journal").wantWords(t, append(said, "ces 7 derniers jours")...)
		p.get("/journal?day=2026-11-20").wantWords(t, append(said, "ce jour-là")...)
		if strings.Contains(p.get("/journal?day=2026-11-19").body, "passage") {
			t.Error("they are said of another day")
		}
		p.wantDiagnosis(doorOwnTracks, append(said, remedies...)...)
	}
	check() // of what is in memory
	p.wantStored("SELECT * FROM contacts")
	p.restart()
	check()
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.get("/journal").wantWords(t, "4 passages d’une région inconnue") // of both
	for _, kept := range append(p.files(), p.log.String(), p.get("/journal").body, p.get("/help").body) {
		if strings.Contains(kept, latitude) || strings.Contains(kept, longitude) {
			t.Error("a position is kept")
		}
	}
	p.clock.advance(24 * time.Hour)
	p.get("/journal").wantWords(t, "dernier hier à 08:52")
	p.clock.advance(7 * 24 * time.Hour)
	if strings.Contains(p.get("/journal").body, "passage") || strings.Contains(p.diagnosis()[doorOwnTracks], "passage") {
		t.Error("they are said after a week")
	}
	p.get("/journal?day=2026-11-20").wantWords(t, "4 passages d’une région inconnue")
	p.wantDiagnosis(doorOwnTracks, "Dernier message le vendredi 20 novembre 2026 à 08:52.")
}

func TestTheDiagnosisSaysOfEachDoorWhatCameLastAndWhatToDo(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks)
	t.Run("nothing has come", func(t *testing.T) {
		p.wantDiagnosis(doorAPI, "Rien n’a encore été reçu.")
		p.wantDiagnosis(doorOwnTracks, "Rien n’a encore été reçu. Dans l’application, vérifiez le mode HTTP")
		p.wantDiagnosis(doorFeeds, "Les flux n’ont pas d’adresse")
	})
	send := func(userAgent, body string) answer {
		request := p.request(body)
		as(userAgent)(request)
		return p.send(request)
	}
	t.Run("the endpoint, by its programs", func(t *testing.T) {
		send("HomeAssistant/2026.11", event("arrival", "2026-11-19T08:00:00+01:00", "a")).want(t, 201)
		p.clock.advance(time.Hour)
		send("curl/8 <script>\t", event("arrival", "2026-11-20T09:00:00", "b")).want(t, 422)
		send("HomeAssistant/2026.11", event("arrival", "2026-11-20T09:00:00+01:00", "c")).want(t, 409)
		p.wantDiagnosis(doorAPI,
			"HomeAssistant/2026.11 Dernier envoi à 09:00, refusé. Dernière erreur à 09:00. Une arrivée du jeudi 19 novembre 2026 à 08:00 est encore ouverte. Donnez l’heure du départ qui manque, ou ignorez cette arrivée. Ce qui a été refusé attend ensuite dans « À vérifier ». La clore",
			"curl/8 <script> Dernier envoi à 09:00, refusé. Dernière erreur à 09:00. Il manque le décalage horaire", "Corrigez ce que ce programme envoie")
		if strings.Contains(p.get("/help").body, "curl/8 <script>") {
			t.Error("a user agent is not escaped")
		}
		p.clock.advance(time.Hour)
		send("HomeAssistant/2026.11", event("departure", "2026-11-20T10:00:00+01:00", "d")).want(t, 200)
		p.wantDiagnosis(doorAPI, "Dernier envoi à 10:00, enregistré. Dernière erreur à 09:00. Une arrivée du jeudi 19 novembre 2026 à 08:00 était encore ouverte ; elle est close depuis. Un envoi a réussi depuis. À vérifier")
		p.unauthenticated().want(t, 401)
		p.wantDiagnosis(doorAPI, "Sans le bon jeton 1 requête, à 10:00 : rien n’a été pris. Si c’est un de vos programmes, donnez-lui de nouveau le jeton")
	})
	t.Run("OwnTracks", func(t *testing.T) {
		p.ownTracks(crossing("leave", "2026-11-20T09:59:00+01:00"), as("OwnTracks/26")).wantNoCommands(t)
		p.wantDiagnosis(doorOwnTracks, "Dernier message à 10:00. OwnTracks/26 Dernier envoi à 10:00, refusé. Dernière erreur à 10:00. Aucune arrivée n’est ouverte")
		p.ownTracks("", func(r *http.Request) { r.SetBasicAuth("camille", "wrong") }).want(t, 401)
		p.wantDiagnosis(doorOwnTracks, "Sans le bon jeton 1 requête, à 10:00", "le mot de passe à donner dans l’application est le jeton du serveur")
		if strings.Contains(p.diagnosis()[doorAPI], "2 requêtes") {
			t.Error("it is counted at the other door, too")
		}
	})
	t.Run("the feeds", func(t *testing.T) {
		secret := p.renewFeeds()
		p.wantDiagnosis(doorFeeds, "Personne ne les a encore lus.")
		for _, name := range []string{"presence.json", "calendar.ics"} {
			request := p.formRequest("/feeds/"+secret+"/"+name, nil)
			request.Method, request.Body, request.ContentLength = "GET", nil, 0
			as("Agenda/3")(request)
			p.send(request).want(t, 200)
		}
		p.get("/feeds/"+strings.Repeat("0", 64)+"/calendar.ics").want(t, 404)
		p.wantDiagnosis(doorFeeds, "Agenda/3 presence.json lu à 10:00.", "Agenda/3 calendar.ics lu à 10:00.",
			"Adresse inconnue 1 demande, à 10:00. Un de vos programmes lit peut-être une ancienne adresse")
	})
	t.Run("after a restart", func(t *testing.T) {
		before := p.diagnosis()
		p.restart()
		for door, says := range p.diagnosis() {
			if len(says) != len(before[door]) {
				t.Errorf("%s: got %s\nwant %s", door, says, before[door])
			}
		}
	})
}

func TestOfManyOtherRegionsTheLatestAreNamedAndTheOthersCounted(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks, noLimit)
	p.wake() // after the writes of the start
	says := func() []string { return []string{p.diagnosis()[doorOwnTracks], p.get("/journal").words()} }
	wantOnce := func(texts ...string) {
		t.Helper()
		for _, said := range says() {
			for _, text := range texts {
				if got := strings.Count(said, text); got != 1 {
					t.Errorf("got %d times %s in %s", got, text, said)
				}
			}
		}
	}
	p.ownTracks(inRegion("bureau")).wantNoCommands(t)
	p.ownTracks(strings.Replace(inRegion("x"), `"desc":"x",`, "", 1)).wantNoCommands(t)
	wantOnce("1 passage d’une autre région, à 08:00.", "1 passage d’une région inconnue : « bureau », à 08:00.")
	for day := range 3 {
		for i := range 19 {
			p.clock.advance(time.Minute)
			p.ownTracks(inRegion(fmt.Sprintf("Lieu %d", 20*day+i))).wantNoCommands(t)
		}
		if day < 2 {
			p.clock.advance(24 * time.Hour)
		}
	}
	wantOnce("« bureau »", "« Lieu 58 »", "« Lieu 54 »", "53 passages d’autres régions (52 noms), dernier à 08:52.")
	for _, said := range says() {
		if got := strings.Count(said, "passage"); got != 7 {
			t.Errorf("got %d lines in %s", got, said)
		}
	}
	for range 3 { // which is passed more often than the others
		p.ownTracks(inRegion("Lieu 7")).wantNoCommands(t)
	}
	for range 20 {
		p.clock.advance(time.Minute)
		p.ownTracks(inRegion("ailleurs")).wantNoCommands(t)
	}
	wantOnce("« Lieu 7 »", "« ailleurs »")
	p.wantDiagnosis(doorOwnTracks, "Si votre lieu de travail en est une, nommez-la « Bureau » dans l’application.")
	if got := strings.Count(p.diagnosis()[doorOwnTracks], "Si c’est votre lieu de travail"); got != 1 {
		t.Errorf("the remedy is said %d times", got)
	}
	for i := range 30 {
		p.ownTracks(inRegion(fmt.Sprint("Autre ", i))).wantNoCommands(t)
	}
	p.restart() // 20 names are kept of a day
	if said := p.get("/journal").words(); strings.Contains(said, "sans nom") || !strings.Contains(said, " passages d’autres régions (") {
		t.Errorf("got %s", said)
	}
}

func TestAnErrorOfAFeedIsPastOnceItsProgramHasReadOne(t *testing.T) {
	t.Parallel()
	p := start(t)
	secret := p.renewFeeds()
	read := func(userAgent string, status int) {
		t.Helper()
		p.ask("/feeds/"+secret+"/presence.json", as(userAgent)).want(t, status)
		p.clock.advance(time.Minute)
	}
	rename := func(from, to string) {
		t.Helper()
		if _, err := p.db.Exec("ALTER TABLE " + from + " RENAME TO " + to); err != nil {
			t.Fatal(err)
		}
	}
	p.get("/feeds/"+strings.Repeat("0", 64)+"/presence.json").want(t, 404)
	rename("work_entries", "elsewhere")
	read("Agenda/3", 500)
	rename("elsewhere", "work_entries")
	wrong := func() int { return strings.Count(p.get("/help").body, `class="wrong"`) }
	p.wantDiagnosis(doorFeeds, "Agenda/3 Dernière erreur à 08:00. Le serveur n’a pas pu répondre. Il n’y a rien à changer")
	if got := wrong(); got != 2 {
		t.Errorf("got %d errors marked, want that and the address", got)
	}
	read("curl/8", 200)
	p.wantDiagnosis(doorFeeds, "Agenda/3 Dernière erreur à 08:00. Le serveur n’a pas pu répondre. Il n’y a rien à changer")
	if got := wrong(); got != 1 {
		t.Errorf("got %d errors marked once another program has read, want 1", got)
	}
	p.clock.advance(24 * time.Hour)
	read("Agenda/3", 200)
	p.wantDiagnosis(doorFeeds, "Agenda/3 presence.json lu à 08:02.", "Agenda/3 Dernière erreur hier à 08:00. Le serveur n’avait pas pu répondre. Une lecture a réussi depuis.")
	if got := wrong(); got != 0 {
		t.Errorf("got %d errors marked, want none", got)
	}
}

func TestTheDiagnosisSaysWhenADoorIsClosed(t *testing.T) {
	t.Parallel()
	p := start(t, noToken)
	p.wantDiagnosis(doorAPI, "Le serveur n’a pas de jeton")
	p.wantDiagnosis(doorOwnTracks, "OwnTracks n’est pas configuré.")
}

func TestContactsAreWrittenOnceInAWhileAndAtTheEnd(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks)
	p.wake() // after the writes of the start
	const stored = "SELECT kind, name, requests FROM contacts ORDER BY kind, name"
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.wantStored(stored)
	p.clock.advance(15 * time.Minute)
	p.wake()
	p.wantStored(stored, "other_region | Travail | 1")
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.clock.advance(14 * time.Minute)
	p.wake()
	p.wantStored(stored, "other_region | Travail | 1")
	p.clock.advance(time.Minute)
	p.wake()
	p.wantStored(stored, "other_region | Travail | 2")
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.stop()
	p.wantStored(stored, "other_region | Travail | 3")
}

func TestContactsAreBounded(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 1 })
	counts := func() string {
		return p.stored("SELECT count(*) || ' ' || sum(requests) || ' ' || max(octet_length(name)) FROM contacts")[0]
	}
	for i := range 150 {
		p.ownTracks(inRegion(fmt.Sprintf("%03d", i) + strings.Repeat("é", 1500))).wantNoCommands(t)
	}
	p.restart()
	if got := counts(); got != "21 150 1026" { // 20 names, cut to 1,024 bytes and an ellipsis, and all others
		t.Errorf("got %s", got)
	}
	for range 70 { // of 21 rows a day
		p.clock.advance(24 * time.Hour)
		for i := range 30 {
			p.ownTracks(inRegion(fmt.Sprint(i))).wantNoCommands(t)
		}
		p.wake()
	}
	if got := p.stored("SELECT count(*) FROM contacts")[0]; got != "1000" {
		t.Errorf("got %s rows", got)
	}
	p.clock.advance(91 * 24 * time.Hour)
	p.ownTracks(inRegion("Travail")).wantNoCommands(t)
	p.wake()
	p.wantStored("SELECT name FROM contacts", "Travail")
	p.clock.advance(-24 * time.Hour) // it was ahead
	p.ownTracks(inRegion("Maison")).wantNoCommands(t)
	p.wake()
	p.wantStored("SELECT name FROM contacts", "Maison")
}
