package feeds_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// withToken sends a token, under a name that is none of ours.
func withToken(token string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+token)
		r.Host = "local-worklog:8099"
	}
}

func TestWhoeverHasTheTokenIsToldTheAddresses(t *testing.T) {
	for name, change := range map[string]func(*app.Config){"without a login": func(*app.Config) {}, "with a password": apptest.WithPassword, "behind a proxy": apptest.BehindProxy, "as an app": apptest.AsApp} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, change, func(c *app.Config) { c.API.RequestsPerMinute = 2 })
			modelstest.Want(t, strings.TrimSpace(p.Ask("/feeds/", withToken(apptest.Token)).Body), `{"presence":null,"days":null,"calendar":null}`)
			made, err := app.RenewFeeds(t.Context(), p.Config, time.Now())
			modelstest.Must(t, err)
			of := func(i int) string { return "http://local-worklog:8099" + made[i][strings.Index(made[i], "/feeds/"):] }
			got := p.Ask("/feeds/", withToken(apptest.Token))
			got.Want(t, 200, `{"presence":"`+of(0)+`","days":"`+of(2)+`","calendar":"`+of(1)+`"}`)
			got.WantHeader(t, "Cache-Control", "no-store")
			full := p.Ask("/feeds/", withToken(apptest.Token))
			full.WantError(t, 429, "Trop de requêtes")
			full.WantHeader(t, "Retry-After", "60")
			p.Arrive("2026-11-20T08:00:00+01:00", "another window").Want(t, 201)
			refused := p.Ask("/feeds/", withToken("another"))
			refused.WantError(t, 401, "Authentification requise")
			refused.WantHeader(t, "WWW-Authenticate", "Bearer")
			p.Ask("/feeds/", apptest.Method(http.MethodPost)).WantError(t, 405, "Méthode non autorisée")
			p.Stop()
			p.WantStored("SELECT kind FROM request_counts UNION ALL SELECT kind FROM contacts") // nothing
		})
	}
	apptest.Start(t, apptest.NoSection).Ask("/feeds/", withToken(apptest.Token)).WantError(t, 404, "API indisponible")
	apptest.Start(t, apptest.NoToken).Ask("/feeds/", withToken(apptest.Token)).WantError(t, 503, "API indisponible")
}
