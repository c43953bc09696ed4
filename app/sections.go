package app

import (
	"errors"
	"io/fs"
	"maps"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a host without a zone database serves the same

	"worklog/models"
)

// sections are the tables of the file, each with the keys that mean something.
// Those of journeys and vehicles stand below an id.
var sections = map[string][]string{
	"server":               {"listen", "public_url", "hosts", "trusted_proxies"},
	"database":             {"path"},
	"web":                  {"auth", "open_to_network"},
	"limits":               {"presence_requests_per_minute"},
	"presence_integration": {"timezone", "default_day_type", "default_journey_profile_id", "default_motor_vehicle_id"},
	"journeys":             {"label", "distance_km"},
	"vehicles":             {"label", "type"},
}

// decodeConfig validates a document and the environment over it.
func decodeConfig(doc *document) (Config, error) {
	d := newDecoder(doc)
	d.checkShape()
	config := Config{
		Listen:                    d.listen(),
		PublicURL:                 d.publicURL(),
		Hosts:                     d.hosts(),
		TrustedProxies:            d.trustedProxies(),
		Database:                  d.databasePath(),
		Auth:                      d.auth(),
		OpenToNetwork:             d.flag("web.open_to_network"),
		PresenceRequestsPerMinute: d.number("limits.presence_requests_per_minute"),
		Journeys:                  d.journeys(),
		Vehicles:                  d.vehicles(),
		Token:                     d.token(),
	}
	config.Presence = d.presence(config.Journeys, config.Vehicles)
	config.Zone = hostZone()
	if config.Presence != nil {
		config.Zone = config.Presence.Zone
	}
	config.Warnings = d.warnings
	if len(d.faults) > 0 {
		slices.SortStableFunc(d.faults, func(a, b Fault) int { return a.Line - b.Line })
		return Config{Warnings: d.warnings}, d.faults
	}
	return config, nil
}

// checkShape finds what stands where a section belongs, and what means nothing.
func (d *decoder) checkShape() {
	d.warnUnknown(d.doc.root, slices.Collect(maps.Keys(sections)))
	for name, keys := range sections {
		value, found := d.doc.root[name]
		if !found {
			continue
		}
		table, ok := value.(map[string]any)
		if !ok {
			d.fault(value, "must be a section, as in ["+name+"]", name)
			continue
		}
		if name != "journeys" && name != "vehicles" {
			d.warnUnknown(table, keys, name)
			continue
		}
		for _, id := range d.ids(name) {
			d.warnUnknown(table[id].(map[string]any), keys, name, id)
		}
	}
	slices.Sort(d.warnings)
}

func (d *decoder) listen() string {
	const allowed = `must be an address and a port, such as "127.0.0.1:8080" or ":8080"`
	listen := d.text("server.listen")
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		d.settingFault("server.listen", allowed)
		return ""
	}
	if _, err := net.LookupPort("tcp", port); err != nil || port == "" {
		d.settingFault("server.listen", allowed)
	}
	return listen
}

var plainPath = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)*/?$`)

func (d *decoder) publicURL() *url.URL {
	text := d.text("server.public_url")
	if text == "" {
		return nil
	}
	address, err := url.Parse(text)
	valid := err == nil && (address.Scheme == "https" || address.Scheme == "http") && address.Hostname() != "" &&
		address.User == nil && address.RawQuery == "" && address.Fragment == "" && plainPath.MatchString(address.Path) &&
		!slices.Contains(strings.Split(address.Path, "/"), "..")
	if !valid {
		d.settingFault("server.public_url", `must be an address such as "https://heures.example.org" or "https://home.example.org/worklog", with nothing after the path`)
		return nil
	}
	address.Path = strings.TrimSuffix(address.Path, "/")
	if address.Path == "/api" || strings.HasPrefix(address.Path, "/api/") {
		d.settingFault("server.public_url", `must have another path: requests below /api are the endpoint's`)
		return nil
	}
	return address
}

func (d *decoder) hosts() []string {
	hosts := d.list("server.hosts")
	for i, host := range hosts {
		if host == "" || strings.ContainsAny(host, ":/ ") {
			d.settingFault("server.hosts", `must be names alone, such as "nas.local", without port or path`)
			return nil
		}
		hosts[i] = strings.ToLower(host)
	}
	return hosts
}

