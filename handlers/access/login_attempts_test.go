package access_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
)

func TestAttemptsAreThrottledByAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	guesser := p.Visitor("203.0.113.9")
	for range 10 {
		guesser.Try("a guess").Want(t, 422)
		p.Clock.Advance(time.Second)
	}
	p.Clock.Advance(500 * time.Millisecond)
	got := guesser.Try(apptest.Password) // the right password is refused too, or the answer would reveal it
	got.Want(t, 429, "Trop d’essais. Réessayez dans 15\u00a0min")
	got.WantHeader(t, "Retry-After", "890")
	p.Visitor("203.0.113.10").Try(apptest.Password).Want(t, 303)
	p.Clock.Advance(15*time.Minute - 11*time.Second - 500*time.Millisecond)
	guesser.Try(apptest.Password).Want(t, 429)
	p.Clock.Advance(time.Second)
	guesser.Try(apptest.Password).Want(t, 303)
}

func TestAnIPv6NetworkIsOneClient(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	for i := range 10 {
		p.Visitor(fmt.Sprintf("2001:db8:1:2::%x", i)).Try("a guess").Want(t, 422)
	}
	p.Visitor("2001:db8:1:2:ffff::1").Try(apptest.Password).Want(t, 429)
	p.Visitor("2001:db8:1:3::1").Try(apptest.Password).Want(t, 303)
}

func TestAttemptsAtOnceAreAllCounted(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword)
	var requests []*http.Request
	for range 30 {
		requests = append(requests, p.FormRequest("/login", url.Values{"password": {"a guess"}}))
	}
	got := apptest.Together(t, requests)
	if want := (map[int]int{422: 10, 429: 20}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSigningInForgetsTheAttemptsBefore(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	for range 3 {
		v := p.Visitor("203.0.113.9")
		for range 9 {
			v.Try("a typo").Want(t, 422)
		}
		v.Try(apptest.Password).Want(t, 303)
	}
}

func TestStrangersAreThrottledTogetherAndLockNobodyOut(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	known := p.Visitor("198.51.100.1")
	known.Try(apptest.Password).Want(t, 303) // which counts for nobody
	known.Submit("/logout", nil).Want(t, 303)
	for i := range 100 {
		p.Visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).Try("a guess").Want(t, 422)
		if i == 49 {
			p.Clock.Advance(10 * time.Minute)
		}
	}
	stranger := p.Visitor("198.51.100.2")
	for range 10 { // none of which is counted
		stranger.Try(apptest.Password).Want(t, 429, "depuis un navigateur qui s’est déjà connecté")
	}
	// the person on the local network, and the person's browser anywhere
	p.Visitor("192.168.1.20").Try(apptest.Password).Want(t, 303)
	known.Address = "198.51.100.3"
	known.Try(apptest.Password).Want(t, 303)
	forged := p.Visitor("198.51.100.4")
	forged.Cookies["worklog_device"] = "AAAAAAAAAAAAAAAAAAAAAAAAAA." + known.Cookies["worklog_device"][27:]
	forged.Try(apptest.Password).Want(t, 429)
	p.Clock.Advance(5 * time.Minute) // half of the strangers' attempts are forgotten
	stranger.Try(apptest.Password).Want(t, 303)
}

func TestAddressesAtHomeAreThrottledTogether(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	for i := range 100 {
		p.Visitor(fmt.Sprintf("127.0.0.%d", 2+i)).Try("a guess").Want(t, 422)
	}
	p.Visitor("192.168.1.20").Try(apptest.Password).Want(t, 429)
	p.Visitor("198.51.100.2").Try(apptest.Password).Want(t, 303)
}

func TestAddressesOfCarriersAndOfTailscaleAreAtHome(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	for i := range 100 {
		p.Visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).Try("a guess").Want(t, 422)
	}
	for address, want := range map[string]int{
		"100.64.0.0": 422, "100.100.100.100": 422, "100.127.255.255": 422, "::ffff:100.64.0.1": 422, "fd7a:115c:a1e0::1": 422,
		"169.254.0.0": 422, "169.254.255.255": 422, "fe80::1": 422, "febf::1": 422, // link-local
		"100.63.255.255": 429, "100.128.0.0": 429, "169.253.255.255": 429, "169.255.0.0": 429, "fec0::1": 429, "2001:db8::1": 429,
	} {
		if got := p.Visitor(address).Try("a guess"); got.Status != want {
			t.Errorf("%s: got %d, want %d", address, got.Status, want)
		}
	}
}

func TestAKnownBrowserIsThrottledToo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword)
	stolen := p.SignIn()
	for range 10 {
		stolen.Try("a guess").Want(t, 422)
	}
	got := stolen.Try(apptest.Password)
	got.Want(t, 429, "Réessayez dans 15\u00a0min.")
}
