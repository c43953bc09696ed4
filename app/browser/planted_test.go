package browser_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/models/modelstest"
)

// Another program of the same address can write into what the browser keeps.
func TestInABrowserNothingThatIsKeptLeadsToAnotherSiteOrProgram(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s leads to another site", r.URL)
	}))
	defer elsewhere.Close()
	host := strings.TrimPrefix(elsewhere.URL, "http://")
	for _, prefix := range []string{"", "/worklog"} {
		l := connect(t, func(c *app.Config) {
			c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org", Path: prefix}
		})
		b := l.at(t, desk)
		b.url += prefix
		b.want(b.open("/today"), 200)
		foreign := []any{
			"//" + host + "/link", elsewhere.URL + "/link", "http:" + host + "/link", `/\` + host + "/link", "/\t/" + host + "/link", "\n//" + host + "/link",
			"javascript:location='" + elsewhere.URL + "/link'", "data:text/html,x", "", 7, []string{"/"}, prefix + `/\..\..\other`,
		}
		if prefix != "" {
			foreign = append(foreign, "/", "/other/", prefix, prefix+"-other/", prefix+"/../other", prefix+"/%2e%2e/other", "//"+host+prefix+"/")
		}
		plant := func(name string, draft map[string]any) {
			text, err := json.Marshal(draft)
			modelstest.Must(t, err)
			b.run("localStorage.setItem(" + strconv.Quote(prefix+"/kept:draft:"+name) + ", " + strconv.Quote(string(text)) + ")")
		}
		for i, path := range foreign {
			plant("page-"+strconv.Itoa(i), map[string]any{"heading": "page", "page": path, "at": "2026-11-12T10:00:00Z"})
			plant("path-"+strconv.Itoa(i), map[string]any{"heading": "path", "path": path, "at": "2026-11-12T10:00:00Z"})
		}
		plant("own", map[string]any{"heading": "own", "page": prefix + "/entries/new?date=2026-11-12", "at": "2026-11-12T10:00:00Z"})
		b.want(b.open("/review"), 200)
		b.wantWaiting(strconv.Itoa(2*len(foreign)+1) + " en attente")
		if got := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".waiting li a")].map((link) => link.href).join("\n")`)); got != b.url+"/entries/new?date=2026-11-12" {
			t.Errorf("below %q: kept forms lead to %s", prefix, got)
		}
		b.run("localStorage.clear()")

		for _, to := range []any{foreign[0], foreign[1], foreign[len(foreign)-1]} {
			b.want(b.open("/today"), 200)
			answer, err := json.Marshal(map[string]any{"to": to})
			modelstest.Must(t, err)
			b.run(`(fetch = async () => new Response(` + strconv.Quote(string(answer)) + `, { headers: { "Content-Type": "application/json" } }), 0)`)
			b.want(b.follow("form.hand button[type=submit]"), 200)
			if got := run(b, chromedp.Location()); got != b.url+"/today" {
				t.Errorf("below %q: an answer with %q leads to %s", prefix, to, got)
			}
			b.run("localStorage.clear()")
		}
	}
}
