package app

import (
	"net"
	"regexp"
	"strings"

	"worklog/handlers"
)

// Access is who may see the pages.
type Access struct {
	Auth          handlers.Auth
	Password      handlers.PasswordHash // of the password login
	ProxyHeader   string                // in which the proxy login finds the user
	ProxyUsers    []string
	OpenToNetwork bool // pages without a login may leave this machine
}

// access decides who may see the pages, and refuses to show them to everyone
// by oversight.
func (d *decoder) access(listen string, proxies bool) Access {
	auth := d.auth()
	a := Access{
		Auth:          auth,
		Password:      d.password(auth),
		ProxyHeader:   d.proxyHeader(),
		ProxyUsers:    d.list("web.proxy_users"),
		OpenToNetwork: d.flag("web.open_to_network"),
	}
	switch auth {
	case handlers.NoLogin:
		if !a.OpenToNetwork && !onLoopback(listen) {
			d.settingFault("server.listen", `would show the pages to the whole network without a login: set web.auth = "password", `+
				`or web.auth = "proxy" behind a proxy that asks, or, to let everybody there see and change your days, web.open_to_network = true`)
		}
	case handlers.PasswordLogin:
		if d.text("server.public_url") != "" && !proxies {
			d.warnings = append(d.warnings, Fault{Source: d.doc.file, Line: d.doc.line("server", "public_url"), Key: "server.public_url",
				Allowed: "a proxy in front that is not in server.trusted_proxies makes one client of all who try to sign in"})
		}
	case handlers.ProxyLogin:
		if !proxies {
			d.settingFault("server.trusted_proxies", `must name the proxy for web.auth = "proxy", such as "127.0.0.1/32"`)
		}
		if len(a.ProxyUsers) == 0 {
			d.settingFault("web.proxy_users", `must name who may see the pages for web.auth = "proxy"`)
		}
	}
	return a
}

func (d *decoder) auth() handlers.Auth {
	auth := handlers.Auth(d.text("web.auth"))
	if !auth.Valid() {
		d.settingFault("web.auth", oneOf(handlers.Auths))
	}
	return auth
}

// headerName is a token (RFC 9110, section 5.6.2) of the kind that proxies use.
var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

func (d *decoder) proxyHeader() string {
	header := d.text("web.proxy_header")
	if !headerName.MatchString(header) {
		d.settingFault("web.proxy_header", `must be the name of a header, such as "Remote-User"`)
	}
	return header
}

// onLoopback reports whether an address to listen on is this machine's alone.
func onLoopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	return err != nil || handlers.IsLoopback(strings.ToLower(host)) // a malformed one has its own fault
}
