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

// trusts reports whether the peer of a connection is a trusted proxy, whose headers are believed.
func (config Config) trusts(peer string) bool {
	if peer == UnixPeer {
		return config.TrustUnix
	}
	address, err := netip.ParseAddrPort(peer)
	return err == nil && within(config.TrustedProxies, address.Addr())
}

func within(networks []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(networks, func(network netip.Prefix) bool { return network.Contains(address.Unmap()) })
}

// ClientAddress returns the address of the client: the peer's, unless the peer is a
// trusted proxy, which names the client in X-Forwarded-For. Of the addresses there,
// the last one that is not a proxy's is the client's. If one is malformed, none is
// believed.
func (config Config) ClientAddress(request *http.Request) string {
	peer, _, err := net.SplitHostPort(request.RemoteAddr)
	if err != nil { // a unix socket's
		peer = request.RemoteAddr
	}
	if !config.trusts(request.RemoteAddr) {
		return peer
	}
	client, proxies := peer, config.TrustedProxies // not all of the configuration, of which each request would have a copy
	hops := strings.Split(strings.Join(request.Header.Values(echo.HeaderXForwardedFor), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.Trim(strings.TrimSpace(hop), "[]"))
		if err != nil {
			return peer
		}
		client = address.Unmap().WithZone("").String()
		if !within(proxies, address) {
			break
		}
	}
	return client
}
