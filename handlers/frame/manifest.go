package frame

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/models"
	"worklog/static"
	"worklog/views"
)

// manifest lets a phone install the pages (W3C Web Application Manifest).
func manifest(c echo.Context) error {
	to := access.PrefixOf(c).To
	icon := func(name, sizes, purpose string) map[string]string {
		return map[string]string{"src": to(static.Path(name)), "sizes": sizes, "type": "image/png", "purpose": purpose}
	}
	shortcut := func(name, path string) map[string]string {
		return map[string]string{"name": name, "url": to(path)}
	}
	screenshot := func(name, sizes, form, label string) map[string]string {
		return map[string]string{"src": to(static.Path(name)), "sizes": sizes, "type": "image/png", "form_factor": form, "label": label}
	}
	content, err := json.Marshal(map[string]any{
		"name":             "worklog",
		"short_name":       "worklog",
		"lang":             "fr",
		"id":               to("/"), // what it was while it opened there
		"start_url":        to(TodayPath),
		"scope":            to("/"),
		"display":          "standalone",
		"background_color": "#fbf8f1",
		"theme_color":      "#fbf8f1",
		"icons": []map[string]string{
			icon("icon-192.png", "192x192", "any"),
			icon("icon-512.png", "512x512", "any"),
			icon("icon-maskable-512.png", "512x512", "maskable"),
		},
		"shortcuts": []map[string]string{ // a link records nothing: it leads to the button
			shortcut("J’arrive", TodayPath+"#"+string(models.Arrival)),
			shortcut("Je pars", TodayPath+"#"+string(models.Departure)),
			shortcut("Corriger hier", views.YesterdayPath),
		},
		"screenshots": []map[string]string{
			screenshot("aujourdhui.png", "540x870", "narrow", "Aujourd’hui"),
			screenshot("mois.png", "540x960", "narrow", "Un mois"),
			screenshot("mois-ecran.png", "1280x690", "wide", "Un mois"),
		},
	})
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/manifest+json", content)
}
