package connect_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// diagnosis is the part of the help that says what has come to each door, by its heading.
func diagnosis(p *apptest.Program) map[string]string {
	p.T.Helper()
	page := p.Get("/help/connect").Want(p.T, 200)
	_, section, found := strings.Cut(page.Body, `<section id="diagnostic">`)
	if !found {
		p.T.Fatal("no diagnosis")
	}
	section, _, _ = strings.Cut(section, "</section>")
	doors := map[string]string{}
	for _, door := range strings.Split(section, "<h3>")[1:] {
		name, says, _ := strings.Cut(door, "</h3>")
		doors[name] = strings.TrimSpace(apptest.Answer{Body: says}.Words())
	}
	return doors
}

func wantDiagnosis(p *apptest.Program, door string, texts ...string) {
	p.T.Helper()
	modelstest.WantIn(p.T, diagnosis(p)[door], texts...)
}

// The headings of the doors.
const (
	doorAPI       = "Envois des automatisations"
	doorOwnTracks = "OwnTracks"
	doorFeeds     = "Agenda"
)

func as(userAgent string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("User-Agent", userAgent) }
}

// inRegion is a crossing of another region.
func inRegion(name string) string {
	quoted, _ := json.Marshal(name)
	return strings.Replace(apptest.Crossing("enter", "2026-11-20T08:00:00+01:00"), `"Bureau"`, string(quoted), 1)
}

func TestWhatOwnTracksSendsInVainIsSaidWithoutItsPosition(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	position := `{"_type":"location","lat":` + apptest.Latitude + `,"lon":` + apptest.Longitude + `,"tst":1795158197}`
	for range 2 {
		p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
		p.OwnTracks(position).WantNoCommands(t)
	}
	p.Clock.Advance(52 * time.Minute)
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.OwnTracks(`{"_type":"encrypted","data":"c2VjcmV0IA=="}`).WantNoCommands(t)
	p.OwnTracks(inRegion("bureau ")).WantNoCommands(t)
	p.OwnTracks(inRegion("<b>\u202ex\x1b")).WantNoCommands(t)
	p.OwnTracks(`{"_type":"waypoint"}`).WantNoCommands(t)
	p.OwnTracks("{").WantNoCommands(t)
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
		p.Get("/journal").WantWords(t, append(said, "ces 7 derniers jours")...)
		p.Get("/journal?day=2026-11-20").WantWords(t, append(said, "ce jour-là")...)
		p.Get("/journal?day=2026-11-19").WantNone(t, "passage") // or they are said of another day
		wantDiagnosis(p, doorOwnTracks, append(said, remedies...)...)
	}
	check() // of what is in memory
	p.WantStored("SELECT * FROM contacts")
	p.Config.API.OwnTracksRegions = nil
	p.Restart()
	wantDiagnosis(p, doorOwnTracks, "Nommez votre lieu de travail dans config.toml, section [presence_integration.owntracks].")
	apptest.WithOwnTracks(&p.Config)
	p.Restart()
	check()
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.Get("/journal").WantWords(t, "4 passages d’une région inconnue") // of both
	for _, kept := range append(p.Files(), p.Log.String(), p.Get("/journal").Body, p.Get("/help/connect").Body) {
		apptest.Answer{Body: kept}.WantNone(t, apptest.Latitude, apptest.Longitude)
	}
	p.Clock.Advance(24 * time.Hour)
	p.Get("/journal").WantWords(t, "dernier hier à 08:52")
	p.Clock.Advance(7 * 24 * time.Hour)
	p.Get("/journal").WantNone(t, "passage") // after a week
	apptest.Answer{Body: diagnosis(p)[doorOwnTracks]}.WantNone(t, "passage")
	p.Get("/journal?day=2026-11-20").WantWords(t, "4 passages d’une région inconnue")
	wantDiagnosis(p, doorOwnTracks, "Dernier message le vendredi 20 novembre 2026 à 08:52.")
}

