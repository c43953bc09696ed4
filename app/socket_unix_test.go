//go:build unix

package app_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func atSocket(path string) func(*app.Config) {
	return func(c *app.Config) {
		c.Listen, c.Socket = app.SocketPrefix+path, app.Socket{Mode: 0o660, Group: -1}
	}
}

// socketPeer is a process that connects to the program's socket from a path of its own; if
// that is empty, from none.
type socketPeer struct {
	p    *apptest.Program
	path string
}

// get asks for a page with the names and values of headers.
func (s socketPeer) get(page string, header ...string) apptest.Answer {
	s.p.T.Helper()
	request := modelstest.Got(http.NewRequest(http.MethodGet, "http://localhost"+page, nil))(s.p.T)
	for pair := range slices.Chunk(header, 2) {
		request.Header.Add(pair[0], pair[1])
	}
	return s.send(request)
}

func (s socketPeer) send(request *http.Request) apptest.Answer {
	s.p.T.Helper()
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var dialer net.Dialer
		if s.path != "" {
			dialer.LocalAddr = &net.UnixAddr{Net: "unix", Name: s.path}
		}
		return dialer.DialContext(ctx, "unix", strings.TrimPrefix(s.p.URL, app.SocketPrefix))
	}}
	response := modelstest.Got(transport.RoundTrip(request))(s.p.T)
	return modelstest.Got(apptest.ReadAnswer(response))(s.p.T)
}

func TestOnASocketOnlyTheTrustedProxyNamesAUser(t *testing.T) {
	path := modelstest.SocketPath(t)
	p := apptest.Start(t, atSocket(path), apptest.BehindProxy, func(c *app.Config) { c.Access.TrustedProxies, c.Access.TrustUnix = nil, true })
	modelstest.Want(t, p.URL, app.SocketPrefix+path, "address")
	proxy := socketPeer{p: p}
	proxy.get("/journal", "Remote-User", "camille").Want(t, 200)
	proxy.get("/journal", "Remote-User", "mallory").Want(t, 403)
	proxy.get("/journal").Want(t, 403)
	proxy.get("/healthz").Want(t, 200)

	// with TCP on loopback, any process could be the proxy
	p = apptest.Start(t, atSocket(modelstest.SocketPath(t)), apptest.BehindProxy)
	socketPeer{p: p}.get("/journal", "Remote-User", "camille").Want(t, 403)
	modelstest.WantIn(t, p.Log.String(), `"peer":"unix","reason":"the peer is not in server.trusted_proxies"`)
}

func TestTheAddressThatAPeerOfASocketChoosesIsNotBelieved(t *testing.T) {
	t.Chdir(filepath.Dir(modelstest.SocketPath(t)))
	p := apptest.Start(t, atSocket(modelstest.SocketPath(t)), apptest.BehindProxy)
	for _, name := range []string{"127.0.0.1:80", "unix"} {
		socketPeer{p, name}.get("/journal", "Remote-User", "camille", "X-Forwarded-For", "203.0.113.9").Want(t, 403)
	}
	modelstest.WantNone(t, p.Log.String(), "127.0.0.1", "203.0.113.9")
}

func TestAPeerOfASocketCountsAsThisMachine(t *testing.T) {
	p := apptest.Start(t, atSocket(modelstest.SocketPath(t)))
	peer := socketPeer{p: p}
	peer.get("/journal").Want(t, 200) // without a login
	peer.get("/journal", "X-Forwarded-For", "203.0.113.9").Want(t, 403)
	modelstest.WantIn(t, p.Log.String(), `"client":"unix"`)
	modelstest.WantNone(t, p.Log.String(), "203.0.113")
}

