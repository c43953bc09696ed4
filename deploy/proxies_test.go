//go:build unix

package deploy_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// The files of Caddy stand unchanged but for what proxySites replaces, the hash of the
// password, the certificate, and "basic_auth" where Caddy calls it "basicauth". Their
// options, which are the same in all, stand once, with others that replace the ports. An
// access log has the format of the options, as the guide says.
func TestCaddyInFrontAsShipped(t *testing.T) {
	caddy := senderLookPath(t, "caddy")
	sites := proxySites(t, "caddy/*.caddyfile", proxyUpstreams{shippedTCP, "unix/" + shippedSocket})
	folder, address := t.TempDir(), freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	options, _, _ := strings.Cut(sites[0].server, "\n\n")
	logs := options[strings.Index(options, "\t\tformat"):strings.LastIndex(options, "\t}\n}")]
	content := strings.TrimSuffix(options, "}") + "\tadmin off\n\tdefault_bind 127.0.0.1\n\thttps_port " + port + "\n\tauto_https disable_redirects\n}\n"
	writeCertificate(t, folder)
	hash := modelstest.Got(bcrypt.GenerateFromPassword([]byte(proxyPassword), bcrypt.MinCost))(t)
	for _, s := range sites {
		site, found := strings.CutPrefix(s.server, options)
		if !found {
			t.Fatalf("%s has other options than %s", s.host, sites[0].host)
		}
		content += strings.NewReplacer(
			"\n"+s.host+" {", "\n"+s.host+" {\n\ttls "+folder+"/fullchain.pem "+folder+"/privkey.pem"+
				"\n\tlog {\n\t\toutput file "+folder+"/access.log\n"+logs+"\t}",
			"camille HASH", "camille "+string(hash)+"\n\t\tmallory "+string(hash),
		).Replace(site)
	}
	file := filepath.Join(folder, "Caddyfile")
	environment := append(os.Environ(), "HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
	adapts := func(content string) bool {
		modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
		adapt := exec.CommandContext(t.Context(), caddy, "adapt", "--adapter", "caddyfile", "--config", file)
		adapt.Env = environment
		return adapt.Run() == nil
	}
	if !adapts(content) && !adapts(strings.ReplaceAll(content, "basic_auth {", "basicauth {")) {
		t.Fatal("Caddy does not accept the files")
	}
	stop := runProxy(t, sites, address, environment, caddy, "run", "--adapter", "caddyfile", "--config", file)
	for _, s := range sites {
		t.Run(s.host, func(t *testing.T) { s.t = t; s.wantAll(address) })
	}
	wantFeedsUnlogged(t, sites, map[string]string{"output": stop(), "access.log": read(t, folder+"/access.log")})
}

// The files of nginx stand unchanged but for what proxySites replaces, the ports, and the
// paths of the certificate and of the passwords.
func TestNginxInFrontAsShipped(t *testing.T) {
	nginx := senderLookPath(t, "nginx")
	sites := proxySites(t, "nginx/*.conf", proxyUpstreams{"http://" + shippedTCP, "http://unix:" + shippedSocket})
	folder, address, plain := t.TempDir(), freeAddress(t), freeAddress(t)
	writeCertificate(t, folder)
	passwords := "camille:{PLAIN}" + proxyPassword + "\nmallory:{PLAIN}" + proxyPassword + "\n"
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "worklog.htpasswd"), []byte(passwords), 0o600))
	content := "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {}\nhttp {\naccess_log access.log;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		content += kind + "_temp_path " + folder + "/" + kind + ";\n"
	}
	for _, s := range sites {
		content += strings.NewReplacer(
			"listen [::]:80;", "", "listen 80;", "listen "+plain+";", "listen [::]:443 ssl;", "", "listen 443 ssl;", "listen "+address+" ssl;",
			"/etc/letsencrypt/live/"+s.host, folder, "/etc/nginx/", folder+"/",
		).Replace(s.server)
	}
	file := filepath.Join(folder, "nginx.conf")
	modelstest.Must(t, os.WriteFile(file, []byte(content+"}\n"), 0o600))
	stop := runProxy(t, sites, address, os.Environ(), nginx, "-p", folder, "-e", "stderr", "-c", file)
	for _, s := range sites {
		t.Run(s.host, func(t *testing.T) {
			s.t = t
			s.wantAll(address)
			for _, path := range append(s.feeds, "/?x=1") {
				insecure := s.browser(plain, "").request(http.MethodGet, path, nil)
				insecure.URL.Scheme = "http"
				s.browser(plain, "").send(insecure).Want(t, 301).WantHeader(t, "Location", "https://"+s.host+s.prefix+path)
			}
		})
	}
	wantFeedsUnlogged(t, sites, map[string]string{"output": stop(), "access.log": read(t, folder+"/access.log")})
}

