package preferences

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
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

func (p *Pages) show(c echo.Context, now stored) error {
	return p.render(c, http.StatusOK, now, nil)
}

// render shows the page: with a form that was sent, or nil.
func (p *Pages) render(c echo.Context, status int, now stored, form *sent) error {
	switch {
	case form != nil && form.step != nil:
		return form.step.show(c, status, form)
	case form != nil && form.adjusts:
		return p.showCounters(c, status, now, form)
	}
	ctx := c.Request().Context()
	recent, err := settings.Recent(ctx, p.Store, mostVersions+1)
	if err != nil {
		return err
	}
	uses, err := p.Store.Uses(ctx)
	if err != nil {
		return err
	}
	page := views.Settings{
		Frame:    p.Frame(c, "Réglages"),
		Version:  now.Stamp(),
		Versions: p.versions(recent),
		Password: p.Ingress != nil,
	}
	if _, _, problems := p.Keeper.With(now.own); now.err != nil || len(problems) > 0 {
		page.Fault = "Les réglages enregistrés ne vont pas avec le fichier de configuration" + nbsp + ": ce qui allait avant reste en vigueur."
		if now.err != nil {
			page.Fault = "Les réglages enregistrés ne peuvent pas être lus" + nbsp + ": ce qui allait avant reste en vigueur."
		}
		if len(recent) > 0 {
			page.Sound = p.lastSound(ctx, recent)
		}
	}
	open, newRow := c.QueryParam("open"), c.QueryParam("new")
	if form != nil {
		page.Alert, page.Details = form.alert, form.details
		open, newRow = form.anchor(), ""
	}
	if now.err == nil {
		view := p.view(now, form)
		view.uses, view.open, view.newRow = uses, open, newRow
		for _, of := range parts {
			page.Parts = append(page.Parts, view.part(of))
		}
	}
	return frame.Render(c, status, views.SettingsPage(page))
}

type pageView struct {
	*Pages
	now     stored
	inForce settings.Tree // the file and the settings
	hidden  []settings.Hidden
	form    *sent
	uses    models.Uses
	open    string
	newRow  string // key of the list of which a new row is asked for, where open is
}

func (p *Pages) view(now stored, form *sent) pageView {
	inForce, hidden := settings.Beside(p.Keeper.File, now.own)
	return pageView{Pages: p, now: now, inForce: inForce, hidden: hidden, form: form}
}

func (v pageView) part(of part) views.SettingsPart {
	view := views.SettingsPart{ID: of.id, Title: of.title, What: of.what, Guide: frame.GuideLink(of.guide, "Guide"), Summary: v.summary(of),
		Open: v.open == of.id || strings.HasPrefix(v.open, of.id+"-")}
	for _, hidden := range v.hidden {
		if facts := v.hiddenFacts(of, hidden); len(facts) > 0 {
			view.Hidden = append(view.Hidden, views.SettingsFixed{Place: v.Keeper.place(hidden.Path...), Facts: facts})
		}
	}
	if of.thing == nil {
		at := place{part: of}
		view.Fixed, view.Form = v.fixed(at), v.formOf(at)
		return view
	}
	for _, id := range v.ids(of.id) {
		at := place{part: of, thingID: id}
		view.Things = append(view.Things, views.SettingsPart{ID: at.anchor(), Summary: v.thingSummary(at), Open: v.open == at.anchor(), Fixed: v.fixed(at), Form: v.formOf(at)})
	}
	if at := (place{part: of}); settings.Hider(v.Keeper.File, of.id, "") == nil {
		view.Things = append(view.Things, views.SettingsPart{ID: at.anchor(), Summary: of.thing.another, Form: v.formOf(at),
			Open: v.open == at.anchor() || view.Open && len(view.Things) == 0})
	}
	return view
}

// fixed are the sections of a part that the file has, or the thing of it.
func (v pageView) fixed(of place) (all []views.SettingsFixed) {
	for _, f := range of.fields() {
		by := settings.Hider(v.Keeper.File, f.at...)
		if by == nil {
			continue
		}
		if of.thing != nil {
			by = f.at[:2]
		}
		key := settings.KeyName(by...)
		if len(all) == 0 || all[len(all)-1].Key != key {
			all = append(all, views.SettingsFixed{Key: key, Place: v.Keeper.place(by...)})
		}
		last := &all[len(all)-1]
		last.Facts = append(last.Facts, factsOf(f.Key, get(v.Keeper.File, f.at...))...)
	}
	return all
}

// hiddenFacts are what a part has of what the file hides.
func (v pageView) hiddenFacts(of part, hidden settings.Hidden) (facts []views.Fact) {
	tree := hidden.Tree
	if of.thing == nil {
		for _, f := range (place{part: of}).fields() {
			facts = append(facts, factsOf(f.Key, get(tree, f.at...))...)
		}
		return facts
	}
	for _, id := range slices.Sorted(maps.Keys(asTree(tree[of.id]))) {
		var all []string
		for _, f := range (place{part: of, thingID: id}).fields() {
			for _, fact := range factsOf(f.Key, get(tree, f.at...)) {
				if f.Name != "label" {
					all = append(all, french.LowerFirst(fact.Label)+" "+fact.Text)
				}
			}
		}
		facts = append(facts, views.Fact{Label: names{tree, v.Keeper.File}.labelOf(of.id, id), Text: cmp.Or(strings.Join(all, " · "), "—")})
	}
	return facts
}

