//go:build unix

package deploy_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const (
	proxyToken    = "a-token-of-more-than-32-characters-for-the-proxies"
	proxyPassword = "correct horse battery staple"
	// as another program may make it: it takes no time to check
	proxyPasswordHash = "$argon2id$v=19$m=8,t=1,p=1$Zm9yIHRoZSB0ZXN0cy4uLg$4EM5yelaZWT0KeBnBsOcsDEdharEszneBGasFg31Rmw"
)

// What the files say where the tests have something of their own.
const (
	shippedTCP    = "127.0.0.1:8080"
	shippedSocket = "/run/worklog/worklog.sock"
	overTCP       = `trusted_proxies = ["127.0.0.1/32"]`
	overSocket    = `trusted_proxies = ["unix"]`
	listenSocket  = "listen = \"unix:" + shippedSocket + "\"\n"
)

// proxyUpstreams is how a proxy writes the address of the program.
type proxyUpstreams struct{ tcp, socket string }

// proxySite is a shipped file in front of a program of its own.
type proxySite struct {
	t           *testing.T
	host        string
	prefix      string   // of the path
	basic       bool     // the proxy asks for the password
	server      string   // the file without its first comment, with the test's own names and addresses
	feeds       []string // paths of the feeds that were made
	application *program // nil if there is a server in its place that tells the name of the user
	log         *apptest.Log
}

// proxySites starts a program for each shipped file of a proxy, over TCP and over a unix
// socket, with the settings that the file's first comment asks for. In both, the name of
// the host and the address of the program are replaced. In front of a server that tells
// the name of the user, there are once more the files with a login of the proxy.
func proxySites(t *testing.T, pattern string, upstreams proxyUpstreams) []*proxySite {
	t.Helper()
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", proxyPasswordHash)
	t.Setenv("WORKLOG_API_TOKEN", proxyToken)
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 5 {
		t.Fatalf("got %v, %v", files, err)
	}
	var sites []*proxySite
	for _, file := range files {
		shipped := read(t, file)
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		for _, over := range []string{"tcp", "socket", "echo"} {
			host := name + "-" + over + ".example.org"
			renamed := strings.NewReplacer("heures.example.org", host, "home.example.org", host).Replace(shipped)
			comment, server, _ := strings.Cut(renamed, "\n\n")
			s := &proxySite{t: t, host: host, server: server, basic: strings.HasPrefix(name, "basic-auth"), log: &apptest.Log{}}
			if strings.Contains(name, "path") {
				s.prefix = "/worklog"
			}
			switch {
			case over != "echo":
				s.start(comment, over == "socket", upstreams)
			case s.basic:
				s.passTo(echoUser(t), "", upstreams)
			default:
				continue
			}
			sites = append(sites, s)
		}
	}
	return sites
}

// start starts the program and has the proxy pass requests to it.
func (s *proxySite) start(comment string, socket bool, upstreams proxyUpstreams) {
	s.t.Helper()
	path := modelstest.SocketPath(s.t)
	folder := filepath.Dir(path)
	settings := commentedSettings(comment)
	if socket {
		settings = strings.Replace(settings, "[server]\n", "[server]\n"+listenSocket, 1)
		settings = strings.Replace(settings, listenSocket+listenSocket, listenSocket, 1)
		settings = strings.NewReplacer(overTCP, overSocket, shippedSocket, path).Replace(settings)
	} else {
		settings = strings.NewReplacer(listenSocket, "", overSocket, overTCP).Replace(settings)
	}
	file := filepath.Join(folder, "config.toml")
	settings += "[presence_integration]\ntimezone = \"Europe/Paris\"\nowntracks.region = \"Bureau\"\n"
	modelstest.Must(s.t, os.WriteFile(file, []byte(settings), 0o600))
	config := modelstest.Got(app.LoadConfig(file))(s.t)
	modelstest.Want(s.t, len(config.Warnings) == 0 || s.basic, true, settings, config.Warnings) // basic has a password all the same here
	if !socket {
		config.Listen = "127.0.0.1:0"
	}
	s.application = newProgramOn(s.t, config)
	s.application.Times.Now = func() time.Time { return time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC) }
	s.application.Log = s.log
	s.application.Run()
	if socket {
		s.passTo("", path, upstreams)
		return
	}
	s.passTo(strings.TrimPrefix(s.application.URL, "http://"), "", upstreams)
}

