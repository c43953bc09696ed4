package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"worklog/handlers/access"
	"worklog/handlers/feeds"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// FuzzFeedPath requests arbitrary paths below /feeds/ from a server whose feeds have a
// secret. Only the secret gives access, and it is never logged.
func FuzzFeedPath(f *testing.F) {
	e, store := routesAndStore(f, access.PasswordLogin)
	secret, err := store.RenewFeeds(f.Context(), models.StateFeeds, civil.NewInstant(fuzzedNow))
	modelstest.Must(f, err)
	const own = "SECRET" // stands for the secret in the corpus, because it differs in each run
	for _, seed := range []string{own + "/presence.json", own + "/calendar.ics", own, own + "/", "/" + own + "/presence.json", own + "0/presence.json",
		"x/presence.json", "/presence.json", own + "/../presence.json", own + "%2fpresence.json", "\x00/calendar.ics", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		path := "/feeds/" + strings.ReplaceAll(rest, own, secret)
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.URL = &url.URL{Path: path}
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, request)
		opens := path == feeds.Path(secret, feeds.PresenceName) || path == feeds.Path(secret, feeds.CalendarName)
		want := http.StatusNotFound
		switch {
		case opens:
			want = http.StatusOK
		case rest == "": // which tells the addresses to whoever has the token
			want = http.StatusUnauthorized
		}
		if answer.Code != want {
			t.Errorf("%q: got %d %s", rest, answer.Code, answer.Body)
		}
		if strings.Contains(feeds.WithoutSecret(path), secret) {
			t.Errorf("%q: the log contains the secret", rest)
		}
	})
}
