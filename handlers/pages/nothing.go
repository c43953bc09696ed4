package pages

import (
	"worklog/models/civil"
	"worklog/views"
)

// nothingIn says of a month or a year without an entry what fills it. Several days at once begin
// with a date.
func nothingIn(when string, date civil.Date) *views.Nothing {
	return &views.Nothing{
		Text: "Rien n’est saisi en " + when + ". Vos arrivées et vos départs rempliront les journées" + nbsp + "; pour en écrire une vous-même, ouvrez-la.",
		Leads: []views.Link{
			{Path: rangePath + "?from=" + date.String(), Label: "Saisir plusieurs jours"},
			{Path: "/data#import", Label: "Reprendre un fichier"},
		},
	}
}
