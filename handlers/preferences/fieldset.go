package preferences

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

type fieldset struct {
	prefix   string            // of the ids of the fields
	typed    url.Values        // what stands in them
	messages map[string]string // by the names of the fields
	focus    bool              // on the first field that has a message
	newRow   string            // key of the list of which a new row is asked for
}

func (s *fieldset) field(key settings.Key, name string) views.SettingsField {
	field := views.SettingsField{Key: key, ID: s.prefix + "-" + strings.ReplaceAll(name, ".", "-"), Name: name, Typed: s.typed[name],
		Standard: cmp.Or(standard(key), s.ofProfile(key, strings.TrimSuffix(name, key.Name)))}
	if message, wrong := s.messages[name]; wrong {
		field.Message = cmp.Or(message, strings.TrimSpace(key.Refusal+" "+key.InOther))
		field.Focus, s.focus = s.focus, false
	}
	return field
}

// ofProfile writes the figure of a threshold that the typed profile has; empty for another key.
func (s *fieldset) ofProfile(key settings.Key, prefix string) string {
	if !s.typed.Has(prefix + "profile") {
		return ""
	}
	rules := settings.Tree{"profile": s.typed.Get(prefix + "profile")}
	for _, flag := range []string{"night_worker", "twelve_hours"} {
		rules[flag] = s.typed.Get(prefix+flag) != ""
	}
	figure, has := settings.ProfileFigures(rules)[key.Name]
	switch {
	case !has:
		return ""
	case figure == 0:
		return "aucun"
	case key.Kind.Form == settings.Duration:
		return french.ShortDuration(figure)
	}
	return strconv.FormatInt(figure, 10)
}

// rows are those of a list that are typed, and a new one.
func (s *fieldset) rows(key settings.Key, name string) views.SettingsField {
	list := views.SettingsField{Key: key}
	for i := range models.MaxRows + 1 { // and another one
		at := name + "." + strconv.Itoa(i) + "."
		known := s.typed.Has(at+"row") || s.typed.Has(at+key.Kind.Keys[0].Name)
		row := views.SettingsRow{Name: at, Row: s.typed.Get(at + "row"), Legend: legendOf(key, s.typed, at), Ways: key.Kind.Ways}
		if row.Row == "" {
			row.Legend, row.ID = "+ "+cmp.Or(key.Another, key.Label), views.SettingsRowPlace(s.prefix, key.Name)
			if key.Help != "" {
				row.Legend += " (" + key.Help + ")"
			}
			row.Open = s.newRow == key.Name
		}
		if row.Ways != nil {
			row.How = cmp.Or(append([]string{s.typed.Get(at + "how")}, append(typedWays(key, s.typed, at), row.Ways[0].Value)...)...)
		}
		asked := row.Open
		for _, of := range key.Kind.Keys {
			field := s.field(of, at+of.Name)
			row.Open = row.Open || field.Message != "" || known && field.Value() != ""
			row.Fields = append(row.Fields, field)
		}
		row.Fields[0].Focus = row.Fields[0].Focus || asked
		list.Rows = append(list.Rows, row)
		if row.Row == "" {
			break // the form has one empty row
		}
	}
	return list
}

// legendOf names a row by what orders it.
func legendOf(list settings.Key, typed url.Values, at string) string {
	by := orderKey(list)
	text := typed.Get(at + by.Name)
	switch {
	case text == "":
		return cmp.Or(list.Another, list.Label)
	case by.Kind.Form == settings.Date:
		return cmp.Or(list.Dated, list.Label) + " du " + dateWords(text)
	}
	return list.Label + nbsp + ": " + text
}

// dateWords writes "1er février 2026" of a stored date.
func dateWords(text string) string {
	date, err := civil.ParseDate(text)
	if err != nil {
		return text
	}
	return french.InYear(date)
}

// since asks from when on changes of what has dates count.
func (s *fieldset) since(of dated, today civil.Date) views.SettingsField {
	name := of.name + dateField
	date := s.field(of.from, name)
	if date.Typed == nil {
		date.Typed = []string{today.String()}
	}
	since := of.name + sinceField
	return views.SettingsField{Key: settings.Key{Help: of.Help}, Name: since, Typed: s.typed[since], Since: &date}
}
