package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/unicode/norm"

	"worklog/models"
)

// Tree is what a document of TOML says, or a section of it.
type Tree = map[string]any

// Parse returns what a document says.
func Parse(text string) (Tree, error) { return models.ParseSettings(text) }

// Text returns the document that says what a tree does.
func Text(tree Tree) (string, error) {
	text, err := toml.Marshal(tree)
	if err != nil {
		return "", fmt.Errorf("settings: %w", err)
	}
	return string(text), nil
}

// Of returns the person's sections of a configuration.
func Of(configuration Tree) Tree {
	own := Tree{}
	maps.Copy(own, configuration)
	maps.DeleteFunc(own, func(section string, _ any) bool { return !slices.Contains(models.SettingsSections, section) })
	return own
}

// maxLabel is the maximum length of a label or a note in code points.
const maxLabel = 100

// maxPerson is the maximum length of the name and the employer of the sheet in code points.
const maxPerson = 80

// elementMark begins the part of a path that is an element of an array. Ids do not contain it,
// for it is a control character.
const elementMark = "\x01"

// Element is the part of a path that is an element of an array, counted from 0.
func Element(n int) string { return elementMark + strconv.Itoa(n+1) }

// Number returns the number of an element, counted from 1, of the part of a path that is one.
func Number(part string) (text string, is bool) { return strings.CutPrefix(part, elementMark) }

// Join joins a path so that ids with dots stay distinct.
func Join(path ...string) string { return strings.Join(path, "\x00") }

// identity returns what tells a row of an array from the others, such as "2026-01-01".
func identity(row any, keys []string) string {
	table, _ := row.(Tree)
	var parts []string
	for _, key := range keys {
		if value, found := table[key]; found {
			parts = append(parts, fmt.Sprint(value))
		}
	}
	return strings.Join(parts, " ")
}

// isShared reports whether a file and the settings may each have some of the ids of a section.
func isShared(section string) bool {
	key := KeyAt(section)
	return key != nil && key.Kind.Shared
}

// Hider returns the path of what in a file stands before a path of the settings: its section or, of
// one that is shared, its id; nil if nothing does. A path of the former alone is the file's if it has any.
func Hider(file Tree, path ...string) []string {
	value, found := file[path[0]]
	if !found {
		return nil
	}
	if len(path) == 1 || !isShared(path[0]) {
		return path[:1]
	}
	table, _ := value.(Tree)
	if _, found := table[path[1]]; found {
		return path[:2]
	}
	return nil
}

// Hidden is a section of the settings, or an id of one, that a file has too.
type Hidden struct {
	Path []string
	Tree Tree // of it alone
}

// Beside returns a configuration with what of the settings is in force beside a file, and what the
// file hides.
func Beside(file, own Tree) (both Tree, hidden []Hidden) {
	both = Tree{}
	maps.Copy(both, file)
	for _, section := range slices.Sorted(maps.Keys(own)) {
		table, _ := own[section].(Tree)
		switch {
		case Hider(file, section) == nil:
			both[section] = own[section]
		case table == nil || !isShared(section):
			hidden = append(hidden, Hidden{[]string{section}, Tree{section: own[section]}})
		default:
			ofFile, _ := file[section].(Tree)
			ofBoth := Tree{}
			maps.Copy(ofBoth, ofFile)
			for _, id := range slices.Sorted(maps.Keys(table)) {
				if Hider(file, section, id) != nil {
					hidden = append(hidden, Hidden{[]string{section, id}, Tree{section: Tree{id: table[id]}}})
				} else {
					ofBoth[id] = table[id]
					both[section] = ofBoth
				}
			}
		}
	}
	return both, hidden
}

// unnamed is the id of a label without a letter or digit.
const unnamed = "sans-nom"

// ligatures are letters that have no decomposition.
var ligatures = strings.NewReplacer("œ", "oe", "æ", "ae")

// maxID is the maximum length of an id that is made of a label.
const maxID = 40

// NewID returns an id made of a label: its letters without accents, and its digits. A number
// follows if the id is taken.
func NewID(label string, taken func(id string) bool) string {
	var id strings.Builder
	for _, char := range norm.NFKD.String(ligatures.Replace(strings.ToLower(label))) {
		switch {
		case char >= 'a' && char <= 'z' || char >= '0' && char <= '9':
			id.WriteRune(char)
		case !unicode.Is(unicode.Mn, char) && id.Len() > 0 && !strings.HasSuffix(id.String(), "-"):
			id.WriteByte('-')
		}
		if id.Len() == maxID {
			break
		}
	}
	made := strings.Trim(id.String(), "-")
	if made == "" {
		made = unnamed
	}
	for n, first := 2, made; taken(made); n++ { // ids are finite, numbers are not
		made = first + "-" + strconv.Itoa(n)
	}
	return made
}