func TestTheDiagnosisSaysOfEachDoorWhatCameLastAndWhatToDo(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	t.Run("nothing has come", func(t *testing.T) {
		wantDiagnosis(p, doorAPI, "Rien n’a encore été reçu.")
		wantDiagnosis(p, doorOwnTracks, "Rien n’a encore été reçu. Dans l’application, vérifiez le mode HTTP")
		wantDiagnosis(p, doorFeeds, "Les flux n’ont pas d’adresse")
	})
	send := func(userAgent, body string) apptest.Answer {
		request := p.Request(body)
		as(userAgent)(request)
		return p.Send(request)
	}
	t.Run("the endpoint, by its programs", func(t *testing.T) {
		send("HomeAssistant/2026.11", apptest.Event("arrival", "2026-11-19T08:00:00+01:00", "a")).Want(t, 201)
		p.Clock.Advance(time.Hour)
		send("curl/8 <script>\t", apptest.Event("arrival", "2026-11-20T09:00:00", "b")).Want(t, 422)
		send("HomeAssistant/2026.11", apptest.Event("arrival", "2026-11-20T09:00:00+01:00", "c")).Want(t, 409)
		wantDiagnosis(p, doorAPI,
			"HomeAssistant/2026.11 Dernier envoi à 09:00, refusé. Dernière erreur à 09:00. Arrivée de 09:00 refusée : celle de la veille était encore ouverte. Donnez l’heure du départ qui manque, ou ignorez cette arrivée. Ce qui a été refusé attend ensuite dans « À vérifier ». La clore",
			"curl/8 <script> Dernier envoi à 09:00, refusé. Dernière erreur à 09:00. Arrivée refusée : il manque le décalage horaire. Écrivez par exemple")
		p.Get("/help/connect").WantNone(t, "curl/8 <script>") // or a user agent is not escaped
		p.Clock.Advance(time.Hour)
		send("HomeAssistant/2026.11", apptest.Event("departure", "2026-11-20T10:00:00+01:00", "d")).Want(t, 200)
		wantDiagnosis(p, doorAPI, "Dernier envoi à 10:00, enregistré. Dernière erreur à 09:00. Arrivée de 09:00 refusée : celle de la veille était encore ouverte. Un envoi a réussi depuis. À vérifier")
		p.Unauthenticated().Want(t, 401)
		wantDiagnosis(p, doorAPI, "Sans le bon jeton 1 requête, à 10:00 : rien n’a été pris. Si c’est un de vos programmes, donnez-lui de nouveau le jeton")
	})
	t.Run("OwnTracks", func(t *testing.T) {
		p.OwnTracks(apptest.Crossing("leave", "2026-11-20T09:59:00+01:00"), as("OwnTracks/26")).WantNoCommands(t)
		wantDiagnosis(p, doorOwnTracks, "Dernier message à 10:00. OwnTracks/26 Dernier envoi à 10:00, refusé. Dernière erreur à 10:00. Départ de 09:59 refusé : aucune arrivée n’était ouverte")
		p.OwnTracks("", func(r *http.Request) { r.SetBasicAuth("camille", "wrong") }).Want(t, 401)
		wantDiagnosis(p, doorOwnTracks, "Sans le bon jeton 1 requête, à 10:00", "le mot de passe à donner dans l’application est le jeton du serveur")
		apptest.Answer{Body: diagnosis(p)[doorAPI]}.WantNone(t, "2 requêtes") // which is the other door
	})
	t.Run("the feeds", func(t *testing.T) {
		secret, days := p.RenewFeeds(), p.RenewDays()
		wantDiagnosis(p, doorFeeds, "Personne ne les a encore lus.")
		for _, name := range []string{"presence.json", "calendar.ics"} {
			p.Ask("/feeds/"+secret+"/"+name, as("Agenda/3")).Want(t, 200)
		}
		p.Ask("/feeds/"+days+"/days.json?from=2026-11-20&to=2026-11-20", as("Agenda/3")).Want(t, 200)
		p.Ask("/feeds/"+days+"/days.json", as("Agenda/4")).Want(t, 400)
		p.Get("/feeds/"+strings.Repeat("0", 64)+"/calendar.ics").Want(t, 404)
		wantDiagnosis(p, doorFeeds, "Agenda/3 presence.json lu à 10:00.", "Agenda/3 calendar.ics lu à 10:00.",
			"Agenda/3 days.json lu à 10:00.", "Agenda/4 Dernière erreur à 10:00. La période demandée à days.json n’en est pas une. Corrigez dans ce programme « from » et « to » : deux dates, de 1 à 400 jours.",
			"Adresse inconnue 1 demande, à 10:00. Un de vos programmes lit peut-être une ancienne adresse")
	})
	t.Run("after a restart", func(t *testing.T) {
		before := diagnosis(p)
		p.Restart()
		for door, says := range diagnosis(p) {
			modelstest.Want(t, len(says), len(before[door]), door, says, before[door])
		}
	})
}

