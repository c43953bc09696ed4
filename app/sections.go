package app

import (
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"worklog/handlers"
	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
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
		Rules:    models.Rules{ForgottenAfter: d.forgottenAfter(), KeepDays: d.keepDays()},
		doc:      doc,
	}
	config.Socket = d.socket(config.Listen)
	config.Access = d.access(config.Listen, config.Socket)
	config.Frame.HideIllness = d.flag("web.hide_illness")
	config.Feeds.HideIllness = config.Frame.HideIllness
	if _, integrated := doc.root["presence_integration"]; !integrated {
		config.Rules.Zone = d.hostZone(localtime, timezoneFile)
	}
	d.personal(&config)
	d.integration(&config)
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
	for _, section := range settings.Sections {
		for _, of := range section.Kind.Keys {
			key := section.Name + "." + of.Name
			if fromEnv(key) && of.Default != nil {
				d.warnings = append(d.warnings, Problem{Source: environment, Key: envName(key), Allowed: "is not used: set " + key + " in the file or on the page Réglages"})
			}
		}
	}
}

// found returns the warnings, and the problems if there are any, in the order of the file.
func (d *decoder) found() (warnings []Problem, err error) {
	byLine := func(a, b Problem) int { return a.Line - b.Line }
	slices.SortStableFunc(d.warnings, byLine)
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, byLine)
		err = d.problems
	}
	return d.warnings, err
}

// personal decodes the person's sections, of a configuration whose others are decoded.
func (d *decoder) personal(config *Config) settings.Findings {
	p, found := settings.Read(d.doc.root, d.doc.line)
	d.take(found)
	holidays := french.NewHolidays(p.AlsaceMoselle)
	daysOff := holidays.Without(p.Solidarity)
	config.Rules.Holidays = daysOff.Between
	config.Rules.ShortPresence = time.Duration(p.ShortPresence) * time.Minute
	config.Rules.Journeys, config.Rules.Vehicles = nil, nil
	var choices forms.Choices
	for _, journey := range p.Journeys {
		config.Rules.Journeys = append(config.Rules.Journeys, journey.ID)
		choices.Journeys = append(choices.Journeys, forms.Choice{ID: journey.ID, Label: journey.Label, Hidden: journey.Hidden, DistanceKM: float64(journey.Metres) / 1000})
	}
	for _, vehicle := range p.Vehicles {
		if vehicle.Type == settings.Motor {
			config.Rules.Vehicles = append(config.Rules.Vehicles, vehicle.ID)
			choices.Vehicles = append(choices.Vehicles, forms.Choice{ID: vehicle.ID, Label: vehicle.Label, Hidden: vehicle.Hidden})
		}
	}
	config.Frame = frame.Config{
		Holidays: daysOff,
		Person:   frame.Person{Name: p.Name, Employer: p.Employer},
		Choices:  choices,
		Hours: report.Rules{Zone: config.Rules.Zone, IsHoliday: isHoliday(holidays), Targets: p.Targets, Solidarity: p.Solidarity, Balance: p.Balance,
			Counters: p.Counters, Night: p.Night, Limits: p.Limits, LimitsFrom: p.LimitsFrom},
		Costs:       p.Costs,
		Pay:         p.Pay,
		Words:       p.Words,
		HideIllness: config.Frame.HideIllness,
	}
	config.setPlan(config.Rules.Plan)
	return found
}

// isHoliday returns a function that reports whether a date is a public holiday. It keeps
// those of every year that it was asked for, as a bit for each day of twelve months: a
// balance asks for every day since it began.
func isHoliday(holidays french.Holidays) func(civil.Date) bool {
	var years [9999 + 1]atomic.Pointer[[13]uint32]
	return func(date civil.Date) bool {
		if !date.InRange() {
			return false
		}
		months := years[date.Year].Load()
		if months == nil {
			months = new([13]uint32)
			for holiday := range holidays.Of(date.Year) {
				months[holiday.Month] |= 1 << holiday.Day
			}
			years[date.Year].Store(months)
		}
		return months[date.Month]&(1<<date.Day) != 0
	}
}

// integration decodes [presence_integration], of a configuration whose person's sections are decoded.
func (d *decoder) integration(config *Config) {
	rules := &config.Rules
	values, integrated := d.doc.root["presence_integration"].(settings.Tree)
	if !integrated {
		rules.Defaults.DayType = models.Work
		return
	}
	i, found := settings.ReadIntegration(values, rules.Journeys, rules.Vehicles)
	d.take(found)
	rules.Integrated, rules.Zone, rules.Defaults, rules.SilentAfter = true, i.Zone, i.Defaults, i.SilentAfter
	config.Frame.Hours.Zone, config.API.OwnTracksRegions = i.Zone, i.Regions
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
