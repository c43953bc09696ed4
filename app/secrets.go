package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"worklog/handlers/access"
	"worklog/handlers/api"
)

// shortToken is the number of characters below which a token is guessable
// enough to warn about.
const shortToken = 32

// maxSecretFile is the size in bytes of the file of a token or of a hash.
const maxSecretFile = 4 << 10

// passwordHashVariable holds the hash of the pages' password.
const passwordHashVariable = "WORKLOG_WEB_PASSWORD_HASH"

// NewToken returns a token that nobody can guess: 256 bits, as hexadecimal digits.
func NewToken() string {
	token := make([]byte, 32)
	rand.Read(token) // never fails
	return hex.EncodeToString(token)
}

// HashPassword returns the hash of a password, for WORKLOG_WEB_PASSWORD_HASH. It
// returns [access.ErrPasswordTooShort], [access.ErrPasswordTooLong] or
// [access.ErrPasswordUntypable].
func HashPassword(password string) (string, error) {
	hash, err := access.HashPassword(password)
	return hash.Text(), err
}

// token returns the API's; empty when it is not set.
func (d *decoder) token() api.Token {
	token := d.secret("WORKLOG_API_TOKEN")
	warn := func(text string) {
		d.warnings = append(d.warnings, Problem{Source: environment, Key: "the API token", Allowed: text})
	}
	if length := utf8.RuneCountInString(token); length > 0 && length < shortToken {
		warn("is shorter than 32 characters: a longer one cannot be guessed; `worklog token` prints one")
	}
	if token != strings.TrimSpace(token) || strings.ContainsFunc(token, unicode.IsControl) {
		warn("has white space around it or control characters in it, which no request can send")
	}
	return api.Token(token)
}

// password returns the hash of the pages' password, which a login with a password
// needs.
func (d *decoder) password(auth access.Auth) access.PasswordHash {
	text := strings.TrimSpace(d.secret(passwordHashVariable))
	if auth != access.PasswordLogin || d.secrets == withoutSecrets || d.rejected(passwordHashVariable+"_FILE") {
		return access.PasswordHash{}
	}
	hash, err := access.ParsePasswordHash(text)
	if text == "" {
		d.add(Problem{Source: environment, Key: passwordHashVariable, Allowed: `must be set for web.auth = "password", or ` +
			passwordHashVariable + "_FILE name a file that holds it; `worklog password` prints one"})
	} else if err != nil {
		d.add(Problem{Source: environment, Key: passwordHashVariable, Allowed: "is " + err.Error() + " (a shell takes its $ for variables outside of single quotes)"})
	}
	return hash
}

// secret returns the text of an environment variable, or of the file that the
// variable of the same name with _FILE names; empty when neither is set.
func (d *decoder) secret(variable string) string {
	if d.secrets == withoutSecrets {
		return ""
	}
	fileVariable := variable + "_FILE"
	text, file := os.Getenv(variable), os.Getenv(fileVariable)
	if strings.TrimSpace(text) == "" {
		text = ""
	}
	if byteOrderMarked([]byte(text)) {
		d.add(Problem{Source: environment, Key: variable, Allowed: "begins with a byte order mark, which is not part of it"})
		return ""
	}
	if file == "" {
		return text
	}
	if text != "" {
		d.add(Problem{Source: environment, Key: fileVariable, Allowed: "is set beside " + variable + "; set only one of them"})
		return ""
	}
	content, err := readRegular(file, maxSecretFile)
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		d.add(Problem{Source: environment, Key: fileVariable, Allowed: "names " + file + ", which cannot be read: " + pathError.Err.Error()})
		return ""
	}
	if byteOrderMarked(content) {
		d.add(Problem{Source: environment, Key: fileVariable, Allowed: "names " + file + ", which begins with a byte order mark: save it as UTF-8 without BOM"})
		return ""
	}
	d.warnOfReaders(fileVariable, file)
	text = string(content)
	if line, ended := strings.CutSuffix(text, "\n"); ended {
		text = strings.TrimSuffix(line, "\r")
	}
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text
}
