package models_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models"
)

// numbered repeats a line of TOML, whose %d is the number of the repetition.
func numbered(n int, line string) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return text.String()
}

func TestTheSettingsHaveAThousandKeysInATableAndTwoHundredRowsInAList(t *testing.T) {
	const twice = "twice = 1\ntwice = 1\n"
	for document, want := range map[string]bool{
		numbered(1000, "k%d = 1\n"):                                       true,
		numbered(1001, "k%d = 1\n"):                                       false,
		"[a]\nb.c = {" + numbered(1001, `"%d" = 1, `) + "z = 1}":          false,
		numbered(200, "[[targets]]\nfrom = '%d'\n"):                       true,
		numbered(201, "[[targets]]\nfrom = '%d'\n"):                       false,
		"targets = [" + numbered(200, "{from = '%d'}, # }\n") + "]":       true,
		"targets = [" + numbered(201, "{from = '%d'}, # }\n") + "]":       false,
		"[[a]]\n" + numbered(200, "[[a.b]]\n") + "[[a]]\n[[a.b]]\n":       true,
		"a = [[" + numbered(201, "{}, ") + "]]":                           false,
		"rates = [" + numbered(5000, "%d, ") + "]":                        true,
		numbered(10, "[a%d]\n"+numbered(999, "k%d = 1\n")):                true,
		numbered(11, "[a%d]\n"+numbered(999, "k%d = 1\n")):                false,
		"a = '''\n" + numbered(2000, "k%d = 1\n[[targets]]\n") + "'''\n":  true,
		"a = \"\"\"\n" + numbered(2000, "\\\"\"\"k%d = 1\n") + "\"\"\"\n": true,
		numbered(2000, "# k%d = 1\n"):                                     true,
		"a = " + strings.Repeat("[", 19) + strings.Repeat("]", 19):        true,
		"a = " + strings.Repeat("[", 20) + strings.Repeat("]", 20):        false,
		strings.Repeat("a.", 19) + "a = 1":                                true,
		strings.Repeat("a.", 20) + "a = 1":                                false,
		"[" + strings.Repeat("a.", 18) + "a]":                             true,
		"[" + strings.Repeat("a.", 19) + "a]":                             false,
		"[[" + strings.Repeat("a.", 17) + "a]]":                           true,
		"[[" + strings.Repeat("a.", 18) + "a]]":                           false,
	} {
		if got := models.AreSettings(document); got != want {
			t.Errorf("%.60q of %d bytes: got %t", document, len(document), got)
		}
		// decoding compares each key with the others, and would find the one that is there twice
		if _, err := models.ParseSettings(twice + document); !want && !errors.Is(err, models.ErrSettingsOutsized) {
			t.Errorf("%.60q with a key twice: got %v", document, err)
		}
	}
	if _, err := models.ParseSettings(twice); err == nil || errors.Is(err, models.ErrSettingsOutsized) {
		t.Errorf("got %v", err)
	}
}

// outsized reports whether a tree exceeds the limits of the settings, as they are measured without
// decoding them.
func outsized(value any, levels int) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, part := range value {
			if levels == 0 || len(value) > 1000 || outsized(part, levels-1) {
				return true
			}
		}
		return levels == 0
	case []any:
		rows := 0
		for _, part := range value {
			if _, is := part.(map[string]any); is {
				rows++
			}
			if levels == 0 || rows > 200 || outsized(part, levels-1) {
				return true
			}
		}
		return levels == 0
	}
	return false
}

func FuzzNoDocumentThatIsTakenIsOutsized(f *testing.F) {
	f.Add("[a]\nb.c = {d = [{}, [1]]}\n[[e.f]]\n[e.f.g]\n", 1, 2)
	f.Add("'a.b'.\"c\\u0064\" = \"\"\"\n\\\"[x]\"\"\" # {\n", 300, 2000)
	f.Add("a = [{}, \n{b = 1}, # ]\n]", 201, 1001)
	samples, _ := filepath.Glob("../app/*.toml")
	for _, name := range samples {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(string(text), 1, 1)
		}
	}
	f.Fuzz(func(t *testing.T, document string, repeats, seed int) {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		lines := strings.SplitAfter(document, "\n")
		for range repeats % 3000 {
			line := lines[random.IntN(len(lines))]
			document += strings.ReplaceAll(line, "a", fmt.Sprint("a", random.IntN(2000)))
		}
		if read, err := models.ParseSettings(document); err == nil && outsized(read, 20) {
			t.Errorf("taken: %.200q", document)
		}
	})
}
