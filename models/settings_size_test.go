package models_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
)

func TestATableOfTheSettingsHasAThousandKeysAtMost(t *testing.T) {
	t.Parallel()
	keys := func(n int) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "k%d = 1\n", i)
		}
		return text.String()
	}
	for document, want := range map[string]bool{
		keys(1000):                       true,
		keys(1001):                       false,
		"[later.inner]\n" + keys(1001):   false,
		"[vehicles.clio]\n" + keys(1000): true,
	} {
		if got := models.AreSettings(document); got != want {
			t.Errorf("%.30q of %d bytes: got %t", document, len(document), got)
		}
	}
}
