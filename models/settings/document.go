package settings

import (
	"fmt"
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
	for _, section := range models.SettingsSections {
		if value, found := configuration[section]; found {
			own[section] = value
		}
	}
	return own
}

// MaxLabel is the maximum length of a label or a note in code points.
const MaxLabel = 100

// MaxPerson is the maximum length of the name and the employer of the sheet in code points.
const MaxPerson = 80

// elementMark begins the part of a path that is an element of an array. Ids do not contain it,
// for it is a control character.
const elementMark = "\x01"

// Element is the part of a path that is an element of an array, counted from 0.
func Element(n int) string { return elementMark + strconv.Itoa(n+1) }

// Number returns the number of an element, counted from 1, of the part of a path that is one.
func Number(part string) (text string, is bool) { return strings.CutPrefix(part, elementMark) }

// Key joins a path so that ids with dots stay distinct.
func Key(path ...string) string { return strings.Join(path, "\x00") }

// identities are the keys by which the rows of an array are told apart. A part "*" of a path
// is any id.
var identities = []struct {
	path []string
	keys []string
}{
	{[]string{"targets"}, []string{"from"}},
	{[]string{"balance", "adjustments"}, []string{"date"}},
	{[]string{"counters", "*", "adjustments"}, []string{"date"}},
	{[]string{"journeys", "*", "distances"}, []string{"from"}},
	{[]string{"pay", "rates"}, []string{"kind", "from"}},
	{[]string{"telework", "rates"}, []string{"year"}},
	{[]string{"ten_percent"}, []string{"year"}},
	{[]string{"bareme"}, []string{"year", "category", "power_cv"}},
}

// IdentityKeys returns the keys by which the rows of an array are told apart; none of another.
func IdentityKeys(path ...string) []string {
	for _, identity := range identities {
		same := func(part, want string) bool { return part == want || want == "*" }
		if slices.EqualFunc(path, identity.path, same) {
			return identity.keys
		}
	}
	return nil
}

// Identity returns what tells a row of an array from the others, such as "2026-01-01".
func Identity(row any, keys []string) string {
	table, _ := row.(Tree)
	var parts []string
	for _, key := range keys {
		if value, found := table[key]; found {
			parts = append(parts, fmt.Sprint(value))
		}
	}
	return strings.Join(parts, " ")
}

// Identities returns what tells the rows of an array apart.
func Identities(rows []any, keys []string) map[string]bool {
	found := map[string]bool{}
	for _, row := range rows {
		found[Identity(row, keys)] = true
	}
	return found
}

// Merged is a configuration file and the settings in one.
type Merged struct {
	Tree Tree
	own  map[string][]string // paths within the settings, by [Key] of those in the tree
}

// Merge adds the keys of the settings to those of a file. What the file has stays: a key, an
// array that is no list of rows, and a row of the same date.
func Merge(file, own Tree) Merged {
	m := Merged{own: map[string][]string{}}
	m.Tree = m.tables(file, own, nil)
	return m
}

// Own returns the path within the settings of one within the tree, or nil if that is the file's.
func (m Merged) Own(path ...string) []string {
	for end := len(path); end > 0; end-- {
		if own, found := m.own[Key(path[:end]...)]; found {
			return slices.Concat(own, path[end:])
		}
	}
	return nil
}

func (m Merged) tables(file, own Tree, path []string) Tree {
	merged := Tree{}
	for key, value := range file {
		merged[key] = value
	}
	for key, value := range own {
		at := append(slices.Clone(path), key)
		stored, found := file[key]
		if !found {
			merged[key] = value
			m.own[Key(at...)] = at
			continue
		}
		switch stored := stored.(type) {
		case Tree:
			if table, ok := value.(Tree); ok {
				merged[key] = m.tables(stored, table, at)
			}
		case []any:
			if rows, ok := value.([]any); ok {
				merged[key] = m.rows(stored, rows, at)
			}
		}
	}
	return merged
}

// rows are at most as many as a document can hold, and the file's.
func (m Merged) rows(file, own []any, path []string) []any {
	keys := IdentityKeys(path...)
	if keys == nil {
		return file
	}
	taken := Identities(file, keys)
	merged := slices.Clone(file)
	for i, row := range own {
		if taken[Identity(row, keys)] {
			continue
		}
		m.own[Key(append(slices.Clone(path), Element(len(merged)))...)] = append(slices.Clone(path), Element(i))
		merged = append(merged, row)
	}
	return merged
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
