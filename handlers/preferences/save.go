package preferences

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// stored is what is set now.
type stored struct {
	settings.Version
	own settings.Tree // empty if the document cannot be read
	err error         // of reading it
}

func (p *Pages) stored(ctx context.Context) (stored, error) {
	newest, err := settings.Newest(ctx, p.Store)
	if err != nil {
		return stored{}, err
	}
	return storedIn(newest), nil
}

// storedIn returns what a version sets.
func storedIn(version settings.Version) stored {
	now := stored{Version: version}
	if now.own, now.err = settings.Parse(version.Document); now.err != nil {
		now.own = settings.Tree{}
	}
	return now
}

// is reports whether settings are those of now.
func (now stored) is(own settings.Tree) bool {
	a, errA := settings.Text(now.own)
	b, errB := settings.Text(own)
	return errA == nil && errB == nil && now.err == nil && a == b
}

// proposal is a document that may take the place of that of now.
type proposal struct {
	stored
	rules    models.Rules // with it in force, like what the pages are made of
	pages    frame.Config
	problems []settings.Problem // why it cannot be in force
	inUse    string             // why what it lacks is not removed; asked again as it is stored
}

func (p proposal) sound() bool { return p.err == nil && len(p.problems) == 0 }

func (p *Pages) propose(ctx context.Context, document string) (proposed proposal, err error) {
	if len(document) > models.MaxSettings {
		return proposal{stored: stored{err: settings.ErrTooLarge}}, nil
	}
	proposed.stored = storedIn(settings.Version{Document: document})
	if proposed.err == nil {
		proposed.rules, proposed.pages, proposed.problems = p.Keeper.With(proposed.own)
	}
	if proposed.sound() {
		err = p.Store.RequireUsed(ctx, p.Rules, proposed.rules)
		if used := models.InUseError(nil); errors.As(err, &used) {
			proposed.inUse, err = usedWords(used[0]), nil
		}
	}
	return proposed, err
}

type sent struct {
	place
	step  *onboarding // of an answer to one of the first questions, which has no place
	typed url.Values
	reading
	alert   string
	details []string
	refusal string // of deleting
	beside  bool   // what is stored stands beside what was typed
}

// save stores a form, or shows it again: with what is wrong, with what is stored by now, or with
// what it changes of the past.
func (p *Pages) save(c echo.Context, now stored, values url.Values) error {
	ctx := c.Request().Context()
	if now.err != nil {
		return p.render(c, http.StatusConflict, now, nil)
	}
	form, err := p.sentTo(c.Path(), c.QueryParams(), now, values)
	if errors.Is(err, settings.ErrChanged) {
		return p.showGone(c, http.StatusConflict, now, form, "Les réglages ont changé entre-temps"+nbsp+": ")
	}
	if err != nil {
		return err
	}
	if values.Get("do") == "edit" {
		return p.render(c, http.StatusOK, now, form)
	}
	version, err := forms.ReadVersion(values)
	if err != nil {
		return errNoVersion
	}
	document, err := settings.Text(p.after(now, form))
	if !version.Is(now.ID, now.MadeAt) {
		return p.conflict(c, now, form, version)
	}
	if err != nil {
		return err
	}
	proposed, err := p.propose(ctx, document)
	if err != nil {
		return err
	}
	status, err := form.examine(proposed)
	if err != nil {
		return err
	}
	if status > 0 {
		return p.refused(c, status, now, form)
	}
	done, shown, err := p.put(c, form.action(), now, proposed, values)
	if used := models.InUseError(nil); errors.As(err, &used) { // since it was asked above
		form.refusal = usedWords(used[0])
		return p.refused(c, http.StatusConflict, now, form)
	}
	if errors.Is(err, settings.ErrChanged) {
		if now, err = p.stored(ctx); err != nil {
			return err
		}
		return p.conflict(c, now, form, version)
	}
	if shown || err != nil {
		return err
	}
	said := saidSaved
	said.Undo.Change = done
	return p.leave(c, form, said)
}

// leave leads on from a form that is stored, of which something is said.
func (p *Pages) leave(c echo.Context, form *sent, said frame.Flash) error {
	if form.step != nil {
		form.step.now.own = form.own
		return form.step.onward(c, form.step.number+1)
	}
	p.Flash(c, said)
	return p.SeeOther(c, form.path())
}

