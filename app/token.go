package app

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortToken is the number of characters below which a token is guessable
// enough to warn about.
const shortToken = 32

// token gives the API token of the environment or of the file that it names;
// empty when neither is set.
func (d *decoder) token() Secret {
	const variable, fileVariable = "WORKLOG_API_TOKEN", "WORKLOG_API_TOKEN_FILE"
	fault := func(key, allowed string) {
		d.add(Fault{Source: environment, Key: key, Allowed: allowed})
	}
	token, file := os.Getenv(variable), os.Getenv(fileVariable)
	if strings.TrimSpace(token) == "" {
		token = ""
	}
	if token != "" && file != "" {
		fault(fileVariable, "is set beside "+variable+"; set one of them alone")
		return ""
	}
	if file != "" {
		content, err := os.ReadFile(file)
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			fault(fileVariable, "names "+file+", which cannot be read: "+pathError.Err.Error())
			return ""
		}
		token = string(content)
		if line, ended := strings.CutSuffix(token, "\n"); ended {
			token = strings.TrimSuffix(line, "\r")
		}
		if strings.TrimSpace(token) == "" {
			return ""
		}
	}
	warn := func(text string) {
		d.warnings = append(d.warnings, Fault{Source: environment, Key: "the API token", Allowed: text})
	}
	if length := utf8.RuneCountInString(token); length > 0 && length < shortToken {
		warn("is shorter than 32 characters: a longer one cannot be guessed")
	}
	if token != strings.TrimSpace(token) || strings.ContainsFunc(token, unicode.IsControl) {
		warn("has white space around it or control characters in it, which no request can send")
	}
	return Secret(token)
}
