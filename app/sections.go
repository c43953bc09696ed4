package app

import (
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"worklog/handlers"
	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
	"worklog/views/french"
)

// decodeConfig decodes and validates a document and the environment.
func decodeConfig(doc *document, secrets secretsMode) (Config, error) {
	d := newDecoder(doc, secrets)
	config := Config{
		Listen:   d.listen(),
		Database: d.databasePath(),
		Backup:   d.backup(),
		API:      api.Config{Token: d.token(), RequestsPerMinute: d.number("limits.presence_requests_per_minute")},
		Rules:    d.machineRules(),
		doc:      doc,
	}
	config.Socket = d.socket(config.Listen)
	config.Access = d.access(config.Listen, config.Socket)
	config.API.OwnTracksRegions = d.ownTracksRegions()
	config.Frame.HideIllness = d.flag("web.hide_illness")
	config.Feeds.HideIllness = config.Frame.HideIllness
	d.personal(&config)
	if config.Rules.Integrated {
		config.Rules.Defaults = d.defaults(config.Rules.Journeys, config.Rules.Vehicles)
	}
	d.warnOfIdleVariables()
	warnings, err := d.found()
	for _, warning := range warnings {
		config.Warnings = append(config.Warnings, warning.Error())
	}
	if err != nil {
		return Config{Warnings: config.Warnings}, err
	}
	return config, nil
}

// warnOfIdleVariables warns of variables of the environment for keys that it cannot set.
func (d *decoder) warnOfIdleVariables() {
	for _, of := range d.standards {
		if key := strings.Join(of.path, "."); os.Getenv(envName(key)) != "" {
			d.warnings = append(d.warnings, Problem{Source: environment, Key: envName(key), Allowed: "is not used: set " + key + " in the file or on the page Réglages"})
		}
	}
}

// found returns the warnings, and the problems if there are any, in the order of the file.
func (d *decoder) found() (warnings []Problem, err error) {
	byLine := func(a, b Problem) int { return a.Line - b.Line }
	d.warnings = append(d.warnings, d.unknown()...)
	slices.SortStableFunc(d.warnings, byLine)
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, byLine)
		err = d.problems
	}
	return d.warnings, err
}

// personal decodes the person's sections, of a configuration whose others are decoded.
func (d *decoder) personal(config *Config) {
	costs := d.costs(config)
	alsaceMoselle := setting(d.section("calendar"), "alsace_moselle", aFlag, false)
	holidays := french.NewHolidays(alsaceMoselle)
	config.Rules.Holidays = func(from, to civil.Date) map[civil.Date]string { return holidays.Between(from, to) }
	config.Rules.Journeys, config.Rules.Vehicles = nil, nil
	for _, journey := range config.Journeys {
		config.Rules.Journeys = append(config.Rules.Journeys, journey.ID)
	}
	choices := forms.Choices{Journeys: config.Journeys}
	for _, vehicle := range config.Vehicles {
		if vehicle.Type == motor {
			config.Rules.Vehicles = append(config.Rules.Vehicles, vehicle.ID)
			choices.Vehicles = append(choices.Vehicles, forms.Choice{ID: vehicle.ID, Label: vehicle.Label, Hidden: vehicle.Hidden})
		}
	}
	config.Frame = frame.Config{
		AlsaceMoselle: alsaceMoselle,
		Person:        d.person(),
		Choices:       choices,
		Hours:         d.hours(config.Rules.Zone, alsaceMoselle),
		Costs:         costs,
		Pay:           d.pay(costs.Law),
		HideIllness:   config.Frame.HideIllness,
	}
}

// machineRules returns what the machine's sections say of the rules about days.
func (d *decoder) machineRules() models.Rules {
	rules := models.Rules{
		Integrated:     d.section("presence_integration").values != nil,
		ForgottenAfter: d.forgottenAfter(),
		SilentAfter:    d.silentAfter(),
		KeepDays:       d.keepDays(),
	}
	if rules.Integrated {
		rules.Zone = d.zone()
	} else {
		rules.Zone, rules.Defaults.DayType = d.hostZone(localtime, timezoneFile), models.Work
	}
	return rules
}

func (d *decoder) listen() string {
	const allowed = `must be an address and a port, such as "127.0.0.1:8080" or ":8080", or a socket, such as "unix:/run/worklog/worklog.sock"`
	listen := d.text("server.listen")
	if path, unix := strings.CutPrefix(listen, SocketPrefix); unix {
		return d.socketAddress(path)
	}
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		d.rejectSetting("server.listen", allowed)
		return ""
	}
	if _, err := net.LookupPort("tcp", port); err != nil || port == "" {
		d.rejectSetting("server.listen", allowed)
	}
	return listen
}