func TestTheGuideToProxiesNamesEveryFile(t *testing.T) {
	guide := read(t, "../docs/reverse-proxy.md")
	for _, folder := range []string{"caddy", "nginx"} {
		files := modelstest.Got(os.ReadDir(folder))(t)
		for _, file := range files {
			modelstest.WantIn(t, guide, "`"+file.Name()+"`")
		}
	}
}

// wantFeedsUnlogged checks that the proxy's logs have the other requests of
// [proxySite.wantUnreachable], but the secret of no feed.
func wantFeedsUnlogged(t *testing.T, sites []*proxySite, logs map[string]string) {
	t.Helper()
	for name, log := range logs {
		if got, want := strings.Count(log, "/openapi.yaml"), 10; got < want { // five files, over TCP and over a socket
			t.Errorf("%s has %d requests that failed, want %d", name, got, want)
		}
		for _, s := range sites {
			for _, feed := range s.feeds {
				secret := strings.Split(feed, "/")[2]
				if at := strings.Index(log, secret); at >= 0 {
					t.Errorf("%s of %s has the secret: %s", name, s.host, log[max(0, at-300):at+len(secret)])
				}
			}
		}
	}
}

// runProxy runs a proxy until it is stopped or the test ends, from when it serves every
// site. It returns a function that stops it and returns its output.
func runProxy(t *testing.T, sites []*proxySite, address string, environment []string, program string, arguments ...string) (stop func() string) {
	t.Helper()
	command := exec.Command(program, arguments...)
	command.Env = environment
	proxy := launch(t, command)
	for _, s := range sites {
		proxy.until(t, s.host, func() bool { return serves(address, s.host) })
	}
	return func() string { proxy.end(os.Kill); return proxy.log.String() }
}

// serves reports whether a proxy presents a certificate for a host.
func serves(address, host string) bool {
	conn, err := tls.Dial("tcp", address, &tls.Config{ServerName: host, InsecureSkipVerify: true})
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// writeCertificate writes a certificate and its key under the names in the files.
func writeCertificate(t *testing.T, folder string) {
	t.Helper()
	key := modelstest.Got(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"*.example.org"}, NotAfter: time.Now().Add(time.Hour)}
	certificate := modelstest.Got(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))(t)
	private := modelstest.Got(x509.MarshalPKCS8PrivateKey(key))(t)
	for name, block := range map[string]*pem.Block{
		"fullchain.pem": {Type: "CERTIFICATE", Bytes: certificate}, "privkey.pem": {Type: "PRIVATE KEY", Bytes: private},
	} {
		modelstest.Must(t, os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600))
	}
}

func (s *proxySite) wantAll(proxy string) {
	s.t.Helper()
	machine := s.browser(proxy, "")
	machine.forges = forged
	s.wantMistypedPathRefused(proxy)
	if s.application == nil {
		s.wantNamesReplaced(proxy)
		return
	}
	s.wantMachineServed(machine)
	s.wantStrangersRefused(proxy)
	camille := s.browser(proxy, "")
	if s.basic {
		camille.user = "camille"
	} else {
		s.wantSignIn(camille)
	}
	s.wantPages(camille, machine)
	modelstest.WantIn(s.t, s.log.String(), `"client":"127.0.0.2"`)
	modelstest.WantNone(s.t, s.log.String(), "203.0.113", `"client":"127.0.0.1"`, `"client":"unix"`)
	s.wantLargeImport(proxy)
	s.wantUnreachable(machine)
}

// wantMistypedPathRefused checks that an event that is sent to the address without its path,
// or to one with another path, is not taken for recorded.
func (s *proxySite) wantMistypedPathRefused(proxy string) {
	s.t.Helper()
	if s.prefix == "" {
		return
	}
	for _, prefix := range []string{"", "/worklg", "/worklogs"} {
		mistyped := *s
		mistyped.prefix = prefix
		mistyped.browser(proxy, "").event("arrival", "2026-11-20T08:03:00+01:00").Want(s.t, 404)
	}
}

