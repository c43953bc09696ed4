package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/settings"
)

// ReportSettings writes the person's sections in force as TOML, each key with where it comes from
// in a comment; a default is a comment itself. There need be no database. It returns the errors of
// [models.Open].
func ReportSettings(ctx context.Context, config Config, to io.Writer) error {
	err := withExisting(ctx, config, func(_ *models.Store, effective Config) error { return writeSettings(to, effective) })
	if errors.Is(err, errNoDatabase) {
		return writeSettings(to, config)
	}
	return err
}

// settingsWriter writes sections of a document.
type settingsWriter struct {
	*bufio.Writer
	doc    *document
	hidden []settings.Hidden
}

func writeSettings(to io.Writer, config Config) error {
	own, err := settings.Parse(config.Settings.Document)
	if err != nil {
		return err
	}
	_, hidden := settings.Beside(config.doc.root, own)
	w := settingsWriter{bufio.NewWriter(to), config.doc.with(own), hidden}
	sections := slices.Clone(models.SettingsSections)
	for _, key := range slices.Sorted(maps.Keys(own)) {
		_, isSection := own[key].(settings.Tree)
		switch {
		case slices.Contains(sections, key) || !w.doc.isOwn(key):
		case isSection: // of another version of this program
			sections = append(sections, key)
		default: // which TOML wants before the sections
			fmt.Fprintf(w, "%s = %s%s\n\n", settings.KeyPart(key), settings.Literal(own[key]), w.where([]string{key}))
		}
	}
	for _, section := range sections {
		value := w.doc.root[section]
		if table, is := value.(settings.Tree); is && section == "vehicles" && len(table) == 0 { // which says that there is none
			fmt.Fprintf(w, "[%s]%s\n\n", section, w.where([]string{section}))
		}
		w.value(value, section)
		if err := w.hides(section); err != nil {
			return err
		}
	}
	return w.Flush()
}

// where says in a comment where a key comes from.
func (w settingsWriter) where(path []string) string {
	if w.doc.isOwn(path...) {
		return "  # settings"
	}
	return "  # " + printable(w.doc.place(path...))
}

// hides writes in comments what of a section of the settings the file hides, and where it does.
func (w settingsWriter) hides(section string) error {
	for _, hidden := range w.hidden {
		if hidden.Path[0] != section {
			continue
		}
		text, err := settings.Text(hidden.Tree)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "# hidden by %s:\n# %s\n\n", printable(w.doc.place(hidden.Path...)),
			strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n# "))
	}
	return nil
}

// value writes a section, or a table or rows below it: a table with its values first.
func (w settingsWriter) value(value any, path ...string) {
	if rows, are := value.([]any); are {
		w.rows(rows, path...)
		return
	}
	table, _ := value.(settings.Tree)
	lines, inner := map[string]string{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		at := append(slices.Clone(path), name)
		_, isTable := table[name].(settings.Tree)
		_, isList := table[name].([]any)
		if key := settings.KeyAt(at...); isTable || isList && key != nil && key.Kind.Form == settings.Rows {
			inner = append(inner, name)
			continue
		}
		lines[name] = settings.KeyPart(name) + " = " + settings.Literal(table[name]) + w.where(at)
	}
	if section := settings.KeyAt(path...); section != nil && section.Kind.Form == settings.Section {
		for _, of := range section.Kind.Keys {
			if _, found := lines[of.Name]; !found && of.Default != nil {
				lines[of.Name] = "# " + of.Name + " = " + settings.Literal(of.Default) + "  # default"
			}
		}
	}
	if len(lines) > 0 || len(table) == 0 && len(path) == 2 { // a vehicle may have its id alone
		fmt.Fprintf(w, "[%s]\n", settings.KeyName(path...))
		for _, name := range slices.Sorted(maps.Keys(lines)) {
			fmt.Fprintln(w, lines[name])
		}
		fmt.Fprintln(w)
	}
	for _, name := range inner {
		w.value(table[name], append(slices.Clone(path), name)...)
	}
}

func (w settingsWriter) rows(rows []any, path ...string) {
	for i, row := range rows {
		table, _ := row.(settings.Tree)
		fmt.Fprintf(w, "[[%s]]%s\n", settings.KeyName(path...), w.where(append(slices.Clone(path), settings.Element(i))))
		for _, name := range slices.Sorted(maps.Keys(table)) {
			fmt.Fprintf(w, "%s = %s\n", settings.KeyPart(name), settings.Literal(table[name]))
		}
		fmt.Fprintln(w)
	}
}
