package browser_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// wantLost sees a form that was not sent stay where it is.
func (b *tab) wantLost(note string) {
	b.t.Helper()
	b.until(`document.querySelector(".lost")`)
	want := "Pas de réseau. Gardé sur ce téléphone."
	if b.run("innerWidth") == "1280" {
		want = "Pas de réseau. Gardé dans ce navigateur."
	}
	b.wantText(".lost", want)
	b.wantValue(`[name="note"]`, note)
	b.wantRun(`document.querySelector(".actions > button:enabled").textContent`, "Réessayer")
}

// loses sends a form in vain, which keeps a note.
func (b *tab) loses(state int32, button, note string) {
	b.t.Helper()
	b.line.state.Store(state)
	b.click(button)
	b.wantLost(note)
}

// sends sends one once the network is back.
func (b *tab) sends(button string) {
	b.t.Helper()
	b.line.state.Store(up)
	b.want(b.follow(button), 200)
}

// onlyTyped makes of a form that was to be saved one that was left while something was typed: it is
// not sent by itself.
func (b *tab) onlyTyped() {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`for (const name of keptNames("draft")) keep(name, { ...readKept(name), sent: false })`))
}

func TestInABrowserAFormThatWaitsIsSavedByItselfWhenTheNetworkReturns(t *testing.T) {
	l := connect(t)
	b := l.at(t, phone)
	lose := func(note string) {
		b.fill(`[name="note"]`, note)
		b.loses(down, ".actions button", note)
	}
	const online = `dispatchEvent(new Event("online"))`
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	lose("sur sa page")
	l.state.Store(up)
	b.leads(chromedp.Evaluate[chromedp.Void](online))
	modelstest.Want(t, b.at()+" "+b.text(".flash"), "/entries/1/edit Enregistré.")

	lose("et d’une autre")
	b.worked()
	b.want(b.open("/months/2026-11"), 200) // which is the page without a network
	b.wantText(".kept li a", "jeudi 12\u00a0novembre 2026")
	b.wantRun(`[...document.querySelectorAll("nav a")].map(({ pathname }) => pathname).join(" ")`, "/ /today /months/"+time.Now().Format("2006-01")+" /counters /review")
	l.state.Store(up)
	b.leads(chromedp.Evaluate[chromedp.Void](online))
	modelstest.Want(t, b.at()+" "+b.text(".flash"), "/months/2026-11 Enregistré.")
	l.WantStored("SELECT version, note FROM work_entries", "2 | et d’une autre")
	b.wantKept("")

	// one that is refused waits for the person
	b.want(b.open("/entries/1/edit"), 200)
	lose("trop tard")
	b.want(b.open("/review"), 200)
	l.state.Store(up)
	l.Day("2026-11-12T20:00:00+01:00", "2026-11-12T21:00:00+01:00", "meanwhile")
	b.leads(chromedp.Evaluate[chromedp.Void](online))
	b.wantAt("/review")
	b.until(`document.querySelector(".kept small").textContent.startsWith("A changé entre-temps")`)
	b.wantKept(ofTheTwelfth)
	l.WantStored("SELECT note FROM work_entries", "et d’une autre")
}

const ofTheTwelfth = "/kept:draft:2026-11-12"

func TestInABrowserAFormWithoutANetworkIsKeptUntilItsDayIsOpenedAgain(t *testing.T) {
	l, b := online(t, desk, "/entries/new?date=2026-11-12")
	b.click(`label[data-type="GARDE"]`)
	b.set(`[name="journey_profile_id"]`, "")
	b.fill(`[name="slot_start"]`, "8")
	b.fill(`[name="slot_end"]`, "12:30")
	b.click("[data-add]")
	b.fill(`.row:nth-of-type(2) [name="slot_start"]`, "20")
	b.fill(`.row:nth-of-type(2) [name="slot_end"]`, "7h45")
	b.fill(`[name="note"]`, `<b>"écrit" au sous-sol</b>`)
	b.loses(down, ".actions button", `<b>"écrit" au sous-sol</b>`)
	b.wantKept(ofTheTwelfth)
	b.wantWaiting("1 en attente")
	l.WantStored("SELECT count(*) FROM work_entries", "0")

	b.onlyTyped()
	l.state.Store(up)
	b.want(b.open("/entries/new?date=2026-11-13"), 200) // it is left without a question
	modelstest.Want(t, b.run(`document.querySelector(".resume")`), "null", "another day offers it")
	b.click(".waiting summary")
	b.want(b.follow(".waiting li a"), 200)
	modelstest.Want(t, b.at()+" "+b.value(`[name="note"]`), "/entries/new?date=2026-11-12 ")
	modelstest.WantIn(t, b.text(".resume"), "Reprendre ce que vous aviez tapé à ", "Oublier")
	b.click(".resume button")
	b.wantRun(`document.activeElement.textContent`, "Enregistrer")
	b.wantText("[data-total]", "16\u00a0h\u00a015")
	b.want(b.follow(".actions button"), 200)
	b.wantAt("/entries/1/edit")
	l.WantStored("SELECT date, day_type, journey_profile_id, note FROM work_entries", `2026-11-12 | GARDE |  | <b>"écrit" au sous-sol</b>`)
	l.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY id",
		"2026-11-12T07:00:00.000000000Z | 2026-11-12T11:30:00.000000000Z", "2026-11-12T19:00:00.000000000Z | 2026-11-13T06:45:00.000000000Z")
	b.wantKept("")
	b.wantWaiting("")
}

