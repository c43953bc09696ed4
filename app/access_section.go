package app

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"unicode"

	"worklog/handlers/access"
	"worklog/models/settings"
)

// access checks who may see the pages, and rejects a configuration that would inadvertently show
// them to everyone.
func (d *decoder) access(config *Config) {
	a, listen := &config.Access, config.Listen
	a.Password = d.password(a.Auth)
	a.Ingress.Inner = innerAddress(listen)
	proxies, proxy := len(a.TrustedProxies) > 0, `name the proxy for web.auth = "proxy", such as "127.0.0.1/32"`
	if onSocket(listen) {
		proxies, proxy = a.TrustUnix, `contain "unix" for web.auth = "proxy" on a unix socket`
	}
	d.warnOfUnused("web.proxy_users", a.ProxyUsers, access.ProxyLogin, a.Auth)
	d.warnOfUnused("web.home_assistant_users", a.Ingress.Users, access.HomeAssistantLogin, a.Auth)
	switch a.Auth {
	case access.NoLogin:
		if a.PublicURL != nil && !a.OpenToNetwork {
			d.warn("server.public_url", `leads to pages without a login: anyone who can reach the proxy can see and change your days; set web.auth`)
		}
		if !a.OpenToNetwork && !onLoopback(listen) && d.secrets == withSecrets { // others show no pages
			d.rejectKey("server", "listen", withoutLogin(fromEnv("server.listen")))
		}
	case access.PasswordLogin:
		if a.PublicURL != nil && !proxies {
			d.warn("server.public_url", "if a reverse proxy is not in server.trusted_proxies, all its clients count as one when they sign in")
		}
	case access.HomeAssistantLogin:
		// what it says of the browser is believed, and its connections are those of all browsers
		a.TrustedProxies = append(a.TrustedProxies, netip.PrefixFrom(a.Ingress.Peer, a.Ingress.Peer.BitLen()))
	case access.ProxyLogin:
		if !proxies {
			d.rejectKey("server", "trusted_proxies", "must "+proxy)
		}
		if len(a.ProxyUsers) == 0 {
			d.rejectKey("web", "proxy_users", `must name who may see the pages for web.auth = "proxy"`)
		}
	}
}

// warnOfUnused warns of users that are configured for another login.
func (d *decoder) warnOfUnused(key string, users []string, login, auth access.Auth) {
	if auth != login && len(users) > 0 {
		d.warn(key, fmt.Sprintf("is not used: web.auth is not %q", login))
	}
}

// withoutLogin says what to set for a server that others can reach. If its address is set in
// the environment, as in a container, so are the alternatives.
func withoutLogin(inEnvironment bool) string {
	password, proxy, open := `web.auth = "password"`, `web.auth = "proxy"`, `web.open_to_network = true`
	if inEnvironment {
		password = "WORKLOG_WEB_AUTH=password and WORKLOG_WEB_PASSWORD_HASH_FILE (`worklog password` prints a hash)"
		proxy, open = "WORKLOG_WEB_AUTH=proxy", "WORKLOG_WEB_OPEN_TO_NETWORK=true"
	}
	return "would show the pages to the whole network without a login: set " + password + ", or " + proxy +
		" behind a proxy that asks, or, to let anyone on it see and change your days, " + open
}

// localApp is the name of an app of Home Assistant that was installed from a folder, in the
// network of the apps: its slug. One that comes from a store has that of the store before it.
const localApp = "local-worklog"

// innerAddress returns the address of this program in the network of the apps of Home
// Assistant, where the name of a container is that of its app.
func innerAddress(listen string) string {
	name, err := os.Hostname()
	if err != nil || !strings.HasSuffix(name, "-worklog") {
		name = localApp
	}
	_, port, _ := net.SplitHostPort(listen) // of a malformed one, which is reported elsewhere, none
	return "http://" + net.JoinHostPort(name, port)
}

// onLoopback reports whether an address to listen on can be reached only from this
// machine.
func onLoopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	return onSocket(listen) || err != nil || access.IsLoopback(strings.ToLower(host)) // a malformed one is reported elsewhere
}

func readAuth(text string) (access.Auth, string) {
	if auth := access.Auth(text); auth.Valid() {
		return auth, ""
	}
	return "", settings.Allowed(access.Auths)
}

// readUsers reads names, without the white space around them, which no header has. None is blank: some
// proxies send a blank name for an anonymous user.
func readUsers(users []string) ([]string, string) {
	for i, user := range users {
		users[i] = strings.TrimSpace(user)
		if users[i] == "" || strings.ContainsFunc(user, unicode.IsControl) {
			return users, "must be names, none of them blank or with control characters"
		}
	}
	return users, ""
}

func readPeer(text string) (netip.Addr, string) {
	peer, err := netip.ParseAddr(text)
	if err != nil || peer.Zone() != "" {
		return peer, `must be an IP address, such as "172.30.32.2"`
	}
	return peer.Unmap(), ""
}

// headerName matches header names: a subset of tokens (RFC 9110, section 5.6.2).
var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

func readHeader(header string) (string, string) {
	if !headerName.MatchString(header) {
		return header, `must be the name of a header, such as "Remote-User"`
	}
	return header, ""
}
