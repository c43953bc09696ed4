package static

import (
	"io/fs"
	"slices"
	"testing"
)

func TestEveryPartIsInABundle(t *testing.T) {
	var bundled []string
	for _, parts := range bundles {
		bundled = append(bundled, parts...)
	}
	slices.Sort(bundled)
	css, _ := fs.Glob(files, "css/*")
	js, _ := fs.Glob(files, "js/*")
	if parts := append(css, js...); !slices.Equal(parts, bundled) {
		t.Errorf("got %v, want %v", bundled, parts)
	}
}

func TestEveryAssetHasAMediaType(t *testing.T) {
	for path, asset := range all().byPath {
		if asset.Type == "" {
			t.Errorf("%s: got none", path)
		}
	}
}
