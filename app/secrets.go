package app

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/models/settings"
)

// shortToken is the number of characters below which a token causes a warning.
const shortToken = 32

// maxSecretFile is the maximum size of a secret's file in bytes.
const maxSecretFile = 4 << 10

// Environment variables of secrets. With _FILE at its end, one names a file.
const (
	apiTokenVariable     = "WORKLOG_API_TOKEN"
	passwordHashVariable = "WORKLOG_WEB_PASSWORD_HASH" // of the pages' password
)

// secret is a secret, and where it is from, as warnings name it.
type secret struct{ text, source, key string }

// NewToken returns a random token of 256 bits in hexadecimal.
func NewToken() string {
	token := make([]byte, 32)
	rand.Read(token) // never fails
	return hex.EncodeToString(token)
}

// HashPassword returns the hash of a password, for WORKLOG_WEB_PASSWORD_HASH, or an error for one
// that is too short or too long, or that browsers cannot send.
func HashPassword(password string) (string, error) {
	hash, err := access.HashPassword(password)
	return hash.Text(), err
}

// token returns the API token, or "" if it is not set.
func (d *decoder) token() api.Token {
	secret := d.secret(apiTokenVariable)
	token, longer := secret.text, "`worklog token` prints a longer one"
	if secret.source != environment {
		longer = "without it, worklog makes a longer one"
	}
	warn := func(text string) {
		d.warnings = append(d.warnings, Problem{Source: secret.source, Key: secret.key, Allowed: text})
	}
	if length := utf8.RuneCountInString(token); length > 0 && length < shortToken {
		warn("is shorter than 32 characters and may be guessed; " + longer)
	}
	if token != strings.TrimSpace(token) || strings.ContainsFunc(token, func(char rune) bool { return !unicode.IsPrint(char) }) {
		warn("has surrounding white space or control characters, which no request can send")
	}
	return api.Token(token)
}

// password returns the hash of the pages' password, which is required for
// [access.PasswordLogin], and possible for [access.HomeAssistantLogin].
func (d *decoder) password(auth access.Auth) access.PasswordHash {
	secret := d.secret(passwordHashVariable)
	text := strings.TrimSpace(secret.text)
	needed := auth == access.PasswordLogin
	used := needed || auth == access.HomeAssistantLogin && text != ""
	if !used && text != "" {
		d.warnings = append(d.warnings, Problem{Source: secret.source, Key: secret.key, Allowed: `is not used: web.auth is not "password"`})
	}
	if !used || d.secrets == withoutSecrets || d.known[settings.Join(environment, passwordHashVariable+"_FILE")] {
		return access.PasswordHash{}
	}
	hash, err := access.ParsePasswordHash(text)
	if text == "" {
		d.add(Problem{Source: environment, Key: passwordHashVariable, Allowed: `must be set for web.auth = "password", or ` +
			passwordHashVariable + "_FILE name a file that holds it; `worklog password` prints one"})
	} else if err != nil {
		d.add(Problem{Source: environment, Key: passwordHashVariable, Allowed: "is " + err.Error() + " (in a shell, put it in single quotes, or $ starts a variable)"})
	}
	return hash
}

// secret returns the secret of an environment variable, or that of the document if the
// environment has none.
func (d *decoder) secret(variable string) secret {
	if d.secrets == withoutSecrets {
		return secret{}
	}
	text := d.environmentSecret(variable)
	if own, found := d.doc.secrets[variable]; found && text == "" && os.Getenv(variable+"_FILE") == "" {
		return own
	}
	key := variable
	if variable == apiTokenVariable {
		key = "the API token" // which a file may hold
	}
	return secret{text, environment, key}
}

// environmentSecret returns the value of an environment variable, or the content of the
// file named by the variable with the suffix _FILE, or "" if neither is set.
func (d *decoder) environmentSecret(variable string) string {
	fileVariable := variable + "_FILE"
	text, file := os.Getenv(variable), os.Getenv(fileVariable)
	if strings.TrimSpace(text) == "" {
		text = ""
	}
	if file == "" {
		return text
	}
	if text != "" {
		d.add(Problem{Source: environment, Key: fileVariable, Allowed: "is set beside " + variable + "; set only one of them"})
		return ""
	}
	content, err := readRegular(file, maxSecretFile)
	if err != nil {
		d.add(Problem{Source: environment, Key: fileVariable, Allowed: "names " + file + ", which cannot be read: " + reason(err)})
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
