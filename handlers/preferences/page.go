package preferences

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// show shows what is set.
func (p *Pages) show(c echo.Context) error {
	now, err := p.stored(c.Request().Context())
	if err != nil {
		return err
	}
	return p.render(c, http.StatusOK, now, nil)
}

// render shows the page: with a form that was sent, or nil.
func (p *Pages) render(c echo.Context, status int, now stored, form *sent) error {
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
		Action:   Path,
		Version:  views.StampOf(now.Stamp()),
		Versions: p.versions(recent),
	}
	effect, problems := p.Keeper.With(now.own)
	page.Unknown = effect.Unknown
	if now.err != nil || len(problems) > 0 {
		page.Fault = "Les réglages enregistrés ne vont pas avec le fichier de configuration" + nbsp + ": ce qui allait avant reste en vigueur."
		if now.err != nil {
			page.Fault = "Les réglages enregistrés ne peuvent pas être lus" + nbsp + ": ce qui allait avant reste en vigueur."
		}
		if len(recent) > 0 {
			page.Sound = p.lastSound(recent)
		}
	}
	open := c.QueryParam("open")
	if form != nil {
		page.Alert, page.Details = form.alert, form.details
		open = form.anchor()
		if form.deletes() && form.id != "" {
			open = anchorOf(form.part, form.id)
		}
		if form.part.thing != nil && form.id == "" {
			open = form.part.id + "-new"
		}
	}
	if now.err == nil {
		file := p.Keeper.File
		_, hidden := settings.Divide(file, now.own)
		view := pageView{p, now, file, settings.Beside(file, now.own), hidden, form, uses, open, "", page.Version}
		if form == nil {
			view.newRow = c.QueryParam("new")
		}
		for _, of := range parts {
			page.Parts = append(page.Parts, view.part(of))
		}
	}
	return frame.Render(c, status, views.SettingsPage(page))
}

// pageView makes the parts of the page.
type pageView struct {
	*Pages
	now     stored
	file    settings.Tree
	inForce settings.Tree // the file and the settings
	hidden  []settings.Hidden
	form    *sent
	uses    models.Uses
	open    string
	newRow  string // key of the list of which a new row is asked for, where open is
	version views.Stamp
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
		view.Fixed, view.Form = v.fixed(of, ""), v.formOf(of, "")
		return view
	}
	for _, id := range v.ids(of.thing.section) {
		thing := views.SettingsPart{ID: anchorOf(of, id), Summary: v.thingSummary(of, id), Fixed: v.fixed(of, id), Form: v.formOf(of, id)}
		thing.Open = v.open == thing.ID
		view.Things = append(view.Things, thing)
	}
	if form := v.formOf(of, ""); form != nil {
		another := views.SettingsPart{ID: of.id + "-new", Summary: of.thing.another, Form: form}
		another.Open = v.open == another.ID || view.Open && len(view.Things) == 0
		view.Things = append(view.Things, another)
	}
	return view
}

// fixed are the sections of a part that the file has, or the thing of it.
func (v pageView) fixed(of part, id string) (all []views.SettingsFixed) {
	for _, f := range of.fields {
		at := of.at(id, f)
		by := settings.Hider(v.file, at...)
		if by == nil {
			continue
		}
		if of.thing != nil {
			by = at[:2]
		}
		key := settings.KeyPart(by[0])
		if len(by) > 1 {
			key += "." + settings.KeyPart(by[1])
		}
		if len(all) == 0 || all[len(all)-1].Key != key {
			all = append(all, views.SettingsFixed{Key: key, Place: v.Keeper.place(by...)})
		}
		last := &all[len(all)-1]
		last.Facts = append(last.Facts, f.factsOf(get(v.file, at...))...)
	}
	return all
}

// hiddenFacts are what a part has of what the file hides.
func (v pageView) hiddenFacts(of part, hidden settings.Hidden) (facts []views.SettingsFact) {
	tree := hidden.Tree()
	if of.thing == nil {
		for _, f := range of.fields {
			facts = append(facts, f.factsOf(get(tree, f.path...))...)
		}
		return facts
	}
	table := asTree(tree[of.thing.section])
	for _, id := range slices.Sorted(maps.Keys(table)) {
		var words []string
		for _, f := range of.fields {
			for _, fact := range f.factsOf(get(asTree(table[id]), f.path...)) {
				if f.Name != "label" {
					words = append(words, lowerFirst(fact.Label)+" "+fact.Text)
				}
			}
		}
		facts = append(facts, views.SettingsFact{Label: names{tree, v.file}.labelOf(of.thing.section, id), Text: cmp.Or(strings.Join(words, " · "), "—")})
	}
	return facts
}

