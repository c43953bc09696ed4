package access

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestAPasswordIsTextOfEightCharactersAndOf1024Bytes(t *testing.T) {
	for password, want := range map[string]error{
		"éééééééé": nil, strings.Repeat("é", 512): nil,
		"ééééééé": errPasswordTooShort, strings.Repeat("é", 512) + "x": errPasswordTooLong,
		"12345678\n": errPasswordUntypable, "\ufeff12345678": errPasswordUntypable, "12345678\xff": errPasswordUntypable,
	} {
		modelstest.WantError(t, CheckPassword(password), want)
	}
}

// BenchmarkSignIn compares the cost of checking right and wrong passwords.
func BenchmarkSignIn(b *testing.B) {
	const right = "correct horse battery staple"
	hash, err := HashPassword(right)
	modelstest.Must(b, err)
	for name, password := range map[string]string{
		"right":                    right,
		"wrong in the last letter": right[:len(right)-1] + "x",
		"entirely wrong":           "another",
		"too long":                 strings.Repeat("x", 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if hash.matches(password) != (password == right) {
					b.Fatal("wrongly judged")
				}
			}
		})
	}
}

// Each check needs as much memory as the hash specifies: 19 MiB, or up to 1 GiB.
func TestTwoPasswordsAreCheckedAtOnceAndTheNextOneWaits(t *testing.T) {
	store, _ := modelstest.Open(t)
	cheap, err := ParsePasswordHash("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	modelstest.Must(t, err)
	login := NewLogin(Config{Auth: PasswordLogin, Password: cheap}, store, time.Now, func() time.Duration { return 0 }, slog.New(slog.DiscardHandler))
	begins := func() bool {
		select {
		case login.checking <- struct{}{}:
			return true
		default:
			return false
		}
	}
	if got := []bool{begins(), begins(), begins()}; !got[0] || !got[1] || got[2] {
		t.Fatalf("three at once: got %v begun, want two", got)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, err = login.check(gone, "a guess") // beside two others
	modelstest.WantError(t, err, context.Canceled)
	<-login.checking
	if right, err := login.check(t.Context(), "a guess"); right || err != nil {
		t.Errorf("in the place of one that has ended: got %t, %v", right, err)
	}
	modelstest.Want(t, begins(), true, "the check has released its place:")
}

func TestClientsWhoseAttemptsAreForgottenTakeNoMemory(t *testing.T) {
	now := time.Duration(0)
	counted := newAttempts(func() time.Duration { return now })
	for _, address := range []string{"192.0.2.1", "192.0.2.2", UnixPeer} {
		counted.admit(attemptFrom(address, ""))
	}
	modelstest.Want(t, len(counted.clients), 3)
	now = attemptWindow
	counted.admit(attemptFrom("192.0.2.1", ""))
	modelstest.Want(t, len(counted.clients), 1)
	modelstest.Want(t, attemptFrom(UnixPeer, "").group, localNetwork)
}

func TestCookiesAreDroppedAtFewPaths(t *testing.T) {
	long := "/" + strings.Repeat("x", maxCookiePath-1)
	for page, want := range map[string]string{
		"/":                  "/",
		"/months/2026-11":    "/ /months /months/ /months/2026-11",
		"/months//2026-11":   "/ /months",
		long:                 "/ " + long,
		long + "x":           "/",
		"/1/2/3/4/5/6/7/8/9": "/ /1 /1/ /1/2 /1/2/ /1/2/3 /1/2/3/ /1/2/3/4 /1/2/3/4/ /1/2/3/4/5 /1/2/3/4/5/ /1/2/3/4/5/6 /1/2/3/4/5/6/ /1/2/3/4/5/6/7 /1/2/3/4/5/6/7/ /1/2/3/4/5/6/7/8%2F9",
	} {
		modelstest.Want(t, strings.Join(cookiePaths(page), " "), want, page)
	}
}

// FuzzPasswordHash looks for a hash that is accepted although it would need too much memory
// to check, or that is not written back as it was read.
func FuzzPasswordHash(f *testing.F) {
	for _, seed := range []string{
		"$argon2id$v=19$m=19456,t=2,p=1$0zEZLt3Y3rpifoyDdFeHDg$l5ux81t4D08UCskHZKTzOesoEPeGbYccAx5NbU3z6nM",
		"$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=9999999,t=999,p=255$$", "",
		"$argon2id$v=19$m=1048577,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=8,t=101,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=9000,t=1,p=256$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hash, err := ParsePasswordHash(text)
		if err != nil {
			modelstest.Want(t, hash.Set(), false, text, err)
			return
		}
		modelstest.Want(t, hash.Text() == text && hash.memory <= maxArgonMemory && hash.time <= maxArgonTime && hash.memory >= 8*uint32(hash.threads) && hash.threads != 0 && len(hash.salt) >= 8 && len(hash.key) >= 16, true, text, hash.Text())
	})
}

// FuzzSeal looks for a cookie that is accepted without its signature.
func FuzzSeal(f *testing.F) {
	seal := Seal{[]byte("a key of the test")}
	good := seal.Close("NAME")
	for _, seed := range []string{good, good + ".", "NAME.", ".", "", strings.ToLower(good)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cookie string) {
		if text := seal.Open(cookie); text != "" && seal.Close(text) != cookie {
			t.Errorf("%q is accepted as %q", cookie, text)
		}
	})
}
