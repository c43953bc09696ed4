package app

import (
	"math"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"worklog/handlers"
	"worklog/handlers/access"
	"worklog/models/settings"
)

// machineSections declares the sections of the machine, which the environment can override: each key
// with its default and what is allowed. Tests compare the starter and docs/configuration.md with it.
func (c *Config) machineSections() []settings.Key {
	return []settings.Key{
		settings.SectionOf("server",
			settings.Key{Name: "listen", Default: "127.0.0.1:8080", Kind: text(&c.Listen, c.readAddress)},
			settings.Key{Name: "socket_mode", Default: "0660", Kind: text(&c.Socket.Mode, readSocketMode)},
			settings.Key{Name: "socket_group", Default: "", Kind: text(new(string), readAny)},
			settings.Key{Name: "public_url", Default: "", Kind: text(&c.Access.PublicURL, readPublicURL)},
			settings.Key{Name: "hosts", Default: []any{}, Kind: texts(&c.Access.Hosts, readHosts)},
			settings.Key{Name: "trusted_proxies", Default: []any{}, Kind: texts(&c.Access.TrustedProxies, c.readProxies)}),
		settings.SectionOf("database",
			settings.Key{Name: "path", Default: "worklog.db", Kind: text(&c.Database, c.readDatabase)}),
		settings.SectionOf("backup",
			settings.Key{Name: "folder", Default: "", Kind: text(&c.Backup.Folder, c.readFolder)},
			settings.Key{Name: "keep", Default: int64(14), Kind: atLeastOne(&c.Backup.Keep, 1, math.MaxInt32, "")},
			settings.Key{Name: "every", Default: "24h", Kind: text(&c.Backup.Every, readInterval)}),
		settings.SectionOf("limits",
			settings.Key{Name: "presence_requests_per_minute", Default: int64(30), Kind: atLeastOne(&c.API.RequestsPerMinute, 1, math.MaxInt32, "")},
			settings.Key{Name: "forgotten_departure_hours", Default: int64(16), Kind: atLeastOne(&c.Rules.ForgottenAfter, time.Hour, maxForgottenHours, "must be a number of hours from 1 to 8760")}),
		settings.SectionOf("history",
			settings.Key{Name: "keep_days", Default: int64(1900), Kind: atLeastOne(&c.Rules.KeepDays, 1, maxKeepDays, "must be a number of days from 1 to 36500")}),
		settings.SectionOf("web",
			settings.Key{Name: "auth", Default: "none", Kind: text(&c.Access.Auth, readAuth)},
			settings.Key{Name: "proxy_header", Default: "Remote-User", Kind: text(&c.Access.ProxyHeader, readHeader)},
			settings.Key{Name: "proxy_users", Default: []any{}, Kind: texts(&c.Access.ProxyUsers, readUsers)},
			settings.Key{Name: "home_assistant_users", Default: []any{}, Kind: texts(&c.Access.Ingress.Users, readUsers)},
			settings.Key{Name: "ingress_peer", Default: "172.30.32.2", Kind: text(&c.Access.Ingress.Peer, readPeer)},
			settings.Key{Name: "open_to_network", Default: false, Kind: settings.FlagOf(&c.Access.OpenToNetwork)},
			settings.Key{Name: "hide_illness", Default: true, Kind: settings.FlagOf(&c.Frame.HideIllness)}),
	}
}

const (
	maxForgottenHours = 8760   // a year
	maxKeepDays       = 36_500 // a hundred years
)

// text is a value that is read from text, with a function that says what is wrong with it.
func text[T any](to *T, read func(string) (T, string)) settings.Kind {
	return settings.KindOf(settings.Line, to, func(value any) (T, string) {
		text, ok := value.(string)
		if !ok {
			return *to, "must be text in quotes"
		}
		return read(text)
	})
}

// texts is like text for a list.
func texts[T any](to *T, read func([]string) (T, string)) settings.Kind {
	return settings.KindOf(settings.Texts, to, func(value any) (T, string) {
		items, ok := value.([]any)
		var all []string
		for _, item := range items {
			text, is := item.(string)
			all, ok = append(all, text), ok && is
		}
		if !ok {
			return *to, "must be a list of texts in quotes"
		}
		return read(all)
	})
}