// wantUnreachable stops the program and checks that the proxy says so. What it logs is
// checked by [wantFeedsUnlogged] in the end.
func (s *proxySite) wantUnreachable(machine *proxyBrowser) {
	s.t.Helper()
	s.application.Stop()
	for _, path := range append(s.feeds, "/openapi.yaml") {
		machine.get(path).Want(s.t, 502)
	}
}

// forged are headers by which a stranger poses as somebody else, or somewhere else.
var forged = http.Header{
	"Remote-User":       {"camille"},
	"X-Forwarded-For":   {"203.0.113.9"},
	"X-Forwarded-Proto": {"http"},
	"X-Forwarded-Host":  {"evil.example"},
	"X-Real-Ip":         {"203.0.113.9"},
	"Forwarded":         {"for=203.0.113.9;host=evil.example;proto=http"},
}

// wantMachineServed checks the paths that machines ask for, without a login and whatever
// else they send. It records a day.
func (s *proxySite) wantMachineServed(machine *proxyBrowser) {
	s.t.Helper()
	machine.event("arrival", "2026-11-20T08:03:00+01:00").Want(s.t, 201)
	machine.event("departure", "2026-11-20T17:21:00+01:00").Want(s.t, 200)
	for _, path := range []string{"/healthz", "/openapi.yaml"} {
		machine.get(path).Want(s.t, 200)
	}
	ownTracks := machine.request(http.MethodPost, "/hooks/owntracks", strings.NewReader(`{"_type":"location"}`))
	ownTracks.Header.Set("Content-Type", "application/json")
	ownTracks.SetBasicAuth("camille", proxyToken)
	machine.send(ownTracks).Want(s.t, 200, "[]")
	ownTracks.Body, ownTracks.ContentLength = http.NoBody, 0
	ownTracks.SetBasicAuth("camille", "a guess")
	machine.send(ownTracks).Want(s.t, 401)
}