func TestOfManyOtherRegionsTheLatestAreNamedAndTheOthersCounted(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks, apptest.NoLimit)
	says := func() []string { return []string{diagnosis(p)[doorOwnTracks], p.Get("/journal").Words()} }
	wantOnce := func(texts ...string) {
		t.Helper()
		for _, said := range says() {
			for _, text := range texts {
				modelstest.Want(t, strings.Count(said, text), 1, text, said)
			}
		}
	}
	p.OwnTracks(inRegion("bureau")).WantNoCommands(t)
	p.OwnTracks(strings.Replace(inRegion("x"), `"desc":"x",`, "", 1)).WantNoCommands(t)
	wantOnce("1 passage d’une autre région, à 08:00.", "1 passage d’une région inconnue : « bureau », à 08:00.")
	for day := range 3 {
		for i := range 19 {
			p.Clock.Advance(time.Minute)
			p.OwnTracks(inRegion(fmt.Sprintf("Lieu %d", 20*day+i))).WantNoCommands(t)
		}
		if day < 2 {
			p.Clock.Advance(24 * time.Hour)
		}
	}
	wantOnce("« bureau »", "« Lieu 58 »", "« Lieu 54 »", "53 passages d’autres régions (52 noms), dernier à 08:52.")
	for _, said := range says() {
		modelstest.Want(t, strings.Count(said, "passage"), 7, said)
	}
	for range 3 { // which is passed more often than the others
		p.OwnTracks(inRegion("Lieu 7")).WantNoCommands(t)
	}
	for range 20 {
		p.Clock.Advance(time.Minute)
		p.OwnTracks(inRegion("ailleurs")).WantNoCommands(t)
	}
	wantOnce("« Lieu 7 »", "« ailleurs »")
	wantDiagnosis(p, doorOwnTracks, "Si votre lieu de travail en est une, nommez-la « Bureau » dans l’application.")
	modelstest.Want(t, strings.Count(diagnosis(p)[doorOwnTracks], "Si c’est votre lieu de travail"), 1)
	for i := range 30 {
		p.OwnTracks(inRegion(fmt.Sprint("Autre ", i))).WantNoCommands(t)
	}
	p.Restart() // 20 names are kept of a day
	if said := p.Get("/journal").Words(); strings.Contains(said, "sans nom") || !strings.Contains(said, " passages d’autres régions (") {
		t.Errorf("got %s", said)
	}
}

func TestAnErrorOfAFeedIsPastOnceItsProgramHasReadOne(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	read := func(userAgent string, status int) {
		t.Helper()
		p.Ask("/feeds/"+secret+"/presence.json", as(userAgent)).Want(t, status)
		p.Clock.Advance(time.Minute)
	}
	rename := func(from, to string) {
		t.Helper()
		modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE "+from+" RENAME TO "+to)))
	}
	p.Get("/feeds/"+strings.Repeat("0", 64)+"/presence.json").Want(t, 404)
	rename("work_entries", "elsewhere")
	read("Agenda/3", 500)
	rename("elsewhere", "work_entries")
	wrong := func() int { return strings.Count(p.Get("/help/connect").Body, `class="wrong"`) }
	wantDiagnosis(p, doorFeeds, "Agenda/3 Dernière erreur à 08:00. Le serveur n’a pas pu répondre. Il n’y a rien à changer")
	modelstest.Want(t, wrong(), 2)
	read("curl/8", 200)
	wantDiagnosis(p, doorFeeds, "Agenda/3 Dernière erreur à 08:00. Le serveur n’a pas pu répondre. Il n’y a rien à changer")
	modelstest.Want(t, wrong(), 1)
	p.Clock.Advance(24 * time.Hour)
	read("Agenda/3", 200)
	wantDiagnosis(p, doorFeeds, "Agenda/3 presence.json lu à 08:02.", "Agenda/3 Dernière erreur hier à 08:00. Le serveur n’avait pas pu répondre. Une lecture a réussi depuis.")
	modelstest.Want(t, wrong(), 0)
}

func TestContactsAreWrittenOnceInAWhileAndAtTheEnd(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	const stored = "SELECT kind, name, requests FROM contacts ORDER BY kind, name"
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.WantStored(stored)
	p.Clock.Advance(15 * time.Minute)
	p.Wake()
	p.WantStored(stored, "other_region | Travail | 1")
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.Clock.Advance(14 * time.Minute)
	p.Wake()
	p.WantStored(stored, "other_region | Travail | 1")
	p.Clock.Advance(time.Minute)
	p.Wake()
	p.WantStored(stored, "other_region | Travail | 2")
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.Stop()
	p.WantStored(stored, "other_region | Travail | 3")
}

func TestContactsAreBounded(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 1 })
	counts := func() string {
		return p.Stored("SELECT count(*) || ' ' || sum(requests) || ' ' || max(octet_length(name)) FROM contacts")[0]
	}
	for i := range 150 {
		p.OwnTracks(inRegion(fmt.Sprintf("%03d", i) + strings.Repeat("é", 1500))).WantNoCommands(t)
	}
	p.Restart()
	if got := counts(); got != "21 150 1026" { // 20 names, cut to 1,024 bytes and an ellipsis, and all others
		t.Errorf("got %s", got)
	}
	for range 48 { // of 21 rows a day
		p.Clock.Advance(24 * time.Hour)
		for i := range 21 {
			p.OwnTracks(inRegion(fmt.Sprint(i))).WantNoCommands(t)
		}
		p.Wake()
	}
	modelstest.Want(t, p.Stored("SELECT count(*) FROM contacts")[0], "1000")
	p.Clock.Advance(91 * 24 * time.Hour)
	p.OwnTracks(inRegion("Travail")).WantNoCommands(t)
	p.Restart() // which writes all
	p.WantStored("SELECT name FROM contacts", "Travail")
	p.Clock.Advance(-24 * time.Hour) // it was ahead
	p.OwnTracks(inRegion("Maison")).WantNoCommands(t)
	p.Restart()
	p.WantStored("SELECT name FROM contacts", "Maison")
}