// examine says in the form what is wrong with what it makes of the settings, and returns the status to
// show it with, or 0 if nothing is.
func (f *sent) examine(proposed proposal) (status int, err error) {
	switch {
	case len(f.fixed) > 0:
		f.details = f.fixed
	case errors.Is(proposed.err, models.ErrSettingsOutsized):
		f.details = []string{outsized}
	case proposed.err != nil:
		return 0, proposed.err
	default:
		f.details = f.refuse(proposed.problems)
		if len(f.messages) == 0 && len(proposed.problems) == 0 {
			if f.refusal = proposed.inUse; f.refusal != "" {
				return http.StatusConflict, nil
			}
			return 0, nil
		}
	}
	return http.StatusUnprocessableEntity, nil
}

// outsized is said of settings that are [models.ErrSettingsOutsized].
var outsized = "Une liste a " + strconv.Itoa(models.MaxRows) + " lignes au plus, une section 1" + nbsp + "000 valeurs, tous les réglages 10" + nbsp + "000."

// put stores a proposal, and returns the stamp of its version; a zero one if it is in force already. It
// shows what a form changes of the past instead, unless that was sent knowing it.
func (p *Pages) put(c echo.Context, action string, now stored, proposed proposal, values url.Values) (done models.Stamp, shown bool, err error) {
	if values.Get("confirm") == "" {
		changes, err := p.changes(c.Request().Context(), proposed)
		if err != nil {
			return models.Stamp{}, false, err
		}
		page := views.SettingsPreview{Frame: p.Frame(c, "Réglages"), Action: action, Changes: changes, Hidden: views.FieldsOf(values, append([]string{"confirm"}, forms.RequestFields...)...)}
		if len(changes) > 0 && (action != frame.CountersPath || page.Loses()) { // where the figure is seen to change
			return models.Stamp{}, true, frame.Show(c, views.SettingsPreviewPage(page))
		}
	}
	done, err = p.store(c.Request().Context(), now, proposed)
	return done, false, err
}

// store makes a document the one in force, and returns the stamp of its version; a zero one if it
// is in force already.
func (p *Pages) store(ctx context.Context, now stored, proposed proposal) (models.Stamp, error) {
	if now.is(proposed.own) {
		return models.Stamp{}, nil
	}
	done, err := settings.Save(ctx, p.Store, now.ID, proposed.Document, proposed.rules, civil.NewInstant(p.Now()))
	return done.Stamp(), err
}

// sentTo returns the form that was sent to a path with a query; with [settings.ErrChanged] if it adjusts
// what is not there any more.
func (p *Pages) sentTo(path string, query url.Values, now stored, values url.Values) (*sent, error) {
	if path == startPath {
		step, err := p.onboarding(now, query)
		return &sent{step: &step, typed: values}, err
	}
	of, known := partOf(values.Get("section"))
	if !known {
		return nil, errNoVersion
	}
	form := &sent{place: place{part: of, thingID: values.Get("id"), adjusts: path == frame.CountersPath}, typed: values}
	if of.thing == nil || get(p.view(now, nil).inForce, of.id, form.thingID) == nil { // a thing that is deleted by now can be saved as a new one
		form.thingID = ""
	}
	if form.adjusts && (len(form.fields()) == 0 || form.isNew()) {
		return form, settings.ErrChanged
	}
	return form, nil
}

// after returns the settings with a form, which it reads.
func (p *Pages) after(now stored, form *sent) settings.Tree {
	at, blank := form.place, false
	switch {
	case form.step != nil:
		form.reading = onboarding{p, form.step.number, now}.read(form.typed)
		return form.own
	case at.thing == nil || at.adjusts:
	case at.isNew():
		label := strings.TrimSpace(form.typed.Get(at.id + ".label"))
		at.thingID, blank = p.newID(now, at.id, label), label == ""
	case form.deletes():
		form.reading = now.reading()
		if settings.Hider(p.Keeper.File, at.id, at.thingID) != nil {
			form.fixed = []string{at.title + ", " + names{p.Keeper.File}.labelOf(at.id, at.thingID) + nbsp + ": fixé dans " +
				p.Keeper.place(at.id, at.thingID) + "."}
		} else {
			set(form.own, nil, at.id, at.thingID)
		}
		return form.own
	}
	form.reading = at.read(now, form.typed, p.Keeper)
	if blank {
		form.messages[at.id+".label"] = "Donnez un nom."
	}
	return form.own
}

