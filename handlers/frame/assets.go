package frame

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/models"
	"worklog/static"
	"worklog/views"
)

// serveAsset serves a file whose URL contains its checksum, so that it can be cached
// forever.
func serveAsset(c echo.Context) error {
	asset, found := static.At(c.Request().URL.Path)
	if !found {
		return echo.ErrNotFound
	}
	header := c.Response().Header()
	header.Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	header.Set(echo.HeaderVary, echo.HeaderAcceptEncoding)
	content := asset.Content
	if acceptsGzip(c.Request()) {
		header.Set(echo.HeaderContentEncoding, "gzip")
		content = asset.Gzipped()
	}
	header.Set(echo.HeaderContentLength, strconv.Itoa(len(content)))
	return c.Blob(http.StatusOK, asset.Type, content)
}

// IsAsset reports whether a request is for a static file or a service-worker file; neither contains
// personal data.
func IsAsset(r *http.Request) bool {
	path := r.URL.Path
	return strings.HasPrefix(path, "/static/") || path == workerPath || path == offlinePath
}

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

const (
	workerPath  = "/sw.js"
	offlinePath = "/offline"
)

func (s *Site) offlinePage() page {
	frame := s.emptyFrame("Hors ligne")
	frame.Nav = mainLinks("/") // the script knows the month
	return views.OfflinePage(frame, views.Kept{Integrated: s.Rules.Integrated})
}

// Unframed answers a request in the frame of Home Assistant with an error. There is no login in it, and
// no service worker: its path is shared with others.
func Unframed(refusal error, answer echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if access.Framed(c) {
			return refusal
		}
		return answer(c)
	}
}

// offline shows the page that the service worker keeps. It says nothing of anyone.
func (s *Site) offline(c echo.Context) error { return Show(c, s.offlinePage()) }

// build is what the service worker needs to know of this build.
type build struct {
	Caches string   `json:"caches"` // how the names of our caches begin: those of other prefixes are not ours
	Cache  string   `json:"cache"`
	Page   string   `json:"page"`
	Assets []string `json:"assets"`
}

// worker is the service worker. Its cache has another name once the page without a network, its
// assets or itself are others.
func (s *Site) worker(c echo.Context) error {
	source, _ := static.At(static.Path("worker.js"))
	var page bytes.Buffer
	same := func(path string) string { return path }
	if err := s.offlinePage().Render(views.WithRequest(c.Request().Context(), views.Request{Address: same}), &page); err != nil {
		return err
	}
	sum := sha256.Sum256(append(page.Bytes(), source.Content...))
	to := access.PrefixOf(c).To
	ours := build{Caches: "worklog " + to("/") + " ", Page: to(offlinePath)}
	ours.Cache = ours.Caches + hex.EncodeToString(sum[:6])
	for _, name := range views.FrameAssets {
		ours.Assets = append(ours.Assets, to(static.Path(name)))
	}
	text, err := json.Marshal(ours)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, source.Type, fmt.Appendf(nil, "const build = %s;\n%s", text, source.Content))
}