// ids are those of the things of a section.
func (v pageView) ids(section string) []string {
	return slices.SortedFunc(maps.Keys(asTree(v.inForce[section])), func(a, b string) int {
		return cmp.Or(strings.Compare(v.labelOf(section, a), v.labelOf(section, b)), strings.Compare(a, b))
	})
}

// value returns what is set at a path, in the file or in the settings.
func (v pageView) value(path ...string) any { return get(v.inForce, path...) }

func (v pageView) labelOf(section, id string) string { return names{v.inForce}.labelOf(section, id) }

// formOf returns the form of a part or of a thing, whose id is empty for a new one; nil if all of it
// is the file's.
func (v pageView) formOf(of part, id string) *views.SettingsForm {
	view := &views.SettingsForm{Action: Path, Section: of.id, ThingID: id, Version: v.version, Save: "Enregistrer"}
	typed, messages := of.typedOf(v.now.own, id), map[string]string(nil)
	if of.thing != nil && id == "" {
		typed = url.Values{of.thing.section + ".deductible": {"true"}}
		if of.id == "vehicles" {
			typed.Set("vehicles.type", "moteur")
		}
	}
	mine := v.form != nil && v.form.part.id == of.id && v.form.id == id
	if mine {
		view.Message, view.Unsaved = v.form.refusal, true
		if !v.form.beside { // what was stored since it was typed is not replaced unseen
			view.Version = views.Stamp{Number: v.form.typed.Get("version"), At: v.form.typed.Get("version_at")}
		}
		if !v.form.deletes() {
			typed, messages = v.form.typed, v.form.messages
		}
		if v.form.beside && !v.form.deletes() {
			view.Save = "Remplacer par ce que j’écrivais"
			view.Stored = v.facts(of, id, typed)
		}
	}
	prefix := of.id
	if of.thing != nil {
		prefix = anchorOf(of, id)
		if id == "" {
			prefix = of.id + "-new"
			view.Save = "Ajouter"
		} else {
			view.Delete = of.thing.remove
			if mine && v.form.beside && v.form.deletes() {
				view.Delete = "Supprimer quand même"
			}
		}
	}
	focus := mine && len(messages) > 0
	dates := of.dated(id)
	if dates != nil && len(dates.first(v.now.own)) == 0 && len(dates.rows(v.now.own)) == 0 {
		dates = nil // nothing is changed
	}
	for _, f := range of.fields {
		at := of.at(id, f)
		if settings.Hider(v.file, at...) != nil {
			continue
		}
		if f.Kind.Form == settings.Rows {
			rows := v.rowsOf(f, of.name(f), prefix, typed, messages, &focus)
			if dates == nil || of.name(f) != dates.name {
				view.Fields = append(view.Fields, rows)
				continue
			}
			rows.Rows = slices.DeleteFunc(rows.Rows, func(row views.SettingsRow) bool { return row.New && !row.Open })
			view.Fields = append(view.Fields, rows, v.sinceOf(*dates, prefix, typed, messages, &focus))
			continue
		}
		field := f.view(of.name(f), prefix, typed[of.name(f)], messages, &focus)
		if dates != nil && slices.Equal(at, dates.undated(dates.values[0])) {
			field.Help = dates.before(v.now.own, field.Help)
		}
		if f.Name == "label" && id != "" {
			field.Standard = id
		}
		view.Fields = append(view.Fields, field)
	}
	if len(view.Fields) == 0 {
		return nil
	}
	return view
}

// view returns the field with what is typed in it.
func (f field) view(name, prefix string, typed []string, messages map[string]string, focus *bool) views.SettingsField {
	first := ""
	if len(typed) > 0 {
		first = typed[0]
	}
	field := views.SettingsField{
		Short: f.Kind.Form == settings.Duration && len(f.Label) == len("lun."),
		ID:    prefix + "-" + strings.ReplaceAll(name, ".", "-"),
		Name:  name, Label: f.Label, Help: f.Help, Unit: f.Unit, Value: first, Standard: f.standard(), Type: "text", Message: messages[name],
	}
	if field.Message != "" && *focus {
		field.Focus, *focus = true, false
	}
	switch f.Kind.Form {
	case settings.Line:
		field.Max = strconv.Itoa(cmp.Or(f.Kind.Most, settings.MaxLabel))
	case settings.Whole:
		field.InputMode = "numeric"
	case settings.Decimal:
		field.InputMode = "decimal"
	case settings.Date:
		field.Type = "date"
		if _, ok := f.value(typed).(string); ok && messages[name] != "" {
			field.Type = "text" // a field for dates shows no other text
		}
	case settings.OneOf, settings.OptionalFlag:
		field.Type, field.Options = "select", f.options(first)
	case settings.Flag, settings.FlagByDefault:
		field.Type, field.Checked = "check", first != ""
	case settings.DayTypes:
		field.Type = "checks"
		field.Options = dayTypeOptions(typed)
	}
	return field
}