// publicAddress matches URLs with a plain path, which can be written in only one way.
var publicAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?$`)
})

func (d *decoder) publicURL() *url.URL {
	text := d.text("server.public_url")
	if text == "" {
		return nil
	}
	address, err := url.Parse(text)
	if err != nil || !publicAddress().MatchString(text) {
		d.rejectSetting("server.public_url", `must be an address such as "https://heures.example.org" or "https://home.example.org/worklog", with nothing after the path`)
		return nil
	}
	address.Path = strings.TrimSuffix(address.Path, "/")
	standard := map[string]string{"http": ":80", "https": ":443"}[address.Scheme]
	address.Host = strings.TrimSuffix(address.Host, standard) // a browser leaves it out
	own := handlers.OwnNames()
	if first, _, _ := strings.Cut(strings.TrimPrefix(address.Path, "/"), "/"); slices.Contains(own, first) {
		d.rejectSetting("server.public_url", "must have a path that does not begin with one of worklog's own: "+strings.Join(own, ", "))
		return nil
	}
	return address
}

// maxHostName is the maximum length of a DNS name in bytes.
const maxHostName = 253

// hostName matches host names as browsers send them.
var hostName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$`) })

func (d *decoder) hosts() []string {
	hosts := d.list("server.hosts")
	for i, host := range hosts {
		if len(host) > maxHostName || !hostName().MatchString(host) {
			d.rejectSetting("server.hosts", `must be host names only, such as "nas.local", of letters, digits, hyphens and dots, without port or path; other letters are written as "xn--…"`)
			return nil
		}
		hosts[i] = strings.ToLower(host)
	}
	return hosts
}

// trustedProxies returns the networks of the trusted proxies, and whether those that
// connect to the unix socket are trusted.
func (d *decoder) trustedProxies() (prefixes []netip.Prefix, unix bool) {
	for _, text := range d.list("server.trusted_proxies") {
		if text == access.UnixPeer {
			unix = true
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			d.rejectSetting("server.trusted_proxies", `must be networks, such as "192.168.1.2/32" or "10.0.0.0/8", or "unix" for a unix socket`)
			return nil, unix
		}
		if prefix.Addr().Is4In6() && prefix.Bits() >= 96 { // as it is compared
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, unix
}

func (d *decoder) databasePath() string {
	path := d.text("database.path")
	if strings.TrimSpace(path) == "" || strings.ContainsRune(path, 0) {
		d.rejectSetting("database.path", `must be a file, such as "worklog.db"`)
		return path
	}
	path = d.beside(path)
	d.warnOfDatabaseReaders(path)
	return path
}

// beside resolves a path relative to the configuration file.
func (d *decoder) beside(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(d.doc.file), path)
}

// maxForgottenHours is a year.
const maxForgottenHours = 8760

func (d *decoder) forgottenAfter() time.Duration {
	hours := d.number("limits.forgotten_departure_hours")
	if hours > maxForgottenHours {
		d.rejectSetting("limits.forgotten_departure_hours", "must be a number of hours from 1 to 8760")
		return 0
	}
	return time.Duration(hours) * time.Hour
}

// maxKeepDays is a hundred years.
const maxKeepDays = 36_500

func (d *decoder) keepDays() int {
	days := d.number("history.keep_days")
	if days > maxKeepDays {
		d.rejectSetting("history.keep_days", "must be a number of days from 1 to 36500")
	}
	return days
}

// label returns the label of what is below an id, which is the id itself by default.
func (t *table) label() string {
	label := optional(t, "label", anyText, "")
	if strings.TrimSpace(label) == "" {
		return t.id()
	}
	if !isLabel(label) {
		t.reject("label", wrongLabel)
	}
	return label
}

const wrongLabel = "must be at most 100 characters of text, without control characters"

// aNote is the note of an adjustment.
var aNote = inText(wrongLabel, func(text string) (string, bool) { return text, isLabel(text) })

// isLabel reports whether a text can be the label of something, or a note about it: no character
// breaks its line or changes the order of its letters. Those that join emoji are let through.
func isLabel(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= settings.MaxLabel && !strings.ContainsFunc(text, isControl)
}

// isControl reports whether a character breaks its line or changes the order of others.
func isControl(char rune) bool {
	return unicode.In(char, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}