func (s *proxySite) passTo(address, socket string, upstreams proxyUpstreams) {
	if socket == "" {
		s.server = strings.ReplaceAll(s.server, upstreams.socket, upstreams.tcp)
		s.server = strings.ReplaceAll(s.server, shippedTCP, address)
		return
	}
	s.server = strings.NewReplacer(upstreams.tcp+"/;", upstreams.socket+":/;", upstreams.tcp, upstreams.socket).Replace(s.server)
	s.server = strings.ReplaceAll(s.server, shippedSocket, socket)
}

// echoUser serves the names of the user that a request has, in whatever spelling.
func echoUser(t *testing.T) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, values := range r.Header {
			if spelling := strings.ReplaceAll(name, "_", "-"); strings.EqualFold(spelling, "Remote-User") {
				fmt.Fprint(w, strings.Join(values, ","))
			}
		}
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// commentedSettings returns the settings that a file's first comment shows.
func commentedSettings(comment string) string {
	var settings strings.Builder
	for line := range strings.Lines(comment + "\n") {
		if setting, found := strings.CutPrefix(line, "#\t"); found {
			settings.WriteString(setting)
		}
	}
	return settings.String()
}

// proxyBrowser is a browser of another machine: it connects to the proxy from 127.0.0.2,
// which no server trusts.
type proxyBrowser struct {
	site   *proxySite
	client *http.Client
	user   string // whom it names when the proxy asks; empty for none
	forges http.Header
}

// browser returns a browser that keeps its cookies and follows no redirects.
func (s *proxySite) browser(proxy, user string) *proxyBrowser {
	s.t.Helper()
	jar := modelstest.Got(cookiejar.New(nil))(s.t)
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
			return dialer.DialContext(ctx, "tcp", proxy)
		},
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // the certificate is of the test's own making
		ForceAttemptHTTP2: true,                                  // as browsers do; Caddy speaks it unless told otherwise
	}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &proxyBrowser{site: s, user: user, client: &http.Client{Transport: transport, Jar: jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (b *proxyBrowser) get(path string) apptest.Answer {
	b.site.t.Helper()
	return b.send(b.request(http.MethodGet, path, nil))
}

// submit sends a form as the site's own page does.
func (b *proxyBrowser) submit(path string, values url.Values) apptest.Answer {
	b.site.t.Helper()
	request := b.request(http.MethodPost, path, strings.NewReader(values.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", "https://"+b.site.host)
	return b.send(request)
}

// event sends an event to the endpoint, as a machine does.
func (b *proxyBrowser) event(name, at string) apptest.Answer {
	b.site.t.Helper()
	body := fmt.Sprintf(`{"event":%q,"occurred_at":%q,"idempotency_key":%q}`, name, at, at)
	request := b.request(http.MethodPost, "/api/v1/workplace-presence", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+proxyToken)
	return b.send(request)
}

func (b *proxyBrowser) request(method, path string, body io.Reader) *http.Request {
	b.site.t.Helper()
	request := modelstest.Got(http.NewRequest(method, "https://"+b.site.host+b.site.prefix+path, body))(b.site.t)
	for name, values := range b.forges {
		request.Header[name] = values
	}
	if b.user != "" {
		request.SetBasicAuth(b.user, proxyPassword)
	}
	return request
}

func (b *proxyBrowser) send(request *http.Request) apptest.Answer {
	b.site.t.Helper()
	return modelstest.Got(apptest.ReadAnswer(modelstest.Got(b.client.Do(request))(b.site.t)))(b.site.t)
}