func TestInABrowserAFormWhoseAnswerIsLostIsSentAgainAndSavedOnce(t *testing.T) {
	l, b := online(t, phone, "/entries/new?date=2026-11-12")
	b.fill(`[name="slot_start"]`, "20")
	b.fill(`[name="slot_end"]`, "8")
	b.loses(deaf, ".actions button", "")
	l.WantStored("SELECT version FROM work_entries", "1")
	b.wantKept(ofTheTwelfth)
	b.sends(".actions button")
	modelstest.Want(t, b.at()+" "+b.text(".flash"), "/entries/1/edit Enregistré.")
	l.WantStored("SELECT version FROM work_entries", "1")
	b.wantKept("")

	// and once it is there, over what was saved before
	b.fill(`[name="note"]`, "encore")
	b.loses(deaf, ".actions button", "encore")
	b.sends(".actions button")
	l.WantStored("SELECT version, note FROM work_entries", "2 | encore")
	b.wantKept("")
}

func TestInABrowserWhatWasKeptDoesNotOverwriteWhatWasRecordedMeanwhile(t *testing.T) {
	l := connect(t)
	b := l.at(t, phone)
	for version, page := range []string{"/entries/new?date=2026-11-12", "/entries/1/edit"} { // a day that was not there, and one that was
		b.want(b.open(page), 200)
		b.fill(`[name="slot_start"]`, "8")
		b.fill(`[name="slot_end"]`, "12")
		b.fill(`[name="note"]`, "à moi")
		b.loses(down, ".actions button", "à moi")
		l.state.Store(up)
		if version == 0 {
			l.Day("2026-11-12T08:03:27+01:00", "2026-11-12T12:10:00+01:00", "first")
		} else {
			l.Day("2026-11-12T20:00:00+01:00", "2026-11-12T21:00:00+01:00", "second")
		}
		want := []string{"1 | 2 | ", "2 | 5 | à moi"}[version]
		stored := "SELECT (SELECT count(*) FROM time_slots), version, note FROM work_entries"
		l.WantStored(stored, want)
		b.want(b.open(page), 200)
		b.click(".resume button")
		b.want(b.follow(".actions button"), 409)
		modelstest.WantIn(t, b.text(".alert"), "a changé pendant que vous l’écriviez")
		b.wantValue(`[name="note"]`, "à moi")
		modelstest.Want(t, b.run(`document.querySelector(".resume")`), "null", "what is shown is offered")
		l.WantStored(stored, want)
		b.wantKept(ofTheTwelfth)
		b.want(b.follow(".actions button"), 200) // a knowing overwrite
		b.wantKept("")
		l.WantStored("SELECT (SELECT count(*) FROM time_slots), note FROM work_entries", "1 | à moi")
	}
}

func TestInABrowserWhoKeepsWhatIsStoredIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	l := connect(t)
	l.Day("2026-11-12T08:03:27+01:00", "2026-11-12T12:10:00+01:00", "first")
	b := l.at(t, phone)
	b.want(b.open("/entries/1/edit"), 200)
	b.fill(`[name="note"]`, "à moi")
	l.Day("2026-11-12T20:00:00+01:00", "2026-11-12T21:00:00+01:00", "second")
	b.want(b.follow(".actions button"), 409)
	b.wantWaiting("1 en attente")
	b.dropTyped()
	b.want(b.follow("[data-forgets]"), 200)
	b.wantKept("")
	b.wantWaiting("")
	modelstest.Want(t, b.run(`document.querySelector(".resume")`), "null", "what was given up is offered")
}

