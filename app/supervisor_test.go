package app_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// supervised is a Supervisor with what it says of the app, which takes what it is told at the last of
// three attempts, and whom it has been told what.
func supervised(t *testing.T, status int, info string) (supervisor app.Supervisor, told chan string) {
	t.Helper()
	told = make(chan string, 3)
	var attempts atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		modelstest.Want(t, r.Header.Get("Authorization"), "Bearer a-secret", r.Header)
		switch r.Method + " " + r.URL.Path {
		case "GET /addons/self/info":
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, info)
		case "POST /discovery":
			body := modelstest.Got(io.ReadAll(r.Body))(t)
			told <- strings.TrimSpace(string(body))
			if attempts.Add(1) < 3 {
				w.WriteHeader(http.StatusBadGateway)
			}
			_, _ = io.WriteString(w, `{"result":"ok","data":{"uuid":"1"}}`)
		default:
			t.Errorf("got %s %s", r.Method, r.URL)
		}
	}))
	t.Cleanup(server.Close)
	return app.Supervisor{URL: server.URL, Token: "a-secret", Pauses: make([]time.Duration, 3)}, told
}

func TestSupervisorSaysWhereTheAppStands(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		body   string
		port   int
		inner  string
		logs   string
	}{
		"an open port":       {200, `{"result":"ok","data":{"slug":"a0d7_worklog","hostname":"a0d7-worklog","network":{"8099/tcp":8100,"1/tcp":null}}}`, 8100, "http://a0d7-worklog:8099", ""},
		"a closed port":      {200, `{"result":"ok","data":{"network":{"8099/tcp":null}}}`, 0, "http://local-worklog:8099", ""},
		"no ports":           {200, `{"result":"ok","data":{"network":null}}`, 0, "http://local-worklog:8099", ""},
		"another port":       {200, `{"result":"ok","data":{"network":{"8099/udp":8100,"80/tcp":8101}}}`, 0, "http://local-worklog:8099", ""},
		"a refusal":          {401, `{"result":"error","data":{"network":{"8099/tcp":8100}}}`, 0, "http://local-worklog:8099", "401"},
		"a redirect":         {307, ``, 0, "http://local-worklog:8099", "307"},
		"no JSON":            {200, `<html>`, 0, "http://local-worklog:8099", "invalid character"},
		"no port":            {200, `{"data":{"network":{"8099/tcp":81000}}}`, 0, "http://local-worklog:8099", "cannot unmarshal"},
		"more than is read":  {200, `{"data":{"long_description":"` + strings.Repeat("x", 1<<20) + `","network":{"8099/tcp":8100}}}`, 0, "http://local-worklog:8099", "unexpected EOF"},
		"a long description": {200, `{"data":{"long_description":"` + strings.Repeat("x", 1<<16) + `","network":{"8099/tcp":8100}}}`, 8100, "http://local-worklog:8099", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := apptest.DemoConfig(t)
			apptest.AsApp(&config)
			config.Listen, config.API.Token = "0.0.0.0:8099", "the-token"
			supervisor, told := supervised(t, test.status, test.body)
			var log apptest.Log
			joined := app.JoinHomeAssistant(t.Context(), config, supervisor, app.NewLog(&log))
			modelstest.Want(t, joined.Access.Ingress.Port, test.port)
			modelstest.Want(t, joined.Access.Ingress.Inner, test.inner)
			host := strings.TrimSuffix(strings.TrimPrefix(test.inner, "http://"), ":8099")
			for range 3 { // the first two fail
				modelstest.Want(t, <-told, `{"config":{"host":"`+host+`","port":8099,"token":"the-token"},"service":"worklog"}`)
			}
			if said := log.String(); strings.Contains(said, "a-secret") || strings.Contains(said, "the-token") || strings.Count(said, "\n") != min(1, len(test.logs)) || !strings.Contains(said, test.logs) {
				t.Errorf("got %s", said)
			}
		})
	}
}

func TestANewAppHasAddressesForTheFeedsWhichStay(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	for range 2 {
		config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
		config = app.JoinHomeAssistant(t.Context(), config, app.TheSupervisor(""), app.NewLog(io.Discard))
		said, err := app.FeedsState(t.Context(), config)
		if err != nil || strings.Count(said, "an address since") != 2 {
			t.Fatalf("got %s, %v", said, err)
		}
		modelstest.Must(t, app.RevokeFeeds(t.Context(), config))
		modelstest.Must(t, modelstest.Only(app.RenewFeeds(t.Context(), config, time.Now())))
	}
}

func contentsBelow(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	modelstest.Must(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		content, err := os.ReadFile(path)
		found[filepath.ToSlash(name)] = string(content)
		return err
	}))
	return found
}