func TestAClientBehindASocketIsTheOneThatTheTrustedProxyNames(t *testing.T) {
	p := apptest.Start(t, atSocket(modelstest.SocketPath(t)), func(c *app.Config) {
		c.Access.TrustUnix = true
		c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, test := range []struct{ name, forwarded, want string }{
		{"the last one", "198.51.100.7, 203.0.113.9", "203.0.113.9"},
		{"before the proxies in front", "198.51.100.7, 203.0.113.9, ::ffff:10.0.0.2, 10.0.0.1", "203.0.113.9"},
		{"the first one, if all are proxies", "10.0.0.2,10.0.0.1", "10.0.0.2"},
		{"in brackets", "[2001:db8::1]", "2001:db8::1"},
		{"mapped into IPv6", "::ffff:203.0.113.9", "203.0.113.9"},
		{"none", "", "unix"},
		{"an unknown one", "203.0.113.9, unknown", "unix"},
		{"an unknown one before a proxy", "unknown, 10.0.0.1", "unix"},
	} {
		before := len(p.Log.String())
		socketPeer{p: p}.get("/healthz", "X-Forwarded-For", test.forwarded).Want(t, 200)
		modelstest.WantIn(t, p.Log.String()[before:], `"client":"`+test.want+`"`)
	}
}

func TestClientsOfASocketThatNobodyNamesAreThrottledAsOne(t *testing.T) {
	p := apptest.Start(t, atSocket(modelstest.SocketPath(t)), apptest.WithPassword)
	try := func(forwarded string) int {
		request := p.FormRequest("", url.Values{"password": {"a wrong one"}})
		request.URL.Scheme, request.URL.Host, request.URL.Path, request.URL.Opaque = "http", "localhost", "/login", ""
		request.Header.Set("Origin", "http://localhost")
		request.Header.Set("X-Forwarded-For", forwarded)
		return socketPeer{p: p}.send(request).Status
	}
	for i := range 10 {
		modelstest.Want(t, try("203.0.113."+strconv.Itoa(i)), 422)
	}
	modelstest.Want(t, try("203.0.113.10"), 429)
}

func TestASocketTakesThePlaceOfThatOfAKilledServerAndIsRemovedWhenItsOwnEnds(t *testing.T) {
	path := modelstest.SocketPath(t)
	listener := modelstest.Got(net.Listen("unix", path))(t)
	listener.(*net.UnixListener).SetUnlinkOnClose(false)
	listener.Close()
	modelstest.Must(t, modelstest.Only(os.Lstat(path)))
	p := apptest.Start(t, atSocket(path))
	modelstest.Must(t, app.Healthcheck(t.Context(), p.URL))
	modelstest.Want(t, modelstest.Got(os.Stat(path))(t).Mode(), fs.ModeSocket|0o660)
	addresses := modelstest.Got(app.RenewFeeds(t.Context(), p.Config, p.Clock.Now()))(t)
	modelstest.Want(t, strings.Count(strings.Join(addresses, " "), "http://localhost/feeds/"), 3, addresses)
	p.Stop()
	modelstest.WantError(t, modelstest.Only(os.Lstat(path)), fs.ErrNotExist)
	wantUnhealthy(t, p.URL, "no server responds: connect: no such file or directory")
}

func TestWhatIsInThePlaceOfASocketIsLeftThere(t *testing.T) {
	taken := modelstest.SocketPath(t)
	other := apptest.Start(t, atSocket(taken))
	file, link := modelstest.SocketPath(t), modelstest.SocketPath(t)
	modelstest.Must(t, os.WriteFile(file, []byte("important"), 0o600))
	modelstest.Must(t, os.Symlink(taken, link))
	datagrams := modelstest.Got(net.ListenUnixgram("unixgram", &net.UnixAddr{Net: "unixgram", Name: modelstest.SocketPath(t)}))(t)
	t.Cleanup(func() { _ = datagrams.Close() })
	missing := filepath.Join(file+"-folder", "s")
	for path, want := range map[string]string{
		taken:                          "another server listens there",
		file:                           "is not a socket: remove it, or name another path",
		link:                           "is not a socket: remove it, or name another path",
		missing:                        "there is no folder " + filepath.Dir(missing),
		datagrams.LocalAddr().String(): "dial unix " + datagrams.LocalAddr().String() + ": connect: protocol wrong type for socket",
	} {
		config := apptest.DemoConfig(t)
		atSocket(path)(&config)
		_, err := app.New(t.Context(), config, app.Clock{Clock: apptest.NewClock().Handlers()}, app.NewLog(io.Discard))
		modelstest.Want(t, fmt.Sprint(err), `server.listen = "unix:`+path+`": `+want)
	}
	socketPeer{p: other}.get("/healthz").Want(t, 200)
	modelstest.Want(t, string(modelstest.Got(os.ReadFile(file))(t)), "important")
}

func TestASocketIsConfiguredWithItsModeAndGroup(t *testing.T) {
	config := wantWarnings(t, "[server]\nlisten = \"unix:run/s\"\nsocket_mode = \"606\"\nsocket_group = \"0\"\ntrusted_proxies = [\"unix\", \"10.0.0.0/8\"]\n"+
		"[web]\nauth = \"proxy\"\nproxy_users = [\"camille\"]\n",
		`FILE:3: server.socket_mode: lets every user of this machine connect and name any user: set "0660", with the proxy in the socket's group`)
	modelstest.Want(t, config.Listen, app.SocketPrefix+filepath.Join(filepath.Dir(config.File), "run/s"))
	modelstest.Want(t, config.Socket, app.Socket{Mode: 0o606, Group: 0})
	modelstest.Want(t, config.Access.TrustUnix && len(config.Access.TrustedProxies) == 1, true, config.Access.TrustedProxies)
}

func TestASocketThatCannotBeIsAProblem(t *testing.T) {
	const example = `: must be the path of a file, such as "unix:/run/worklog/worklog.sock"`
	for listen, want := range map[string]string{
		"":                                 example,
		"@worklog":                         "", // beside the configuration, in its folder
		"/run/worklog/":                    example,
		"/run/" + strings.Repeat("s", 103): fmt.Sprintf(": must be a path of at most %d bytes", len(syscall.RawSockaddrUnix{}.Path)-1),
	} {
		file := apptest.WriteConfig(t, "[server]\nlisten = \"unix:"+listen+"\"\n")
		_, err := app.LoadConfig(file)
		modelstest.Want(t, (want != "" || err == nil) && (want == "" || err != nil && err.Error() == file+`:2: server.listen = "unix:`+listen+`"`+want), true, listen, err)
	}
	t.Chdir(filepath.Dir(apptest.WriteConfig(t, "[server]\nlisten = \"unix:./@worklog\"\n")))
	wantErrorEnd(t, modelstest.Only(app.LoadConfig("config.toml")), example)
	wantProblems(t, "[server]\nlisten = \"unix:/run/s\"\nsocket_mode = \"rw\"\nsocket_group = \"no such group\"\n[web]\nauth = \"proxy\"\nproxy_users = [\"camille\"]\n",
		`FILE:1: server.trusted_proxies = []: must contain "unix" for web.auth = "proxy" on a unix socket`,
		`FILE:3: server.socket_mode = "rw": must be permissions in octal, such as "0660"`,
		`FILE:4: server.socket_group = "no such group": must be a group of this machine, or its number`)
	// the networks are of no use: whoever connects to the socket is in none of them
	wantProblems(t, "[server]\nlisten = \"unix:/run/s\"\ntrusted_proxies = [\"127.0.0.1/32\"]\n[web]\nauth = \"proxy\"\nproxy_users = [\"camille\"]\n",
		`FILE:3: server.trusted_proxies = ["127.0.0.1/32"]: must contain "unix" for web.auth = "proxy" on a unix socket`)
	wantProblems(t, "[server]\ntrusted_proxies = [\"unix\"]\n[web]\nauth = \"proxy\"\nproxy_users = [\"camille\"]\n",
		`FILE:2: server.trusted_proxies = ["unix"]: must name the proxy for web.auth = "proxy", such as "127.0.0.1/32"`)
}

func TestWhatIsSetForASocketWithoutOneIsAWarning(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_SOCKET_GROUP", "no such group")
	wantWarnings(t, "[server]\nlisten = \"127.0.0.1:8080\"\ntrusted_proxies = [\"unix\"]\n",
		"environment: WORKLOG_SERVER_SOCKET_GROUP: is not used: server.listen is not a unix socket",
		`FILE:3: server.trusted_proxies: names "unix", but server.listen is not a unix socket`)
}

func TestASocketsGroupMustBeOneOfTheServersUser(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may set any group: not tested")
	}
	path := modelstest.SocketPath(t)
	config := apptest.DemoConfig(t)
	atSocket(path)(&config)
	config.Socket.Group = 12345
	_, err := app.New(t.Context(), config, app.Clock{Clock: apptest.NewClock().Handlers()}, app.NewLog(io.Discard))
	modelstest.WantErrorText(t, err, "server.socket_group cannot be set, of which the server's user must be a member")
	modelstest.WantError(t, modelstest.Only(os.Lstat(path)), fs.ErrNotExist, "what cannot be used is left")
}

func TestOnlyTheGroupOfASocketCanConnect(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("acting as other users needs root: not tested")
	}
	curl, err := exec.LookPath("curl")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("curl is not installed: not tested")
	}
	path := modelstest.SocketPath(t)
	modelstest.Must(t, os.Chmod(filepath.Dir(path), 0o755))
	apptest.Start(t, atSocket(path), func(c *app.Config) { c.Socket.Group = 12345 })
	for _, test := range []struct {
		name   string
		groups []uint32
		want   string
	}{
		{"a member", []uint32{12345}, `{"status":"ok"}`},
		{"another user", []uint32{12346}, ""},
		{"a user without groups", nil, ""},
	} {
		command := exec.CommandContext(t.Context(), curl, "--silent", "--unix-socket", path, "http://localhost/healthz")
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534, Groups: test.groups}}
		if got, err := command.Output(); strings.TrimSpace(string(got)) != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: got %s, %v, want %q", test.name, got, err, test.want)
		}
	}
}
