package connect

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// connectPath is the path of the page about automations.
const connectPath = "/help/connect"

// help explains what a day asks for, what its marks mean, and which keys there are.
func (p Pages) help(c echo.Context) error {
	page := views.Help{
		Frame:       p.Frame(c, "Aide"),
		Reading:     []views.Link{frame.GuideLink("guide", "Le guide"), frame.GuideLink("questions", "Questions fréquentes"), frame.GuideLink("confidentialite", "Confidentialité")},
		Cards:       p.helpCards(),
		Automations: views.Link{Path: connectPath, Label: "Brancher une automatisation"},
		Parts:       p.automationParts(c),
	}
	for _, dayType := range models.DayTypes {
		page.Types = append(page.Types, views.HelpType{Code: string(dayType), Label: french.DayTypes[dayType]})
	}
	half := models.HalfDays[0]
	page.Half = views.HelpType{Code: string(models.Work), Label: french.TypeOfDay(models.Work, half)}
	return frame.Render(c, http.StatusOK, views.HelpPage(page))
}

// helpCards are the tasks, each with where it is done.
func (p Pages) helpCards() []views.HelpCard {
	today := p.Today()
	lastMonth := today.AddDays(-today.Day)
	return []views.HelpCard{
		{
			Heading: frame.GuideLink("corriger", "Corriger une journée"),
			Text:    "Ouvrez la journée dans le mois, tapez l’heure juste, enregistrez. «" + nbsp + "8h30" + nbsp + "», «" + nbsp + "830" + nbsp + "» et «" + nbsp + "08:30" + nbsp + "» se valent.",
			Leads:   []views.Link{{Path: views.InMonthPath(today), Label: "Le mois en cours"}, {Path: "/review", Label: "Ce qui semble faux"}},
		},
		{
			Heading: frame.GuideLink("nuits", "Une nuit"),
			Text:    "Saisissez-la à la date où elle commence" + nbsp + ": de 20 à 8, la fin est le lendemain. Elle compte entière à cette date.",
			Leads:   []views.Link{{Path: views.NewEntryPath(today.AddDays(-1)), Label: "La nuit dernière"}},
		},
		{
			Heading: frame.GuideLink("corriger#annuler", "Annuler"),
			Text: "Après chaque changement, «" + nbsp + "Annuler" + nbsp + "» le défait. Pendant " + french.Counted(p.Rules.KeepDays, "jour") +
				", l’historique d’une journée la ramène à ce qu’elle était. Une journée supprimée se rétablit au bas de son année.",
			Leads: []views.Link{{Path: views.NewEntryPath(today), Label: "La journée d’aujourd’hui"}, {Path: views.YearPath(today.Year), Label: "Année " + strconv.Itoa(today.Year)}},
		},
		{
			Heading: frame.GuideLink("conges", "Des congés"),
			Text:    "Plusieurs jours se saisissent en une fois, sans les week-ends ni les jours fériés. L’aperçu dit ce qu’il en restera.",
			Leads:   []views.Link{{Path: "/entries/range?from=" + today.String(), Label: "Plusieurs jours"}, {Path: views.YearPath(today.Year) + "/counters", Label: "Congés et compteurs"}},
		},
		{
			Heading: frame.GuideLink("releve", "Imprimer"),
			Text:    "Le relevé d’un mois, à signer, s’imprime ou s’enregistre en PDF depuis le même bouton.",
			Leads:   []views.Link{{Path: views.MonthPath(lastMonth) + "/sheet", Label: "Relevé " + french.OfMonth(lastMonth)}},
		},
	}
}

// automationParts are the parts of the page about automations, which once stood on the help
// itself: addresses that name one of them there still lead to it.
func (p Pages) automationParts(c echo.Context) []views.HelpPart {
	parts := []views.HelpPart{{ID: "diagnostic", Label: "Diagnostic"}, {ID: "trial", Label: "Essayer"}}
	for _, way := range p.ways(c) {
		parts = append(parts, views.HelpPart{ID: way.ID, Label: way.Name})
	}
	for i := range parts {
		parts[i].Path = connectPath + "#" + parts[i].ID
	}
	return parts
}
