package access

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

const (
	minPassword = 8    // characters; OWASP ASVS 5.0, 6.2.1
	maxPassword = 1024 // bytes
)

// Parameters of new hashes, as OWASP recommends for argon2id. A check takes 36 ms
// and 19 MiB on a small server.
const (
	argonMemory  = 19 << 10 // KiB
	argonTime    = 2
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// Limits of hashes from elsewhere: more would be a mistake, or an attack.
const (
	maxArgonMemory = 1 << 20 // KiB
	maxArgonTime   = 100
)

var (
	errPasswordTooShort  = fmt.Errorf("a password must have at least %d characters; 15 or more are better", minPassword)
	errPasswordUntypable = errors.New("a password must be text without control characters, which browsers cannot send")
	errPasswordTooLong   = fmt.Errorf("a password must have at most %d bytes", maxPassword)
	errNotPasswordHash   = errors.New("not an argon2id hash as `worklog password` prints it")
)

// PasswordHash is the hash of the pages' password (argon2id, RFC 9106). The zero
// value is no hash.
type PasswordHash struct {
	text         string // as written
	memory, time uint32
	threads      uint8
	salt, key    []byte
}

// argonHash matches hashes in the PHC string format.
var argonHash = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\$argon2id\$v=19\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$`)
})

// HashPassword returns the hash of a password with a new salt. It returns
// [errPasswordTooShort], [errPasswordTooLong] or [errPasswordUntypable].
func HashPassword(password string) (PasswordHash, error) {
	if err := CheckPassword(password); err != nil {
		return PasswordHash{}, err
	}
	salt := make([]byte, argonSalt)
	rand.Read(salt) // never fails
	key := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey)
	encode := base64.RawStdEncoding.EncodeToString
	return ParsePasswordHash(fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, argonMemory, argonTime, argonThreads, encode(salt), encode(key)))
}

// CheckPassword returns the errors of [HashPassword].
func CheckPassword(password string) error {
	switch {
	case !utf8.ValidString(password) || strings.ContainsFunc(password, untypable):
		return errPasswordUntypable
	case utf8.RuneCountInString(password) < minPassword:
		return errPasswordTooShort
	case len(password) > maxPassword:
		return errPasswordTooLong
	}
	return nil
}

// untypable reports whether r cannot be typed, such as a byte order mark.
func untypable(r rune) bool { return unicode.IsControl(r) || r == '\ufeff' }

// ParsePasswordHash parses the output of [PasswordHash.Text] or another program's
// argon2id hash. It can return [errNotPasswordHash].
func ParsePasswordHash(text string) (PasswordHash, error) {
	parts := argonHash().FindStringSubmatch(text)
	if parts == nil {
		return PasswordHash{}, errNotPasswordHash
	}
	memory, _ := strconv.Atoi(parts[1]) // the pattern matches only digits
	time, _ := strconv.Atoi(parts[2])
	threads, _ := strconv.Atoi(parts[3])
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || time < 1 || time > maxArgonTime || threads < 1 || threads > 255 ||
		memory < 8*threads || memory > maxArgonMemory {
		return PasswordHash{}, errNotPasswordHash
	}
	return PasswordHash{text, uint32(memory), uint32(time), uint8(threads), salt, key}, nil
}

// Set reports whether there is a hash.
func (h PasswordHash) Set() bool { return h.text != "" }

// Text returns the hash in the PHC string format.
func (h PasswordHash) Text() string { return h.text }

// String hides the hash, from which a weak password could be guessed.
func (PasswordHash) String() string { return "[hidden]" }

// GoString hides the hash.
func (PasswordHash) GoString() string { return "[hidden]" }

// matches reports whether the password has this hash, in a time that does not
// depend on the answer.
func (h PasswordHash) matches(password string) bool {
	key := argon2.IDKey([]byte(password), h.salt, h.time, h.memory, h.threads, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(key, h.key) == 1
}
