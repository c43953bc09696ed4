package pages

import "worklog/views"

// nothingIn says of a month or a year without an entry what fills it.
func nothingIn(when string, leads ...views.Link) *views.Nothing {
	return &views.Nothing{
		Text:  "Rien n’est saisi en " + when + ". Vos arrivées et vos départs rempliront les journées" + nbsp + "; pour en écrire une vous-même, ouvrez-la.",
		Leads: append(leads, views.Link{Path: "/data#import", Label: "Reprendre un fichier"}),
	}
}
