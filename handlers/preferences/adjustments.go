package preferences

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// counters shows the counters, each with the form of an adjustment.
func (p *Pages) counters(c echo.Context) error {
	now, err := p.stored(c.Request().Context())
	if err != nil {
		return err
	}
	return p.showCounters(c, http.StatusOK, now, nil)
}

// showCounters shows the counters: with a form that was sent, or nil.
func (p *Pages) showCounters(c echo.Context, status int, now stored, form *sent) error {
	view := pageView{Pages: p, now: now, file: p.Keeper.File, inForce: settings.Beside(p.Keeper.File, now.own), form: form, version: views.StampOf(now.Stamp())}
	page := views.Adjustments{Of: view.adjustment}
	if form != nil {
		page.Alert, page.Details = form.alert, form.details
	}
	return p.ShowCounters(c, status, page)
}

// adjustment returns the form of an adjustment, or what the file has in place of it; nil if the settings
// cannot be read.
func (v pageView) adjustment(section, id string) *views.SettingsPart {
	of, _ := partOf(section)
	at := place{of, id}
	list := at.adjustments()
	switch {
	case v.now.err != nil:
		return nil
	case settings.Hider(v.file, list.at...) != nil:
		return &views.SettingsPart{Fixed: v.fixed(at)}
	}
	form := &views.SettingsForm{Action: frame.CountersPath, Section: section, ThingID: id, Version: v.version, Save: "Enregistrer"}
	date := v.Today()
	if section == "balance" { // which ends yesterday
		date = civil.Later(v.Hours.Balance.From, date.AddDays(-1))
	}
	asked := &fieldset{prefix: at.anchor(), typed: url.Values{list.name + ".0.date": {date.String()}}}
	if v.form != nil && v.form.anchor() == at.anchor() {
		asked.typed, asked.messages, asked.focus, form.Unsaved = v.form.typed, v.form.messages, true, true
		form.Version = v.form.versionIn(v)
	}
	other := "hours" // that a counter in days does not have
	if section == "balance" || get(v.inForce, section, id, "unit") == string(report.InHours) {
		other = "days"
	}
	for _, f := range asked.rows(list.Key, list.name).Rows[0].Fields {
		switch {
		case f.Key.Name != other:
			f.Message = strings.TrimSuffix(f.Message, " "+f.Key.InOther)
		case f.Value() == "":
			continue
		}
		form.Fields = append(form.Fields, f)
	}
	return &views.SettingsPart{Form: form, Open: form.Unsaved}
}

// showGone shows the counters without the one that a form was to adjust, and what was typed.
func (p *Pages) showGone(c echo.Context, status int, now stored, form *sent, why string) error {
	form.alert = why + "rien n’est enregistré, car ce compteur n’existe plus."
	for _, name := range []string{"date", "days", "hours", "note"} {
		if text := form.typed.Get(form.id + ".adjustments.0." + name); text != "" {
			form.details = append(form.details, text)
		}
	}
	return p.showCounters(c, status, now, form)
}

// adjustments returns the list of the place to which a form on the page of counters adds a row; nil if
// there is none.
func (p place) adjustments() *field {
	fields := p.fields()
	at := slices.IndexFunc(fields, func(f field) bool { return f.Name == "adjustments" })
	if at < 0 || p.thing != nil && p.thingID == "" {
		return nil
	}
	return &fields[at]
}

// adjust reads a form that adds one row to a list.
func (p place) adjust(list field, now stored, typed url.Values, keeper Keeper) reading {
	r := now.reading()
	if by := settings.Hider(keeper.File, list.at...); by != nil {
		r.fixed = []string{p.title + ", " + french.LowerFirst(list.Label) + nbsp + ": fixé dans " + keeper.place(by...) + "."}
		return r
	}
	before, _ := get(r.own, list.at...).([]any)
	r.read(list, typed)
	added, _ := get(r.own, list.at...).([]any)
	if len(added) == 0 {
		r.messages[list.name+".0.date"] = list.Kind.Keys[0].Refusal
	}
	set(r.own, append(added, before...), list.at...) // the first, as in the form
	return r
}
