package access

import (
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestAPasswordIsTextOfEightCharactersAndOf1024Bytes(t *testing.T) {
	t.Parallel()
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
