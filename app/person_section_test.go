package app_test

import (
	"strings"
	"testing"

	"worklog/app/apptest"
)

func TestThePersonIsALineOfText(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, "[person]\nname = ' Zoë Élie-Dupont '\nemployer = \"Centre hospitalier de l’Ouest (93)\"\n")
	if got, want := config.Frame.Person.Name+" | "+config.Frame.Person.Employer, "Zoë Élie-Dupont | Centre hospitalier de l’Ouest (93)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const allowed = ": must be at most 80 characters of text, without control characters"
	for name, row := range map[string]struct{ text, want string }{
		"a NUL":                 {`name = "a\u0000"`, `FILE:2: person.name = "a\x00"` + allowed},
		"two lines":             {`name = "a\nb"`, `FILE:2: person.name = "a\nb"` + allowed},
		"a change of direction": {`employer = "a\u202eb"`, `FILE:2: person.employer = "a\u202eb"` + allowed},
		"81 characters":         {`employer = "` + strings.Repeat("é", 81) + `"`, `FILE:2: person.employer = "` + strings.Repeat("é", 81) + `"` + allowed},
		"a number":              {"name = 7", "FILE:2: person.name = 7: must be text in quotes"},
	} {
		t.Run(name, func(t *testing.T) { wantProblems(t, "[person]\n"+row.text+"\n", row.want) })
	}
	apptest.LoadConfig(t, "[person]\nname = \""+strings.Repeat("é", 80)+"\"\n")
}
