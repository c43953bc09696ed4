package access

import (
	"strings"
	"testing"
)

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
			if hash.Set() {
				t.Errorf("%q: a hash beside %v", text, err)
			}
			return
		}
		if hash.Text() != text || hash.memory > maxArgonMemory || hash.time > maxArgonTime || hash.memory < 8*uint32(hash.threads) || hash.threads == 0 ||
			len(hash.salt) < 8 || len(hash.key) < 16 {
			t.Errorf("%q: got %#v", text, hash.Text())
		}
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
