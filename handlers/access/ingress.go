package access

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/cases"
)

// Ingress is the proxy of Home Assistant, which shows the pages in a frame of its own to
// whoever is signed in there. It is used with [HomeAssistantLogin].
type Ingress struct {
	// Peer is the proxy's address. What its headers say means nothing from another one.
	Peer netip.Addr
	// Users are the names of those who may see the pages; empty for all that Home Assistant
	// lets in.
	Users []string
	// Inner is the address of the program within the network of the apps, without a slash at
	// its end, for automations.
	Inner string
	// Port is that of the machine at which the program is reached from outside, or 0.
	Port int
	// KeepPassword keeps the hash of the password for that port, or removes it for "", from the next
	// start on; nil if a file of the person's has it.
	KeepPassword func(password string) error
	// Unloaded is whether an integration was put in place that Home Assistant has not used yet; nil
	// where none can be.
	Unloaded *atomic.Bool
}

// Loaded notes that the integration is in use.
func (i Ingress) Loaded() {
	if i.Unloaded != nil {
		i.Unloaded.Store(false)
	}
}

const (
	ingressPathHeader = "X-Ingress-Path"
	ingressUserHeader = "X-Remote-User-Name"
)

// ingressPath matches the path below which Home Assistant shows an app.
var ingressPath = regexp.MustCompile(`^/api/hassio_ingress/[A-Za-z0-9_-]+$`)

func (config Config) fromIngress(request *http.Request) bool {
	peer, err := netip.ParseAddrPort(request.RemoteAddr)
	return err == nil && config.Auth == HomeAssistantLogin && peer.Addr().Unmap() == config.Ingress.Peer
}

// framed returns the path below which the proxy shows the answer to a request, if it does.
func (config Config) framed(request *http.Request) (prefix Prefix, framed bool) {
	paths := request.Header.Values(ingressPathHeader)
	if !config.fromIngress(request) || len(paths) != 1 || !ingressPath.MatchString(paths[0]) {
		return "", false
	}
	return Prefix(paths[0]), true
}

// opened returns the address of the open port under the name that a browser has for Home
// Assistant. It is "" if no port is open, or if the name is not one of a local network: a proxy
// may be behind another one, and pass on nothing but Home Assistant.
func (i Ingress) opened(host string) string {
	_, err := netip.ParseAddr(host)
	local := err == nil || host != "" && !strings.Contains(strings.TrimSuffix(host, ".local"), ".")
	if i.Port == 0 || !local {
		return ""
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(i.Port))
}

const framedKey = "framed"

// Framed reports whether Home Assistant shows the answer to a request in its frame. It has
// signed the person in, its origin is shared with other apps, and it passes on only one header
// of a name.
func Framed(c echo.Context) bool {
	framed, _ := c.Get(framedKey).(bool)
	return framed
}

// arrival returns [ErrOutsideIngress] or [ErrIngressPath] for a request that did not come
// through the proxy as its requests do, if there is no other way in.
func (config Config) arrival(c echo.Context) error {
	switch {
	case config.Auth != HomeAssistantLogin || Framed(c):
		return nil
	case config.fromIngress(c.Request()):
		return ErrIngressPath
	case !config.AsksPassword():
		return ErrOutsideIngress
	}
	return nil
}

// fold writes a user name as Home Assistant compares it at its login: without white space around
// it, and case folded as Python does.
func fold(name string) string { return cases.Fold().String(strings.TrimSpace(name)) }

// StrangerError is an [ErrUnknownIngressUser] that names the user.
type StrangerError struct {
	// Name is as Home Assistant says it, for people to read: shortened, and without characters
	// that are not printed. It is empty for a session without a user.
	Name string
}

func (e StrangerError) Error() string { return ErrUnknownIngressUser.Error() }

// Unwrap returns [ErrUnknownIngressUser].
func (e StrangerError) Unwrap() error { return ErrUnknownIngressUser }

// maxStranger is how many characters of a stranger's name are shown.
const maxStranger = 80

func stranger(name string) StrangerError {
	shown := []rune(strings.Map(func(char rune) rune {
		if !unicode.IsPrint(char) {
			return utf8.RuneError
		}
		return char
	}, name))
	if len(shown) > maxStranger {
		shown = append(shown[:maxStranger], '…')
	}
	return StrangerError{string(shown)}
}

// guard returns a [StrangerError] unless the user whom Home Assistant names in a header may see the pages.
// Changes are then made in that name. A session of Home Assistant may have no user.
func (i Ingress) guard(c echo.Context, log *slog.Logger) error {
	names := c.Request().Header.Values(ingressUserHeader)
	name := strings.Join(names, ", ")
	refuse := func(reason string) error {
		came := stranger(name)
		log.Warn("access refused", "user", came.Name, "reason", reason)
		return came
	}
	switch {
	case len(names) > 1:
		return refuse("Home Assistant names several users")
	case len(i.Users) > 0 && !slices.ContainsFunc(i.Users, func(user string) bool { return fold(user) == fold(name) }):
		return refuse("the user of Home Assistant is not in web.home_assistant_users")
	case !isOwnTag(c, name):
		return refuse("the page that sends this was another user's")
	}
	return admitUser(c, name)
}
