package main_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

var hashLine = regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}\n$`)

// hashOf returns what the program prints for a password on its standard input.
func hashOf(t *testing.T, input string) (code int, stdout, stderr string) {
	t.Helper()
	command := command(t, t.TempDir(), nil, "password")
	command.Stdin = strings.NewReader(input)
	var out, problems strings.Builder
	command.Stdout, command.Stderr = &out, &problems
	_ = command.Run() // the exit status is checked instead
	return command.ProcessState.ExitCode(), out.String(), problems.String()
}

func TestAPasswordFromStandardInputIsHashedWithANewSalt(t *testing.T) {
	seen := map[string]bool{}
	for _, input := range []string{"correct horse\n", "correct horse\r\n", "correct horse"} {
		code, hash, problems := hashOf(t, input)
		modelstest.Want(t, code == 0 && problems == "" && hashLine.MatchString(hash) && !seen[hash], true, code, hash, problems)
		seen[hash] = true
	}
}

func TestAnInvalidPasswordIsRefused(t *testing.T) {
	for input, want := range map[string]string{
		"":                                 "a password must have at least 8 characters",
		"seven77\n":                        "a password must have at least 8 characters",
		"two lines\nof words\n":            "standard input has more than one line",
		"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8": "a password must be text",
		strings.Repeat("x", 1025):          "a password must have at most 1024 bytes",
	} {
		code, hash, problems := hashOf(t, input)
		modelstest.Want(t, code != 0 && hash == "" && strings.HasPrefix(problems, want), true, input, code, hash, problems)
	}
}

func TestThePrintedHashAcceptsThePassword(t *testing.T) {
	_, hash, _ := hashOf(t, "correct horse battery")
	c := begin(t, t.TempDir(), "WORKLOG_WEB_AUTH=password", "WORKLOG_WEB_PASSWORD_HASH="+hash)
	for password, want := range map[string]int{"wrong horse battery": 422, "correct horse battery": 303} {
		modelstest.Want(t, modelstest.Got(c.submit("/login", url.Values{"password": {password}}))(t).status, want, password)
	}
	c.stop()
	modelstest.WantNone(t, c.log.String(), "battery", strings.TrimSpace(hash))
}

func TestATokenIsNewAndLongEnough(t *testing.T) {
	first, second := prints(t, t.TempDir(), "token"), prints(t, t.TempDir(), "token")
	modelstest.Want(t, first != second && regexp.MustCompile(`^[0-9a-f]{64}\n$`).MatchString(second), true, first, second)
}