// atLeastOne is a whole number of a unit up to a maximum, of which a number beyond is said to be wrong,
// or else is that maximum.
func atLeastOne[T int | time.Duration](to *T, unit T, most int64, beyond string) settings.Kind {
	return settings.KindOf(settings.Whole, to, func(value any) (T, string) {
		number, _ := value.(int64)
		switch {
		case number < 1:
			return 0, "must be a whole number of at least 1"
		case number > most && beyond != "":
			return 0, beyond
		}
		return T(min(number, most)) * unit, ""
	})
}

func readAny(text string) (string, string) { return text, "" }

// readAddress reads what the server listens on.
func (c *Config) readAddress(listen string) (string, string) {
	const allowed = `must be an address and a port, such as "127.0.0.1:8080" or ":8080", or a socket, such as "unix:/run/worklog/worklog.sock"`
	if path, unix := strings.CutPrefix(listen, SocketPrefix); unix {
		return c.readSocketPath(path)
	}
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", allowed
	}
	if _, err := net.LookupPort("tcp", port); err != nil || port == "" {
		return listen, allowed
	}
	return listen, ""
}

// publicAddress matches URLs with a plain path, which can be written in only one way.
var publicAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?$`)
})

func readPublicURL(text string) (*url.URL, string) {
	if text == "" {
		return nil, ""
	}
	address, err := url.Parse(text)
	if err != nil || !publicAddress().MatchString(text) {
		return nil, `must be an address such as "https://heures.example.org" or "https://home.example.org/worklog", with nothing after the path`
	}
	address.Path = strings.TrimSuffix(address.Path, "/")
	standard := map[string]string{"http": ":80", "https": ":443"}[address.Scheme]
	address.Host = strings.TrimSuffix(address.Host, standard) // a browser leaves it out
	own := handlers.OwnNames()
	if first, _, _ := strings.Cut(strings.TrimPrefix(address.Path, "/"), "/"); slices.Contains(own, first) {
		return nil, "must have a path that does not begin with one of worklog's own: " + strings.Join(own, ", ")
	}
	return address, ""
}

// maxHostName is the maximum length of a DNS name in bytes.
const maxHostName = 253

// hostName matches host names as browsers send them.
var hostName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$`) })

func readHosts(hosts []string) ([]string, string) {
	for i, host := range hosts {
		if len(host) > maxHostName || !hostName().MatchString(host) {
			return nil, `must be host names only, such as "nas.local", of letters, digits, hyphens and dots, without port or path; other letters are written as "xn--…"`
		}
		hosts[i] = strings.ToLower(host)
	}
	return hosts, ""
}

// readProxies reads the networks of the trusted proxies, and whether those that connect to the unix
// socket are trusted.
func (c *Config) readProxies(texts []string) (prefixes []netip.Prefix, wrong string) {
	for _, text := range texts {
		if text == access.UnixPeer {
			c.Access.TrustUnix = true
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, `must be networks, such as "192.168.1.2/32" or "10.0.0.0/8", or "unix" for a unix socket`
		}
		if prefix.Addr().Is4In6() && prefix.Bits() >= 96 { // as it is compared
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, ""
}

func (c *Config) readDatabase(path string) (string, string) {
	if strings.TrimSpace(path) == "" || strings.ContainsRune(path, 0) {
		return path, `must be a file, such as "worklog.db"`
	}
	return c.fromFolder(path), ""
}

// fromFolder resolves a path relative to the configuration file.
func (c *Config) fromFolder(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.doc.file), path)
}

func (c *Config) readFolder(folder string) (string, string) {
	switch {
	case folder == "":
		return "", ""
	case strings.TrimSpace(folder) == "" || strings.ContainsRune(folder, 0):
		return folder, `must be a folder, such as "backups", or "" for no backups`
	}
	return c.fromFolder(folder), ""
}

// interval matches a number of minutes, hours or days, up to some 27 years.
var interval = regexp.MustCompile(`^(0*[1-9][0-9]{0,3})([mhd])$`)

func readInterval(text string) (time.Duration, string) {
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	parts := interval.FindStringSubmatch(text)
	if parts == nil {
		return 0, `must be a number of minutes, hours or days, such as "90m", "24h" or "7d"`
	}
	number, _ := strconv.Atoi(parts[1]) // matched above
	return time.Duration(number) * units[parts[2]], ""
}
