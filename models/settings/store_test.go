package settings_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

var now = modelstest.Instant("2026-11-20T07:00:00Z")

// save makes a version, by nobody, and returns its number.
func save(t testing.TB, store *models.Store, document string) int64 {
	t.Helper()
	before := modelstest.Got(store.RulesVersion(t.Context()))(t)
	return modelstest.Got(settings.Save(t.Context(), store, before.Settings, document, models.Rules{}, now))(t).ID
}

func TestAVersionIsReadAsItWasSaved(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	ctx := models.By(t.Context(), "Zoé")
	const document = "[person]\nname = \"Zoé\"\n"
	first := modelstest.Got(settings.Save(ctx, store, 0, document, models.Rules{}, now))(t)
	modelstest.Want(t, first, settings.Version{ID: 1, MadeAt: now, MadeBy: "Zoé", Document: document})
	second := save(t, store, "")
	for id, want := range map[int64]string{first.ID: "Zoé " + document, second: " "} {
		got, err := settings.Find(t.Context(), store, id)
		if err != nil || got == nil || got.ID != id || got.MadeAt != now || got.MadeBy+" "+got.Document != want {
			t.Errorf("%d: got %v, %v", id, got, err)
		}
	}
	modelstest.Want(t, modelstest.Got(settings.Newest(t.Context(), store))(t).ID, second)
	if recent, err := settings.Recent(t.Context(), store, 1); err != nil || len(recent) != 1 || recent[0].ID != second {
		t.Errorf("got %v, %v", recent, err)
	}
	modelstest.WantList(t, modelstest.Lines(t, path, "SELECT made_at, made_by FROM settings_versions WHERE id = 1"), []string{"2026-11-20T07:00:00.000000000Z | Zoé"})
}

func TestAVersionIsSavedOnlyAfterTheOneThatItWasMadeFrom(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.WantError(t, modelstest.Only(settings.Save(t.Context(), store, 1, "", models.Rules{}, now)), settings.ErrChanged)
	save(t, store, "")
	var saved sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		saved.Go(func() { _, results[i] = settings.Save(t.Context(), store, 1, fmt.Sprint("# ", i), models.Rules{}, now) })
	}
	saved.Wait()
	refused := 0
	for _, err := range results {
		if errors.Is(err, settings.ErrChanged) {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	modelstest.Want(t, refused, len(results)-1, "refused")
	modelstest.WantList(t, modelstest.Lines(t, path, "SELECT id FROM settings_versions"), []string{"1", "2"})
}

func TestADocumentHasAtMost256KiB(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	most := "# " + strings.Repeat("é", 128<<10-1)
	modelstest.WantError(t, modelstest.Only(settings.Save(t.Context(), store, 0, most+"x", models.Rules{}, now)), settings.ErrTooLarge)
	save(t, store, most)
	// the schema says the same of what another program writes
	err := store.Write(t.Context(), func(tx *models.Tx) error {
		return tx.Exec("UPDATE settings_versions SET document = document || 'x'").Error
	})
	if err == nil {
		t.Error("written")
	}
}

func TestNoDocumentIsSavedThatACheckFindsFaultWith(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	for _, document := range []string{"[person", "# \xff", "# \x00", "[server]", "web.auth = 'none'", "[person]\n[person]", strings.Repeat("a.", 131_000) + "a=1", "a=" + strings.Repeat("[", 20) + strings.Repeat("]", 20)} {
		modelstest.WantError(t, modelstest.Only(settings.Save(t.Context(), store, 0, document, models.Rules{}, now)), models.ErrUnsound, document)
	}
	save(t, store, "a="+strings.Repeat("[", 19)+strings.Repeat("]", 19))
	save(t, store, "[section.of]\nanother = 'version'\n")
	modelstest.WantSound(t, path)
}

func TestNoNumberIsGivenTwice(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	save(t, store, "")
	modelstest.Query(t, path, "DELETE FROM settings_versions")
	modelstest.Want(t, save(t, store, ""), 2)
}
