package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"
)

func TestAttemptsAreThrottledByAddress(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	guesser := p.visitor("203.0.113.9")
	for range 10 {
		guesser.try("a guess").want(t, 422)
		p.clock.advance(time.Second)
	}
	got := guesser.try(password) // the right password is refused too, or the answer would reveal it
	got.want(t, 429, "Trop d’essais. Réessayez dans 15\u00a0min")
	got.wantHeader(t, "Retry-After", "890")
	p.visitor("203.0.113.10").try(password).want(t, 303)
	p.clock.advance(15*time.Minute - 11*time.Second)
	guesser.try(password).want(t, 429)
	p.clock.advance(time.Second)
	guesser.try(password).want(t, 303)
}

func TestAnIPv6NetworkIsOneClient(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	for i := range 10 {
		p.visitor(fmt.Sprintf("2001:db8:1:2::%x", i)).try("a guess").want(t, 422)
	}
	p.visitor("2001:db8:1:2:ffff::1").try(password).want(t, 429)
	p.visitor("2001:db8:1:3::1").try(password).want(t, 303)
}

func TestAttemptsAtOnceAreAllCounted(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	var requests []*http.Request
	for range 30 {
		requests = append(requests, p.formRequest("/login", url.Values{"password": {"a guess"}}))
	}
	got := together(t, requests)
	if want := (map[int]int{422: 10, 429: 20}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSigningInForgetsTheAttemptsBefore(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	for range 3 {
		v := p.visitor("203.0.113.9")
		for range 9 {
			v.try("a typo").want(t, 422)
		}
		v.try(password).want(t, 303)
	}
}

func TestStrangersAreThrottledTogetherAndLockNobodyOut(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	known := p.visitor("198.51.100.1")
	known.try(password).want(t, 303)
	known.submit("/logout", nil).want(t, 303)
	for i := range 100 {
		p.visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).try("a guess").want(t, 422)
	}
	p.visitor("198.51.100.2").try(password).want(t, 429, "depuis un navigateur qui s’est déjà connecté")
	// the person on the local network, and the person's browser anywhere
	p.visitor("192.168.1.20").try(password).want(t, 303)
	known.address = "198.51.100.3"
	known.try(password).want(t, 303)
	forged := p.visitor("198.51.100.4")
	forged.cookies["worklog_device"] = "AAAAAAAAAAAAAAAAAAAAAAAAAA." + known.cookies["worklog_device"][27:]
	forged.try(password).want(t, 429)
	p.clock.advance(15 * time.Minute)
	p.visitor("198.51.100.2").try(password).want(t, 303)
}

func TestAnAttemptThatIsNotLetThroughIsNotCounted(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	for i := range 100 {
		p.visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).try("a guess").want(t, 422)
		if i == 49 {
			p.clock.advance(10 * time.Minute)
		}
	}
	v := p.visitor("198.51.100.2")
	for range 10 {
		v.try(password).want(t, 429)
	}
	p.clock.advance(5 * time.Minute) // half of the strangers' attempts are forgotten
	v.try(password).want(t, 303)
}

func TestAddressesAtHomeAreThrottledTogether(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	for i := range 100 {
		p.visitor(fmt.Sprintf("127.0.0.%d", 2+i)).try("a guess").want(t, 422)
	}
	p.visitor("192.168.1.20").try(password).want(t, 429)
	p.visitor("198.51.100.2").try(password).want(t, 303)
}

func TestAddressesOfCarriersAndOfTailscaleAreAtHome(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, behindTrusted)
	for i := range 100 {
		p.visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).try("a guess").want(t, 422)
	}
	for address, want := range map[string]int{
		"100.64.0.0": 422, "100.100.100.100": 422, "100.127.255.255": 422, "::ffff:100.64.0.1": 422, "fd7a:115c:a1e0::1": 422,
		"169.254.0.0": 422, "169.254.255.255": 422, "fe80::1": 422, "febf::1": 422, // link-local
		"100.63.255.255": 429, "100.128.0.0": 429, "169.253.255.255": 429, "169.255.0.0": 429, "fec0::1": 429, "2001:db8::1": 429,
	} {
		if got := p.visitor(address).try("a guess"); got.status != want {
			t.Errorf("%s: got %d, want %d", address, got.status, want)
		}
	}
}

func TestAStrangerAtTheSameAddressDoesNotLockOutAKnownBrowser(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	known := p.signIn()
	known.submit("/logout", nil).want(t, 303)
	stranger := p.visitor("")
	for range 11 {
		stranger.try("a guess")
	}
	stranger.try(password).want(t, 429)
	known.try(password).want(t, 303)
}

func TestAKnownBrowserIsThrottledToo(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	stolen := p.signIn()
	for range 10 {
		stolen.try("a guess").want(t, 422)
	}
	got := stolen.try(password)
	got.want(t, 429, "Réessayez dans 15\u00a0min.")
}