func (v pageView) rowsOf(f field, name, prefix string, typed url.Values, messages map[string]string, focus *bool) views.SettingsField {
	list := views.SettingsField{Type: "rows", Label: f.Label}
	legend := f.Label
	if f.Help != "" {
		legend += " (" + f.Help + ")"
	}
	for i := range models.MaxRows + 1 { // and another one
		at := name + "." + strconv.Itoa(i) + "."
		known := typed.Has(at+"row") || typed.Has(at+f.row[0].Name)
		row := views.SettingsRow{Name: at, Row: typed.Get(at + "row"), New: !known || typed.Get(at+"row") == "", Legend: f.legend(typed, at)}
		if row.New {
			row.Legend, row.ID = "+ "+legend, views.SettingsRowPlace(prefix, f.Name)
			row.Open = v.newRow == f.Name && v.open == prefix
		}
		asked := row.Open
		for _, of := range f.row {
			field := of.view(at+of.Name, prefix, typed[at+of.Name], messages, focus)
			row.Open = row.Open || field.Message != "" || known && field.Value != ""
			row.Fields = append(row.Fields, field)
		}
		row.Fields[0].Focus = row.Fields[0].Focus || asked
		list.Rows = append(list.Rows, row)
		if row.New {
			break // the form has one empty row
		}
	}
	return list
}

// legend names a row by what orders it.
func (f field) legend(typed url.Values, at string) string {
	for _, of := range f.row {
		text := typed.Get(at + of.Name)
		if of.Kind.Form == settings.Date && text != "" {
			return f.Label + " du " + dateWords(text)
		}
		if of.Name == "year" && text != "" {
			return f.Label + nbsp + ": " + text
		}
	}
	return f.Label
}

// dateWords writes "1er février 2026" of a stored date.
func dateWords(text string) string {
	date, err := parseDate(text)
	if err != nil {
		return text
	}
	return french.DayOfMonth(date) + " " + strconv.Itoa(date.Year)
}

// rowWords says what a row of the file has.
func (f field) rowWords(row any) string {
	var words []string
	for _, of := range f.row {
		if value := get(asTree(row), of.Name); value != nil {
			words = append(words, lowerFirst(of.Label)+" "+of.words(value))
		}
	}
	return strings.Join(words, " · ")
}

// factsOf says what a value of the key is; nothing if there is none.
func (f field) factsOf(value any) (facts []views.SettingsFact) {
	if value == nil {
		return nil
	}
	if f.Kind.Form != settings.Rows {
		return []views.SettingsFact{{Label: f.Label, Text: f.words(value)}}
	}
	list := f.rows(value)
	for i, row := range list {
		text := f.rowWords(row)
		if i == models.MaxRows {
			text = french.Others(len(list) - i)
		}
		facts = append(facts, views.SettingsFact{Label: f.Label, Text: text})
		if i == models.MaxRows {
			break
		}
	}
	return facts
}

// facts are what is stored of a part, beside what was typed.
func (v pageView) facts(of part, id string, typed url.Values) (facts []views.SettingsFact) {
	now := of.typedOf(v.now.own, id)
	for _, f := range of.fields {
		value := get(v.now.own, of.at(id, f)...)
		fact := views.SettingsFact{Label: f.Label, Text: f.words(value)}
		if f.Kind.Form == settings.Rows {
			var texts []string
			for _, row := range f.factsOf(value) {
				texts = append(texts, row.Text)
			}
			fact.Text = strings.Join(texts, " ; ")
			fact.Differs = !sameRows(now, typed, of.name(f)+".")
		} else {
			fact.Differs = !slices.Equal(now[of.name(f)], trimmed(typed[of.name(f)]))
		}
		if fact.Text == "" {
			fact.Text = "—"
		}
		facts = append(facts, fact)
	}
	return facts
}

// trimmed leaves out what is empty.
func trimmed(typed []string) (texts []string) {
	for _, text := range typed {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// sameRows reports whether two forms have the same in the fields whose names begin alike.
func sameRows(a, b url.Values, prefix string) bool {
	differ := func(a, b url.Values) bool {
		for name := range a {
			if strings.HasPrefix(name, prefix) && !strings.HasSuffix(name, ".row") && !slices.Equal(trimmed(a[name]), trimmed(b[name])) {
				return true
			}
		}
		return false
	}
	return !differ(a, b) && !differ(b, a)
}