func TestTheAppPutsItsIntegrationInPlaceOfAnOlderOne(t *testing.T) {
	own := map[string]string{"manifest.json": `{"version":"1.10.0"}`, "__init__.py": "ours", "translations/fr.json": "{}"}
	other := func(version string) map[string]string {
		return map[string]string{"manifest.json": `{"version":"` + version + `"}`, "__init__.py": "theirs", "old/part.py": ""}
	}
	for name, test := range map[string]struct {
		there, want map[string]string
		says        string
	}{
		"where there is none":          {nil, own, `"version":"1.10.0"`},
		"an older one is replaced":     {other("1.9.9"), own, `"version":"1.10.0"`},
		"half of one is replaced":      {map[string]string{"__init__.py": "theirs"}, own, `"version":"1.10.0"`},
		"an unreadable one is too":     {map[string]string{"manifest.json": "{"}, own, `"version":"1.10.0"`},
		"the same one is not touched":  {other("1.10.0"), other("1.10.0"), ""},
		"a newer one is not touched":   {other("1.10.1"), other("1.10.1"), ""},
		"without the folder it serves": {map[string]string{}, map[string]string{}, "integration not put in place"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			config := apptest.DemoConfig(t)
			apptest.AsApp(&config)
			config.Integration = app.Integration{Install: true, Own: filepath.Join(root, "own"), Core: filepath.Join(root, "core")}
			placed := filepath.Join(config.Integration.Core, "custom_components", "worklog")
			for folder, files := range map[string]map[string]string{config.Integration.Own: own, placed: test.there} {
				for file, content := range files {
					modelstest.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o700))
					writeFile(t, filepath.Join(folder, file), content)
				}
			}
			if test.there == nil || len(test.there) > 0 {
				modelstest.Must(t, os.MkdirAll(config.Integration.Core, 0o700))
			}
			var log apptest.Log
			p := apptest.Start(t, func(c *app.Config) {
				*c = app.JoinHomeAssistant(t.Context(), config, app.TheSupervisor(""), app.NewLog(&log))
			})
			if _, err := os.Stat(placed); err == nil || len(test.want) > 0 {
				modelstest.Want(t, maps.Equal(contentsBelow(t, placed), test.want), true, contentsBelow(t, placed))
			}
			if said := log.String(); !strings.Contains(said, test.says) || strings.Count(said, "\n") != min(1, len(test.says)) {
				t.Errorf("got %s", said)
			}
			const restart = "redémarrez Home Assistant"
			b := inHomeAssistant(p)
			modelstest.Want(t, strings.Contains(b.open("/today").Body, restart), strings.Contains(test.says, "version"))
			p.Ask("/feeds/", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+apptest.Token) }).Want(t, 200)
			modelstest.WantNone(t, b.open("/today").Body, restart)
		})
	}
}

func TestThePasswordOfTheOpenPortIsSetOnItsPage(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	begin := func() (*apptest.Program, tenant) {
		p := apptest.Start(t, func(c *app.Config) {
			config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
			config.Listen, config.Access.Ingress.Port = "127.0.0.1:0", 8100
			keep := config.Access.Ingress.KeepPassword
			apptest.AsApp(&config)
			config.Access.Ingress.KeepPassword, config.Access.Ingress.Port = keep, 8100
			*c = config
		})
		return p, inHomeAssistant(p)
	}
	const path = "/settings/password"
	set := func(b tenant, do, password string) apptest.Answer {
		return b.post(path, map[string][]string{"do": {do}, "password": {password}})
	}
	p, b := begin()
	b.open("/settings").Want(t, 200, path)
	b.open(path).Want(t, 200, "http://127.0.0.1:8100", "Il n’y en a pas")
	set(b, "keep", "2short").Want(t, 422, "Tapez au moins 8 caractères")
	set(b, "keep", "bad\x00character").Want(t, 422, "Tapez au moins 8 caractères")
	set(b, "other", "").Want(t, 400)
	set(b, "keep", "correct horse battery").WantLocation(t, path)
	b.open(path).Want(t, 200, "Mot de passe enregistré")
	modelstest.Want(t, modelstest.Got(os.Stat(filepath.Join(data, "password-hash")))(t).Mode().Perm(), 0o600)
	p.Stop()

	p, b = begin()
	modelstest.Want(t, p.Config.Access.Password.Text() != "" && slices.Contains(p.Config.Access.Hosts, "homeassistant.local"), true, "the password is in force")
	b.open(path).Want(t, 200, "Il y en a un", "Retirer")
	set(b, "remove", "").WantLocation(t, path)
	set(b, "remove", "").WantLocation(t, path) // pressed twice
	p.Stop()

	hash := modelstest.Got(app.HashPassword("another of at least eight"))(t)
	writeFile(t, filepath.Join(folder, "password-hash"), hash)
	_, b = begin()
	if page := b.open(path); strings.Contains(page.Body, "Nouveau mot de passe") || !strings.Contains(page.Body, "C’est celui du fichier") {
		t.Errorf("got %s", page.Body)
	}
	set(b, "keep", "correct horse battery").Want(t, 404)
	apptest.Start(t).Get(path).Want(t, 404)
}
