package models

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// SettingsSections are the sections of the configuration that are the person's, which the document
// of the settings has.
var SettingsSections = []string{
	"person", "targets", "solidarity", "balance", "counters", "hours", "rules", "pay", "meals", "titres", "telework", "ten_percent",
	"review", "plan", "calendar", "journeys", "vehicles", "bareme",
}

// MachineSections are the others, which it never has. A section that is in neither list is of
// another version of this program, and kept.
var MachineSections = []string{"server", "database", "backup", "web", "limits", "history", "presence_integration"}

// MaxSettings is the maximum size of the document of the settings in bytes.
const MaxSettings = 256 << 10

// settingsCautions are about documents that are used, or kept, as they are.
var settingsCautions = append(settingsRules("<"),
	rule{12, "has sections that this version of worklog does not know", settingsTable, "document", newest("=") + isSmall, areKnown})

// settingsRules are the rules of a document of the settings: of the newest version, which is in
// force, or of those before it, which are of use only to go back to them. The comparison is "="
// or "<".
func settingsRules(comparison string) []rule {
	document := newest(comparison) + isSmall
	return []rule{
		{12, "has a document of more than 256 KiB", settingsTable, "", newest(comparison) + "NOT " + isSmall, nil},
		{12, "has a document that " + ErrSettingsOutsized.Error(), settingsTable, "document", document, SettingsFit},
		{12, "has a document that is not TOML of the person's sections in UTF-8", settingsTable, "document", document,
			func(text string) bool { return AreSettings(text) || !SettingsFit(text) }},
	}
}

// isSmall is the condition that a document may be parsed.
var isSmall = fmt.Sprintf("octet_length(document) <= %d", MaxSettings)

// newest begins the condition of the newest version, or of those before it.
func newest(comparison string) string {
	return "id " + comparison + " (SELECT max(id) FROM settings_versions) AND "
}

// areKnown reports whether this program knows all sections that a document can be read to have.
func areKnown(text string) bool {
	document, _ := parseSmall(text)
	for section := range document {
		if !slices.Contains(SettingsSections, section) {
			return false
		}
	}
	return true
}

// AreSettings reports whether a text is a document that can be the person's settings, whatever
// these say: at most 256 KiB of TOML in UTF-8, without a section of the machine, and not
// [ErrSettingsOutsized].
func AreSettings(text string) bool {
	_, err := ParseSettings(text)
	return err == nil
}

// errNotSettings is the error of a text that cannot be the settings.
var errNotSettings = errors.New("not TOML of the person's sections, of at most 256 KiB")

// ParseSettings returns what a document says. It returns [ErrSettingsOutsized] for one beyond the
// limits, and an error unless [AreSettings].
func ParseSettings(text string) (map[string]any, error) {
	document, err := parseSmall(text)
	for _, section := range MachineSections {
		if document[section] != nil {
			err = errNotSettings
		}
	}
	if err != nil {
		return nil, err
	}
	return document, nil
}

// parseSmall returns what a document says that is neither too large nor [ErrSettingsOutsized].
func parseSmall(text string) (document map[string]any, err error) {
	if len(text) > MaxSettings || !utf8.ValidString(text) {
		return nil, errNotSettings
	}
	if !SettingsFit(text) {
		return nil, ErrSettingsOutsized
	}
	document = map[string]any{}
	if toml.Unmarshal([]byte(text), &document) != nil {
		return nil, errNotSettings
	}
	return document, nil
}
