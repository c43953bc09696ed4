package views

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"worklog/models/modelstest"
)

// leading matches an attribute that leads somewhere, and how its value begins.
var leading = regexp.MustCompile(`\b(?:href|src|action|formaction)\??=(".|\{ [^( ]*\(?[^ )]*)`)

// An address that a template makes in another way lacks the prefix of the request.
func TestTemplatesLeadOnlyToAddressesOfTheRequestOrWithinThePage(t *testing.T) {
	templates, err := filepath.Glob("*.templ")
	if err != nil || len(templates) == 0 {
		t.Fatal(templates, err)
	}
	allowed := []string{"{ to(ctx,", "{ elsewhere(link.Path", `"#`, `{ templ.SafeURL("#"`, "{ templ.SafeURL(document.mail(", "{ templ.SafeURL(webcal(address", "{ templ.SafeURL(file.Import"}
	for _, name := range templates {
		content, err := os.ReadFile(name)
		modelstest.Must(t, err)
		for _, found := range leading.FindAllSubmatch(content, -1) {
			modelstest.Want(t, slices.Contains(allowed, string(found[1])), true, name, found[0])
		}
	}
}
