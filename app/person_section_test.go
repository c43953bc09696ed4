package app_test

import (
	"testing"

	"worklog/app/apptest"
)

func TestThePersonIsALineOfText(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, "[person]\nname = ' Zoë Élie-Dupont '\nemployer = \"Centre hospitalier de l’Ouest (93)\"\n")
	if got, want := config.Frame.Person.Name+" | "+config.Frame.Person.Employer, "Zoë Élie-Dupont | Centre hospitalier de l’Ouest (93)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