func (d *decoder) trustedProxies() []netip.Prefix {
	var prefixes []netip.Prefix
	for _, text := range d.list("server.trusted_proxies") {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			d.settingFault("server.trusted_proxies", `must be networks, such as "192.168.1.2/32" or "10.0.0.0/8"`)
			return nil
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes
}

func (d *decoder) databasePath() string {
	path := d.text("database.path")
	if strings.TrimSpace(path) == "" || strings.ContainsRune(path, 0) {
		d.settingFault("database.path", `must be a file, such as "worklog.db"`)
	}
	return path
}

// auths are the ways to let people in that this version has.
var auths = []string{"none"}

func (d *decoder) auth() string {
	auth := d.text("web.auth")
	if !slices.Contains(auths, auth) {
		d.settingFault("web.auth", oneOf(auths))
	}
	return auth
}

func (d *decoder) journeys() []Journey {
	var journeys []Journey
	for _, id := range d.ids("journeys") {
		table := d.table("journeys")[id].(map[string]any)
		journey := Journey{ID: id, Label: d.label(table, "journeys", id)}
		if value, found := table["distance_km"]; found {
			journey.DistanceKM = d.distance(value, "journeys", id, "distance_km")
		}
		journeys = append(journeys, journey)
	}
	return journeys
}

func (d *decoder) vehicles() []Vehicle {
	var vehicles []Vehicle
	for _, id := range d.ids("vehicles") {
		table := d.table("vehicles")[id].(map[string]any)
		kind, _ := d.optionalText(table, "vehicles", id, "type")
		vehicles = append(vehicles, Vehicle{ID: id, Label: d.label(table, "vehicles", id), Type: kind})
	}
	return vehicles
}

// label gives the label below an id; the id stands in for it.
func (d *decoder) label(table map[string]any, section, id string) string {
	label, _ := d.optionalText(table, section, id, "label")
	if strings.TrimSpace(label) == "" {
		return id
	}
	return label
}

// distance gives a distance in kilometres.
func (d *decoder) distance(value any, path ...string) float64 {
	var distance float64
	switch value := value.(type) {
	case int64:
		distance = float64(value)
	case float64:
		distance = value
	default:
		distance = math.NaN()
	}
	if !(distance >= 0) || math.IsInf(distance, 0) {
		d.fault(value, "must be a number of kilometres, 0 or more", path...)
	}
	return distance
}

// presence gives the rules of [presence_integration], or nil without it.
func (d *decoder) presence(journeys []Journey, vehicles []Vehicle) *models.PresenceRules {
	const section = "presence_integration"
	if _, found := d.doc.root[section]; !found {
		return nil
	}
	var journeyIDs, motorIDs []string
	for _, journey := range journeys {
		journeyIDs = append(journeyIDs, journey.ID)
	}
	for _, vehicle := range vehicles {
		if vehicle.Type == Motor {
			motorIDs = append(motorIDs, vehicle.ID)
		}
	}
	return &models.PresenceRules{
		Zone: d.zone(section, "timezone"),
		Defaults: models.EntryDefaults{
			DayType:          d.dayType(section, "default_day_type"),
			JourneyProfileID: d.defaultID(journeyIDs, "ids of [journeys]", section, "default_journey_profile_id"),
			MotorVehicleID:   d.defaultID(motorIDs, `ids of [vehicles] whose type is "moteur"`, section, "default_motor_vehicle_id"),
		},
	}
}

func (d *decoder) dayType(section, key string) models.DayType {
	text, found := d.optionalText(d.table(section), section, key)
	if !found {
		return models.Work
	}
	dayType := models.DayType(text)
	if !dayType.Valid() {
		d.fault(text, oneOf(models.DayTypes), section, key)
	}
	return dayType
}

func (d *decoder) defaultID(ids []string, which string, section, key string) string {
	id, found := d.optionalText(d.table(section), section, key)
	if found && !slices.Contains(ids, id) {
		d.fault(id, which+"; "+oneOf(ids), section, key)
	}
	return id
}

// zone gives a zone of the IANA database. Other names mean something else on
// the next machine.
func (d *decoder) zone(section, key string) *time.Location {
	const allowed = `must be an IANA time zone name, such as "Europe/Paris"`
	name, found := d.optionalText(d.table(section), section, key)
	if !found {
		if _, wrongType := d.table(section)[key]; !wrongType {
			d.fault(nil, "is required; "+allowed, section, key)
		}
		return nil
	}
	zone, err := ianaZone(name)
	if err != nil {
		d.fault(name, allowed, section, key)
		return nil
	}
	return zone
}

var errNotIANA = errors.New("not an IANA time zone name")

// ianaZone loads a zone of the IANA database. It returns errNotIANA for the
// names that Go and hosts know beside them.
func ianaZone(name string) (*time.Location, error) {
	switch name {
	case "", "Local", "Factory", "posixrules", "localtime":
		return nil, errNotIANA
	}
	if strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/") {
		return nil, errNotIANA
	}
	return time.LoadLocation(name)
}

// shortToken is the number of characters below which a token is guessable
// enough to warn about.
const shortToken = 32

// token gives the API token of the environment or of the file that it names;
// empty when neither is set.
func (d *decoder) token() Secret {
	const variable, fileVariable = "WORKLOG_API_TOKEN", "WORKLOG_API_TOKEN_FILE"
	fault := func(key, allowed string) {
		d.add(Fault{Source: environment, Key: key, Allowed: allowed})
	}
	token, file := os.Getenv(variable), os.Getenv(fileVariable)
	if strings.TrimSpace(token) == "" {
		token = ""
	}
	if token != "" && file != "" {
		fault(fileVariable, "is set beside "+variable+"; set one of them alone")
		return ""
	}
	if file != "" {
		content, err := os.ReadFile(file)
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			fault(fileVariable, "names "+file+", which cannot be read: "+pathError.Err.Error())
			return ""
		}
		token = string(content)
		if line, ended := strings.CutSuffix(token, "\n"); ended {
			token = strings.TrimSuffix(line, "\r")
		}
		if strings.TrimSpace(token) == "" {
			return ""
		}
	}
	if length := len([]rune(token)); length > 0 && length < shortToken {
		d.warnings = append(d.warnings, "the API token is shorter than 32 characters: a longer one cannot be guessed")
	}
	if token != strings.TrimSpace(token) {
		d.warnings = append(d.warnings, "the API token begins or ends with white space, which no request can send")
	}
	return Secret(token)
}
