package app_test

import (
	"html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
)

var (
	notProse = regexp.MustCompile(`(?s)<(script|style|pre|code|textarea|kbd)\b.*?</(script|style|pre|code|textarea|kbd)>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	// breaks is where a line could break before a mark, within « », between a number and its unit,
	// or within the names of what is pressed.
	breaks = regexp.MustCompile(`.{0,30}(?: [:;!?»]|« |\d (?:h|min|km|j|€|%)(?:[ ,.;)]|$)|«\x{a0}(?:À vérifier|Je pars|\+ )).{0,10}`)
)

func TestNoLineOfAPageBreaksBeforeAMarkOrAUnit(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	empty := apptest.Start(t, apptest.NoLimit)
	paths := []string{
		"/today", "/counters", "/months/2026-11", "/months/2026-11/hours", "/months/2026-11/sheet", "/months/2026-11/pay",
		"/years/2026", "/years/2026/hours", "/years/2026/rests", "/years/2026/costs", "/years/2026/counters", "/years/2026/sheets",
		"/entries/3/edit", "/entries/3/history", "/entries/3/delete", "/entries/new?date=2026-11-21", "/entries/range", "/journal", "/review",
		"/help", "/help/connect", "/feeds", "/data", "/settings/start?step=4", "/nowhere",
	}
	for _, page := range guidePages(t) {
		paths = append(paths, "/help/"+page)
	}
	for _, path := range paths {
		for _, from := range []*apptest.Program{p, empty} {
			prose := anyTag.ReplaceAllString(notProse.ReplaceAllString(from.Get(path).Body, ""), "\x00")
			for _, found := range breaks.FindAllString(html.UnescapeString(prose), -1) {
				t.Errorf("%s: %q", path, found)
			}
		}
	}
}

// guidePages are the names of the pages of the guide in French.
func guidePages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../docs/fr/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no guide", err)
	}
	names := []string{"guide"}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".md"); name != "README" {
			names = append(names, name)
		}
	}
	return names
}