// wantStrangersRefused checks that nothing that a stranger sends shows a page.
func (s *proxySite) wantStrangersRefused(proxy string) {
	s.t.Helper()
	stranger := s.browser(proxy, "")
	stranger.forges = forged
	for _, path := range []string{"/", "/months/2026-11", "/feeds", "/entries/1/edit", "/api/../months/2026-11", "/feeds/x/../../journal", "/static/%2e%2e/journal"} {
		got := stranger.get(path)
		modelstest.Want(s.t, got.Status >= 300 && !strings.Contains(got.Body, "Travail") && (got.Status != 303 || strings.HasPrefix(got.Header.Get("Location"), s.prefix+"/login")), true, path, got.Status, got.Body)
	}
	if !s.basic {
		// over http, as the stranger says, this would be the site's own origin
		request := stranger.request(http.MethodPost, "/login", strings.NewReader("password=guess"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", "http://"+s.host)
		stranger.send(request).Want(s.t, 403)
		stranger.submit("/login", url.Values{"password": {"a guess"}}).Want(s.t, 422)
		return
	}
	stranger.get("/journal").Want(s.t, 401)
	wrong := stranger.request(http.MethodGet, "/journal", nil)
	wrong.SetBasicAuth("camille", "a guess")
	stranger.send(wrong).Want(s.t, 401)
	// whom the proxy knows but worklog does not, and who claims to be somebody else
	mallory := s.browser(proxy, "mallory")
	mallory.get("/journal").Want(s.t, 403)
	mallory.forges = forged
	mallory.get("/journal").Want(s.t, 403)
}

// wantNamesReplaced checks that the proxy passes on the name of a user who has signed in
// with it, and no other.
func (s *proxySite) wantNamesReplaced(proxy string) {
	s.t.Helper()
	for _, spelling := range []string{"Remote-User", "remote-user", "REMOTE-USER"} {
		camille, machine := s.browser(proxy, "camille"), s.browser(proxy, "")
		camille.forges = http.Header{spelling: {"mallory", "dominique"}}
		machine.forges = camille.forges
		modelstest.Want(s.t, camille.get("/journal").Want(s.t, 200).Body, "camille", spelling)
		for _, path := range []string{"/api/v1/x", "/hooks/owntracks", "/feeds/x/y", "/openapi.yaml", "/healthz"} {
			unchecked := machine.request(http.MethodGet, path, nil)
			unchecked.SetBasicAuth("camille", "a guess")
			for _, got := range []apptest.Answer{machine.get(path), machine.send(unchecked)} {
				modelstest.Want(s.t, got.Want(s.t, 200).Body, "", path, spelling)
			}
		}
	}
}

func (s *proxySite) wantSignIn(b *proxyBrowser) {
	s.t.Helper()
	b.get("/journal").WantLocation(s.t, s.prefix+"/login?next="+url.QueryEscape("/journal"))
	b.get("/login").Want(s.t, 200)
	got := b.submit("/login", url.Values{"password": {proxyPassword}, "next": {"/journal"}})
	got.WantLocation(s.t, s.prefix+"/journal")
	cookie := "__Host-worklog_session"
	if s.prefix != "" {
		cookie = "__Secure-worklog_session"
	}
	modelstest.WantIn(s.t, strings.Join(got.Header.Values("Set-Cookie"), "\n"), cookie+"=")
}

var (
	shownVersion = regexp.MustCompile(`name="version" value="([^"]*)"`)
	shownFeed    = regexp.MustCompile(`https://[^"<]*/feeds/[^"<]+`)
	shownStyle   = regexp.MustCompile(`<link rel="stylesheet" href="([^"]*)"`)
)

// wantPages checks the pages, and changes the day that was recorded. The machine reads the
// feeds that are made there.
func (s *proxySite) wantPages(b, machine *proxyBrowser) {
	s.t.Helper()
	if s.prefix != "" {
		bare := b.get("")
		location, err := url.Parse(bare.Header.Get("Location")) // its port is the test's
		modelstest.Want(s.t, err == nil && bare.Status/100 == 3 && location.Path == s.prefix+"/" && (location.Host == "" || location.Hostname() == s.host), true, bare.Status, location)
	}
	b.get("/").WantLocation(s.t, s.prefix+"/months/2026-11")
	month := b.get("/months/2026-11").Want(s.t, 200, s.prefix+"/entries/1/edit")
	style := shownStyle.FindStringSubmatch(month.Body)
	if style == nil || !strings.HasPrefix(style[1], s.prefix+"/static/") {
		s.t.Fatalf("got style %q", style)
	}
	modelstest.Want(s.t, b.get(strings.TrimPrefix(style[1], s.prefix)).Want(s.t, 200).Header.Get("Content-Type"), "text/css; charset=utf-8")
	day := b.get("/entries/1/edit").Want(s.t, 200, "08:03")
	version := shownVersion.FindStringSubmatch(day.Body)
	if version == nil {
		s.t.Fatalf("got no form: %s", day.Body)
	}
	values := url.Values{"version": {version[1]}, "day_type": {"TT"}, "note": {"une note"}}
	b.submit("/entries/1/edit", values).WantLocation(s.t, s.prefix+"/entries/1/edit")
	b.get("/entries/1/edit").Want(s.t, 200, "une note")
	b.get("/journal").Want(s.t, 200, "201")
	feeds := shownFeed.FindAllString(b.submit("/feeds", url.Values{"do": {"renew"}}).Want(s.t, 200).Body, -1)
	modelstest.Want(s.t, len(feeds), 2, feeds)
	for _, feed := range feeds {
		path, own := strings.CutPrefix(feed, "https://"+s.host+s.prefix)
		modelstest.Want(s.t, own, true, feed)
		machine.get(path).Want(s.t, 200)
		s.feeds = append(s.feeds, path)
	}
	b.get("/data/export?format=json").Want(s.t, 200, `"une note"`)
	modelstest.WantNone(s.t, b.get("/help/connect").Want(s.t, 200, "https://"+s.host+s.prefix).Body, "evil.example")
}

// wantLargeImport checks that a file of almost the allowed size reaches worklog.
func (s *proxySite) wantLargeImport(proxy string) {
	s.t.Helper()
	if s.host != "root-tcp.example.org" && s.host != "basic-auth-path-socket.example.org" { // one of each kind is enough
		return
	}
	b := s.browser(proxy, "")
	if s.basic {
		b.user = "camille"
	} else {
		s.wantSignIn(b)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part := modelstest.Got(form.CreateFormFile("file", "days.json"))(s.t)
	modelstest.Must(s.t, modelstest.Only(part.Write(bytes.Repeat([]byte("{"), 31<<20))))
	modelstest.Must(s.t, form.Close())
	request := b.request(http.MethodPost, "/data/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Origin", "https://"+s.host)
	b.send(request).Want(s.t, 422, "worklog")
}
