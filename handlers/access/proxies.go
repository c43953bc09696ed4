package access

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// UnixPeer is the address of the peers of a unix socket. Listeners must set it: such
// peers have no address, or any that they choose.
const UnixPeer = "unix"

// trustedProxies are the proxies whose headers are believed.
type trustedProxies struct {
	networks []netip.Prefix
	unix     bool // whether the peers of a unix socket are among them
}

func (c Config) proxies() trustedProxies { return trustedProxies{c.TrustedProxies, c.TrustUnix} }

// include reports whether the peer of a connection is a trusted proxy.
func (t trustedProxies) include(peer string) bool {
	if peer == UnixPeer {
		return t.unix
	}
	address, err := netip.ParseAddrPort(peer)
	return err == nil && t.contain(address.Addr())
}

// contain reports whether an address is that of a trusted proxy.
func (t trustedProxies) contain(address netip.Addr) bool {
	return slices.ContainsFunc(t.networks, func(network netip.Prefix) bool { return network.Contains(address.Unmap()) })
}

// ClientAddress returns the address of the client: the peer's, unless the peer is a
// trusted proxy, which names the client in X-Forwarded-For. Of the addresses there,
// the last one that is not a proxy's is the client's. If one is malformed, none is
// believed.
func (c Config) ClientAddress(request *http.Request) string {
	peer, _, err := net.SplitHostPort(request.RemoteAddr)
	if err != nil { // a unix socket's
		peer = request.RemoteAddr
	}
	proxies := c.proxies()
	if !proxies.include(request.RemoteAddr) {
		return peer
	}
	client := peer
	hops := strings.Split(strings.Join(request.Header.Values(echo.HeaderXForwardedFor), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.Trim(strings.TrimSpace(hop), "[]"))
		if err != nil {
			return peer
		}
		client = address.Unmap().WithZone("").String()
		if !proxies.contain(address) {
			break
		}
	}
	return client
}
