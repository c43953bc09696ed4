package frame

import "worklog/views"

// guides are the pages of the guide that answer what a page may raise, by its route; others raise nothing.
var guides = map[string]views.Link{
	TodayPath:                    aboutIn("commencer", "commencer"),
	CountersPath:                 aboutIn("conges#lire-un-compteur", "lire un compteur"),
	ReviewPath:                   aboutIn("corriger#à-vérifier", "ce qui est à vérifier"),
	SettingsPath:                 aboutIn("commencer#vos-réglages", "vos réglages"),
	"/years/:year/counters":      aboutIn("conges", "congés et compteurs"),
	"/months/:month":             aboutIn("corriger", "corriger une journée"),
	"/months/:month/hours":       aboutIn("heures", "les heures et le solde"),
	"/months/:month/hours/:kind": aboutIn("nuits#où-elle-compte", "où une nuit compte"),
	"/months/:month/pay":         aboutIn("paie", "la paie"),
	"/months/:month/sheet":       aboutIn("releve", "le relevé à signer"),
	"/years/:year/leave":         aboutIn("conges", "congés et compteurs"),
	"/years/:year/hours":         aboutIn("heures", "les heures et le solde"),
	"/years/:year/hours/:kind":   aboutIn("nuits#où-elle-compte", "où une nuit compte"),
	"/plan":                      aboutIn("planning", "le planning"),
	"/years/:year/planned":       aboutIn("heures#au-delà-du-prévu", "au-delà du prévu"),
	"/years/:year/rests":         aboutIn("repos", "les repos"),
	"/years/:year/costs":         aboutIn("frais-reels", "les frais réels"),
	"/years/:year/sheets":        aboutIn("releve", "le relevé à signer"),
	"/entries/new":               aboutIn("corriger", "corriger une journée"),
	"/entries/range":             aboutIn("conges#poser-des-congés", "poser des congés"),
	"/entries/:id/edit":          aboutIn("corriger", "corriger une journée"),
	"/entries/:id/history":       aboutIn("corriger#annuler", "annuler"),
	"/data":                      aboutIn("sauvegarder#emporter-ses-données", "emporter ses données"),
	"/feeds":                     aboutIn("securite#les-trois-secrets", "les trois secrets"),
	"/journal":                   aboutIn("brancher#si-rien-ne-vient", "si rien ne vient"),
	"/sessions":                  aboutIn("securite", "la sécurité chez soi"),
}

func aboutIn(page, what string) views.Link {
	return GuideLink(page, "Guide\u00a0: "+what)
}

// Guide returns a link to a guide of the docs folder.
func Guide(name string) views.Link {
	return views.Link{Path: "/help/guides/" + name, Label: "Pour qui tient la machine, en anglais"}
}

// GuidePath returns the path of a page of the guide in French, or of a part of it, such as
// "nuits#où-elle-compte".
func GuidePath(page string) string { return "/help/" + page }

// GuideLink returns a link to a page of the guide in French.
func GuideLink(page, label string) views.Link {
	return views.Link{Path: GuidePath(page), Label: label}
}
