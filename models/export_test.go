package models

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"
)

// What tests of the operations need of the store's inside.

// GORM returns the store's handle, for callbacks.
func (s *Store) GORM() *gorm.DB { return s.db }

// DayRuleTexts returns the texts of the rules of days.
func DayRuleTexts() (texts []string) {
	for _, rule := range dayRules {
		texts = append(texts, rule.text)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func OpenTemporary(t *testing.T) *Store {
	t.Helper()
	store, err := Open(t.Context(), filepath.Join(t.TempDir(), "worklog.db"), Rules{Integrated: true, ForgottenAfter: 16 * time.Hour, KeepDays: 36_500})
	must(t, err)
	t.Cleanup(func() { store.Close() })
	return store
}