func TestInABrowserAnOfferIsForgotten(t *testing.T) {
	l, b := online(t, phone, "/entries/range")
	b.fill(`[name="note"]`, "vacances")
	b.loses(down, `[value="preview"]`, "vacances")
	b.wantKept("/kept:draft:range")
	l.state.Store(up)
	b.do(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("online"))`))
	b.until(`!document.querySelector(".lost")`) // nothing says any more that there is no network
	b.wantValue(`[name="note"]`, "vacances")    // what was typed is not left
	b.want(b.open("/entries/range"), 200)
	b.click(".resume button:last-child")
	modelstest.Want(t, b.run(`document.querySelector(".resume")`), "null", "it is still offered")
	b.wantKept("")
	b.wantWaiting("")
}

func TestInABrowserAButtonIsNotPressedTwice(t *testing.T) {
	l, b := online(t, phone, "/entries/new?date=2026-11-12")
	b.want(b.leads(chromedp.Evaluate[chromedp.Void](`{
		const button = document.querySelector(".actions button");
		button.click();
		window.said = button.textContent + button.disabled + button.ariaBusy;
		button.click();
	}`)), 200)
	b.until(`location.pathname === "/entries/1/edit"`)
	modelstest.Want(t, l.posted.Load(), 1)
	b.want(b.open("/months/2026-11"), 200)
	b.do(chromedp.Evaluate[chromedp.Void](`{
		const button = document.querySelector(".hand button");
		button.click();
		button.click();
		window.said = button.textContent + button.disabled + button.ariaBusy;
	}`))
	b.until(`document.querySelector(".flash")?.textContent.startsWith("Arrivée à")`)
	modelstest.Want(t, l.posted.Load(), 2, "sent:")
}

func TestInABrowserSigningOutEmptiesWhatWasKeptAndSaysSoFirst(t *testing.T) {
	l := connect(t, apptest.WithPassword)
	b := l.at(t, phone)
	b.signIn()
	b.want(b.open("/logout"), 200)
	modelstest.Want(t, b.run(`document.querySelector(".logout .alert")`), "null", "it says that something waits")
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.loses(down, ".actions button", "")
	b.onlyTyped()
	l.state.Store(up)
	b.want(b.open("/logout"), 200)
	b.wantText(".logout .alert", "1 en attente sur ce téléphone, pas encore envoyé\u00a0: la déconnexion l’efface.")
	b.audit("signing out with something that waits")
	b.do(chromedp.Evaluate[chromedp.Void](`keep(keptAs("press") + "1", { event: "arrival", key: newKey(), typed: "", at: "2026-09-01T08:03:00", why: "Refusé." })`))
	b.want(b.open("/logout"), 200)
	b.wantText(".logout .alert", "2 en attente sur ce téléphone, pas encore envoyés\u00a0: la déconnexion les efface.")
	b.want(b.open("/months/2026-11"), 200)
	modelstest.WantIn(t, b.text(".kept ul"), "Arrivée le mardi 1er septembre à 08:03")
	b.want(b.open("/logout"), 200)
	b.want(b.follow(".logout button"), 200)
	b.wantKept("")

	// a session that ended by itself empties nothing
	b.typePassword()
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.signedOut(l.Program)
	b.want(b.follow(".actions button"), 403)
	b.wantKept(ofTheTwelfth)
	modelstest.Want(t, b.run(`document.querySelector("[data-waiting]")`), "null", "a stranger is told that something waits")
	b.typePassword()
	b.want(b.follow(".actions button"), 200)
	b.wantKept("")
	l.WantStored("SELECT count(*) FROM work_entries", "1")
}

func TestInABrowserWhatAProxyAnswersIsNotTakenForTheServersAnswer(t *testing.T) {
	l, b := online(t, phone, "/entries/new?date=2026-11-12")
	l.state.Store(broken)
	b.click(".actions button")
	b.until(`document.querySelector(".lost")?.textContent === "Le serveur ne répond pas. Gardé sur ce téléphone."`)
	l.state.Store(behindLogin)
	b.want(b.follow(".actions button"), 200)
	b.wantText("h1", "Another login")
	b.wantKept(ofTheTwelfth)
	b.want(b.open("/months/2026-11"), 200)
	b.want(b.follow(".hand button"), 200) // where that login would be asked for
	b.wantKept(ofTheTwelfth + " /kept:press")
	l.state.Store(up)
	b.want(b.open("/months/2026-11"), 200)
	b.until(`document.querySelector(".flash")?.textContent.startsWith("Arrivée à")`)
	b.wantKept(ofTheTwelfth)
	l.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
}