// newID returns an id made of a label, for a new thing beside the settings of a version: nothing
// then or before has had it. If the database does not answer, the settings are not stored either.
func (p *Pages) newID(now stored, section, label string) string {
	inForce := p.view(now, nil).inForce
	return settings.NewID(label, func(id string) bool {
		taken, err := settings.IsTaken(context.Background(), p.Store, section, id, now.ID)
		return get(inForce, section, id) != nil || taken && err == nil
	})
}

// usedWords say why what days have is not deleted.
func usedWords(used models.InUse) string {
	of, _ := partOf(used.Section)
	if used.Days == 0 {
		return "Ce qu’une journée était avant une modification l’a encore" + nbsp + ": masquez-le des choix."
	}
	return french.Counted(used.Days, "jour") + french.Verb(used.Days, " a ", " ont ") + of.thing.this + nbsp + ": renommez-le, ou masquez-le des choix."
}

const wrongIsMarked = "Rien n’est enregistré" + nbsp + ": voyez ce qui est marqué."

func (p *Pages) refused(c echo.Context, status int, now stored, form *sent) error {
	if form.refusal == "" {
		form.alert = wrongIsMarked
	}
	if len(form.messages) == 0 && len(form.details) > 0 {
		form.alert = "Rien n’est enregistré" + nbsp + ": ce changement ne va pas avec le reste."
	}
	return p.render(c, status, now, form)
}

// conflict shows a form, which is based on a version, beside what was stored since. One that is
// stored already was sent twice.
func (p *Pages) conflict(c echo.Context, now stored, form *sent, version models.Stamp) error {
	twice, err := p.sentTwice(c.Request().Context(), now, form, version)
	if err != nil {
		return err
	}
	switch {
	case twice:
		said := saidSaved
		if said.Undo.Change, err = p.madeOf(c.Request().Context(), version); err != nil {
			return err
		}
		return p.leave(c, form, said)
	case form.step != nil:
		return settings.ErrChanged
	}
	form.reading, form.beside = reading{}, true
	form.alert = "Les réglages ont changé pendant que vous écriviez" + nbsp + ": voici les deux."
	if form.adjusts {
		form.alert = "Les réglages ont changé pendant que vous écriviez" + nbsp + ": vérifiez, puis enregistrez."
	}
	if form.deletes() {
		form.alert = "Rien n’est supprimé" + nbsp + ": les réglages ont changé entre-temps."
	}
	return p.render(c, http.StatusConflict, now, form)
}

// madeOf identifies the newest version if it was made of the given one; else it returns a zero Stamp.
func (p *Pages) madeOf(ctx context.Context, version models.Stamp) (models.Stamp, error) {
	recent, err := settings.Recent(ctx, p.Store, 2)
	if recent = append(recent, settings.Version{}); len(recent) < 2 || !version.Is(recent[1].ID, recent[1].MadeAt) {
		return models.Stamp{}, err
	}
	return recent[0].Stamp(), err
}

// sentTwice reports whether a form changes nothing now or, as one of something new always would,
// has made what is stored now of its version.
func (p *Pages) sentTwice(ctx context.Context, now stored, form *sent, version models.Stamp) (bool, error) {
	then := now
	if form.isNew() || form.adjusts || form.step != nil {
		before, err := settings.Find(ctx, p.Store, version.Number)
		if err != nil || before == nil {
			return false, err
		}
		then = storedIn(*before)
	}
	return then.err == nil && now.is(p.after(then, form)) && len(form.messages) == 0, nil
}

func (p *Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	now, err := p.stored(c.Request().Context())
	if err != nil {
		return err
	}
	address, err := url.Parse(d.Path)
	if err != nil {
		return echo.ErrNotFound
	}
	form, err := p.sentTo(address.Path, address.Query(), now, d.Values)
	if errors.Is(err, settings.ErrChanged) {
		return p.showGone(c, d.Why.Status, now, form, d.Why.Text)
	}
	if err != nil {
		return err
	}
	form.beside, form.alert = d.Why == frame.Restored, d.Why.Text+"rien n’est encore enregistré."
	return p.render(c, d.Why.Status, now, form)
}

func (f *sent) deletes() bool { return f.typed.Get("do") == "delete" }

func (f *sent) action() string {
	if f.step != nil {
		return stepPath(f.step.number)
	}
	return f.place.action()
}

func (f *sent) path() string {
	switch {
	case f.adjusts:
		return f.action()
	case f.thingID == "" || f.deletes():
		return views.SettingsAt(f.id)
	}
	return views.SettingsAt(f.anchor())
}
