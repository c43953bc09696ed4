package frame

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/models/civil"
	"worklog/views"
)

// The paths of pages that the frame leads to.
const (
	TodayPath    = "/today"
	CountersPath = "/counters"
	ReviewPath   = views.ReviewPath
	SettingsPath = views.SettingsPath
)

// nav leads to what one comes for every day. The month is that of today.
func (s *Site) nav(c echo.Context, month string) []views.NavLink {
	links := current(c, mainLinks(month))
	links[1].Current = strings.HasPrefix(c.Request().URL.Path, "/months/")
	toVerify, err := s.ToVerify(c)
	s.LogOmitted(c, "to verify", err)
	links[3].Count = toVerify
	return links
}

// mainLinks are those of [Site.nav], for whoever asks from wherever.
func mainLinks(month string) []views.NavLink {
	return []views.NavLink{
		{Link: views.Link{Path: TodayPath, Label: "Aujourd’hui"}, Icon: views.IconToday},
		{Link: views.Link{Path: month, Label: "Mois"}, Icon: views.IconMonth},
		{Link: views.Link{Path: CountersPath, Label: "Compteurs"}, Icon: views.IconCounters},
		{Link: views.Link{Path: ReviewPath, Label: "À vérifier"}, Icon: views.IconReview},
	}
}

// monthNow is the path of the month of today, at today unless a question stands above it.
func (s *Site) monthNow(c echo.Context) string {
	if open, err := s.OpenArrival(c); err != nil || s.isForgotten(open) {
		return views.MonthPath(s.Today())
	}
	return views.InMonthPath(s.Today())
}

// more leads to the rest, in groups: to the figures of the month and of the year that are
// shown, or else of today.
func (s *Site) more(c echo.Context) views.More {
	shown := shownDate(c, s.Today())
	groups := [][]views.NavLink{
		{{Link: views.Link{Path: views.YearPath(shown.Year), Label: "Année"}}, {Link: views.Link{Path: views.SheetPath(shown), Label: "Relevé"}},
			{Link: views.Link{Path: views.CostsPath(shown.Year), Label: "Frais réels"}}},
		{{Link: views.Link{Path: views.ConnectPath, Label: "Brancher"}}, {Link: views.Link{Path: "/data", Label: "Exporter et importer"}}},
		{{Link: views.Link{Path: SettingsPath, Label: "Réglages"}}, {Link: views.Link{Path: "/help", Label: "Aide"}}},
	}
	if s.Login != nil && !access.Framed(c) {
		groups = append(groups, []views.NavLink{{Link: views.Link{Path: "/logout", Label: "Déconnexion"}}})
	}
	more := views.More{Groups: groups}
	for _, group := range groups {
		more.Current = more.Current || slices.ContainsFunc(current(c, group), func(link views.NavLink) bool { return link.Current })
	}
	return more
}

// shownDate returns a date of the month or of the year in the path of a page, or else today.
func shownDate(c echo.Context, today civil.Date) civil.Date {
	first, last, err := spanIn(c)
	if err != nil || first.Year == today.Year && first.Month != last.Month {
		return today
	}
	if first.Month == last.Month {
		return first
	}
	if today.Compare(last) > 0 {
		return last
	}
	return first
}

func yearTabs(c echo.Context, year int) []views.NavLink {
	own := views.YearPath(year)
	return current(c, []views.NavLink{
		{Link: views.Link{Path: own, Label: "Aperçu"}}, {Link: views.Link{Path: views.LeavePath(year), Label: "Congés"}},
		{Link: views.Link{Path: views.HoursPath(year), Label: "Heures"}}, {Link: views.Link{Path: views.PlannedPath(year), Label: "Prévu"}},
		{Link: views.Link{Path: own + "/rests", Label: "Repos"}}, {Link: views.Link{Path: views.CostsPath(year), Label: "Frais"}},
		{Link: views.Link{Path: own + "/sheets", Label: "Relevés"}},
	})
}

// MonthTabs lead to the views of the month that is shown.
func MonthTabs(c echo.Context, month civil.Date) []views.NavLink {
	return current(c, []views.NavLink{
		{Link: views.Link{Path: views.MonthPath(month), Label: "Calendrier"}},
		{Link: views.Link{Path: views.MonthHoursPath(month), Label: "Tableau"}},
		{Link: views.Link{Path: views.PlanMonthPath(month), Label: "Planning"}, Current: c.Request().URL.Path == views.PlanPath},
		{Link: views.Link{Path: views.PayPath(month), Label: "Paie"}},
	})
}

func current(c echo.Context, links []views.NavLink) []views.NavLink {
	path := c.Request().URL.Path
	if at := slices.IndexFunc(links, func(link views.NavLink) bool { return link.Path == path }); at >= 0 {
		links[at].Current = true
	}
	return links
}
