package frame

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/static"
	"worklog/views"
)

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
