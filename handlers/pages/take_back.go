package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
	"worklog/views/french"
)

var (
	saidTakenBack = frame.Flash{Text: "Annulé.", Focus: views.FocusFlash}
	saidMadeAgain = frame.Flash{Text: "Rétabli.", Focus: views.FocusFlash}
)

func (p *Pages) takeBack(c echo.Context, values url.Values) error {
	change, err := forms.ReadStamp(values, "change")
	if err != nil {
		return models.ErrStateNotFound
	}
	if err := frame.Patient(c); err != nil { // it may be an import of fifty years
		return err
	}
	done, err := history.TakeBack(c.Request().Context(), p.Store, change, civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrEntryChanged) {
		return p.notTakenBack(c, change, err)
	}
	if err != nil {
		return err
	}
	said := saidTakenBack
	if done.Action == models.ActionMadeAgain {
		said = saidMadeAgain
	}
	p.Flash(c, said.Of(done))
	if back := frame.Back(values, ""); back != "" && p.isThere(c, back) {
		return p.SeeOther(c, back)
	}
	return p.seeChanged(c, done.Dates[0], len(done.Dates) > 1)
}

// isThere reports whether a page is still there, which that of a day may not be once what made
// the day is taken back.
func (p *Pages) isThere(c echo.Context, path string) bool {
	id, err := frame.EntryIDIn(path)
	if err != nil { // it is no page of a stored day
		return true
	}
	_, err = p.Store.Day(c.Request().Context(), id)
	return err == nil
}

// mostTakenBack is how many days of a change are named before it is taken back.
const mostTakenBack = 31

// showTakeBackBefore shows the button that was pressed when the session had ended, with
// the days of its change.
func (p *Pages) showTakeBackBefore(c echo.Context, d frame.Draft) error {
	of, err := forms.ReadStamp(d.Values, "change")
	if d.Why == frame.Restored { // it is that of another change
		return models.ErrRestored
	}
	if err != nil {
		return models.ErrStateNotFound
	}
	change, err := history.KeptChange(c.Request().Context(), p.Store, of, civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	undo := frame.Undo(change)
	undo.Back = d.Values.Get("back")
	page := views.TakeBack{
		Frame:   p.Frame(c, undo.Label),
		Heading: undo.Label + "\u00a0?",
		Text:    d.Why.Text + "rien n’est encore changé.",
		Press:   *undo,
		Back:    "/",
	}
	for i, date := range change.Dates {
		if i == mostTakenBack {
			page.Days = append(page.Days, "et "+french.Counted(len(change.Dates)-i, "autre"))
			break
		}
		page.Days = append(page.Days, french.FullDate(date)+"\u00a0: "+french.LowerFirst(actionWords[change.Action]))
	}
	return frame.Render(c, d.Why.Status, views.TakeBackPage(page))
}

var takenBackWords = map[models.Action]struct{ heading, text string }{
	models.ActionTakenBack: {"Déjà annulé", "Cette modification a déjà été annulée "},
	models.ActionMadeAgain: {"Déjà rétabli", "Cette modification a déjà été rétablie "},
}

// notTakenBack says what has become of a day since a change that cannot be taken back
// because of it. If that cannot be read, the page of the refusal is shown.
func (p *Pages) notTakenBack(c echo.Context, change models.Stamp, refusal error) error {
	after, err := history.AftermathOf(c.Request().Context(), p.Store, change, civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrStateNotFound) {
		return refusal
	}
	if err != nil {
		return err
	}
	page := views.Error{Heading: "Journée changée entre-temps", Leads: []views.Link{{Path: views.HistoryPath(after.EntryID), Label: "Son historique"}}}
	day := "La journée du " + french.FullDate(after.Date)
	at := p.When(after.MadeAt)
	switch said, undone := takenBackWords[after.Action]; {
	case undone && after.Next && !after.Added:
		page.Heading, page.Text = said.heading, said.text+at+"."
	case after.Action == "":
		page.Text = "Rien n’est changé\u00a0: un envoi automatique a modifié cette journée depuis."
	case after.Added:
		page.Text = "Rien n’est changé\u00a0: cette journée a été modifiée depuis (" + french.LowerFirst(actionWords[after.Action]) + ", " + at + "), puis automatiquement."
	default:
		page.Text = "Rien n’est changé\u00a0: cette journée a été modifiée depuis (" + french.LowerFirst(actionWords[after.Action]) + ", " + at + ")."
	}
	if after.Now == nil {
		page.Text += " " + day + " n’existe plus."
	} else {
		page.Text += " " + day + " est maintenant\u00a0: " + strings.Join(p.facts(after.Now), ", ") + "."
		page.Leads = append([]views.Link{{Path: views.EntryPath(after.EntryID), Label: "Voir la journée"}}, page.Leads...)
	}
	page.Frame = p.Frame(c, page.Heading)
	return frame.Render(c, http.StatusConflict, views.ErrorPage(page))
}

// Repeated answers a form that was sent again after it was applied: its answer was lost, or its
// button pressed twice.
func (p *Pages) Repeated(c echo.Context, again *forms.Repeated) error {
	flash := frame.Flash{Text: cmp.Or(doneWords[again.Change.Action], "Enregistré."), Focus: views.FocusFlash}
	if again.Change.Action == models.ActionTakenBack {
		flash = saidTakenBack
	}
	_, err := history.AftermathOf(c.Request().Context(), p.Store, again.Change.Stamp(), civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrStateNotFound) { // nothing has changed its days since
		flash = flash.Of(again.Change)
	}
	p.Flash(c, flash.At(again.Values.Get("place")))
	if again.Values.Has("place") {
		return p.SeeOther(c, frame.ReviewPath)
	}
	if back := frame.Back(again.Values, ""); back != "" && p.isThere(c, back) {
		return p.SeeOther(c, back)
	}
	if len(again.Change.Dates) > 1 {
		return p.SeeOther(c, views.InMonthPath(again.Change.Dates[0]))
	}
	return p.seeChanged(c, again.Change.Dates[0], false)
}

// doneWords say what an action has done that was no saving.
var doneWords = map[models.Action]string{models.ActionClosed: "Départ enregistré.", models.ActionDiscarded: "Arrivée ignorée.",
	models.ActionIgnored: "Présences ignorées.", models.ActionAccepted: "C’est noté.", models.ActionDismissed: saidDismissed, models.ActionMerged: "Créneaux réunis.", models.ActionPlanned: "Planning enregistré."}