func (v pageView) ids(section string) []string {
	return slices.SortedFunc(maps.Keys(asTree(v.inForce[section])), func(a, b string) int {
		return cmp.Or(strings.Compare(v.labelOf(section, a), v.labelOf(section, b)), strings.Compare(a, b))
	})
}

func (v pageView) labelOf(section, id string) string { return names{v.inForce}.labelOf(section, id) }

// formOf returns the form of a place; nil if all of it is the file's.
func (v pageView) formOf(of place) *views.SettingsForm {
	view := &views.SettingsForm{Action: of.action(), Section: of.id, ThingID: of.thingID, Version: v.now.Stamp(), Save: "Enregistrer"}
	asked := &fieldset{prefix: of.anchor(), typed: of.typedOf(v.now.own)}
	switch {
	case of.adjusts:
		date := v.Today()
		if of.id == "balance" { // which ends yesterday
			date = civil.Later(v.Hours.Balance.From, date.AddDays(-1))
		}
		asked.typed = url.Values{of.id + ".adjustments.0.date": {date.String()}}
	case of.isNew():
		asked.typed.Set("vehicles.type", settings.Motor)
	case of.thing != nil:
		view.Delete = "Supprimer " + of.thing.this
	}
	if v.form != nil && v.form.anchor() == of.anchor() {
		view.Message, view.Unsaved = v.form.refusal, true
		if !v.form.beside { // what was stored since it was typed is not replaced unseen
			view.Version, _ = forms.ReadVersion(v.form.typed) // which is asked for when it is saved
		}
		switch {
		case !v.form.deletes():
			asked.typed, asked.messages, asked.focus = v.form.typed, v.form.messages, len(v.form.messages) > 0
			if v.form.beside && !of.adjusts {
				view.Save, view.Stored = "Remplacer par ce que j’écrivais", v.facts(of, asked.typed)
			}
		case v.form.beside && !of.isNew():
			view.Delete = "Supprimer quand même"
		}
	}
	if of.isNew() {
		view.Save = "Ajouter"
	}
	if v.open == of.anchor() {
		asked.newRow = v.newRow
	}
	view.Fields = v.fieldsOf(of, asked)
	if len(view.Fields) == 0 {
		return nil
	}
	return view
}

// fieldsOf are the fields of a place that are not the file's.
func (v pageView) fieldsOf(of place, asked *fieldset) (fields []views.SettingsField) {
	dates := of.dated()
	if dates != nil {
		if rows := dates.rows(v.now.own); len(rows) == 1 && len(asTree(rows[0])) == 0 {
			dates = nil // nothing is changed
		}
	}
	for _, f := range of.fields() {
		if settings.Hider(v.Keeper.File, f.at...) != nil {
			continue
		}
		if f.Kind.Form == settings.Rows {
			rows := asked.rows(f.Key, f.name)
			fields = append(fields, rows)
			if dates != nil && f.name == dates.name {
				fields[len(fields)-1].Rows = slices.DeleteFunc(rows.Rows, func(row views.SettingsRow) bool { return row.Row == "" && !row.Open })
				fields = append(fields, asked.since(*dates, v.Today()))
			}
			continue
		}
		field := asked.field(f.Key, f.name)
		if dates != nil && slices.Equal(f.at, dates.path(0, dates.values[0])) {
			field.Help = dates.before(v.now.own, field.Help)
		}
		if f.Name == "label" && of.thingID != "" {
			field.Standard = of.thingID
		}
		fields = append(fields, field)
	}
	return fields
}

func rowWords(list settings.Key, row any) string {
	var all []string
	for _, of := range list.Kind.Keys {
		if value := get(asTree(row), of.Name); value != nil {
			all = append(all, french.LowerFirst(of.Label)+" "+words(of, value))
		}
	}
	return strings.Join(all, " · ")
}

// factsOf says what a value of the key is; nothing if there is none.
func factsOf(key settings.Key, value any) (facts []views.Fact) {
	if value == nil {
		return nil
	}
	for _, text := range textsOf(key, value) {
		facts = append(facts, views.Fact{Label: key.Label, Text: text})
	}
	return facts
}

// textsOf says what a value is, each row of a list.
func textsOf(key settings.Key, value any) (texts []string) {
	if key.Kind.Form != settings.Rows {
		return []string{words(key, value)}
	}
	list := rowsIn(key, value)
	for _, row := range list[:min(len(list), models.MaxRows)] {
		texts = append(texts, rowWords(key, row))
	}
	if more := len(list) - models.MaxRows; more > 0 {
		texts = append(texts, french.Others(more))
	}
	return texts
}

// facts are what is stored of a part, beside what was typed.
func (v pageView) facts(of place, typed url.Values) (facts []views.Fact) {
	r := v.now.reading()
	for _, f := range of.fields() {
		r.read(f, typed)
		stored, other := textsOf(f.Key, get(v.now.own, f.at...)), textsOf(f.Key, get(r.own, f.at...))
		facts = append(facts, views.Fact{Label: f.Label, Text: cmp.Or(strings.Join(stored, " ; "), "—"),
			Differs: !slices.Equal(slices.Sorted(slices.Values(stored)), slices.Sorted(slices.Values(other)))})
	}
	return facts
}
