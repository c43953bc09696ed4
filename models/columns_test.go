package models_test

import (
	"database/sql/driver"
	"reflect"
	"sync"
	"testing"

	"gorm.io/gorm/schema"

	"worklog/models"
	"worklog/models/journal"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

func TestTheModelsHaveTheColumnsOfTheSchema(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	byTable := map[string]*schema.Schema{"goose_db_version": nil, "month_changes": nil, "sqlite_sequence": nil} // by table; these are read without
	for _, model := range []any{&models.WorkEntry{}, &models.TimeSlot{}, &models.WorkplacePresenceEvent{}, &models.WebSession{}, &models.SessionSecret{}, &models.BackupRecord{}, &models.DatabaseState{},
		&models.JournalLine{}, &journal.RequestCount{}, &models.RefusedEvent{}, &models.Feeds{}, &models.Change{}, &models.DayState{}, &models.Contact{}, &models.KeptSheet{}, &settings.Version{}, &models.AcceptedDoubt{}, &models.Cycle{}, &models.PlannedDate{}} {
		parsed := modelstest.Got(schema.Parse(model, &sync.Map{}, store.GORM().NamingStrategy))(t)
		byTable[parsed.Table] = parsed
	}
	for _, table := range models.TablesOf(t, store) {
		parsed, known := byTable[table]
		if !known {
			t.Errorf("%s has no model", table)
		}
		if parsed == nil {
			continue
		}
		var columns []struct {
			Name    string
			Type    string
			NotNull bool `gorm:"column:notnull"`
			PK      int  `gorm:"column:pk"` // position in the primary key, from 1
		}
		modelstest.Must(t, store.GORM().Raw("SELECT * FROM pragma_table_info(?)", parsed.Table).Scan(&columns).Error)
		modelstest.Want(t, len(columns), len(parsed.DBNames), parsed.Table, parsed.DBNames)
		for _, column := range columns {
			field := parsed.FieldsByDBName[column.Name]
			if field == nil {
				t.Errorf("%s.%s: not in the model", parsed.Table, column.Name)
				continue
			}
			want := map[schema.DataType]string{schema.Int: "INTEGER", schema.Bool: "INTEGER", schema.String: "TEXT", "text": "TEXT", schema.Bytes: "BLOB"}[field.DataType]
			modelstest.Want(t, column.Type, want, parsed.Table, column.Name, field.DataType)
			modelstest.Want(t, canBeNull(field), !column.NotNull && column.PK == 0, parsed.Table, column.Name)
			if (column.PK > 0) != field.PrimaryKey {
				t.Errorf("%s.%s: primary key is %d in the schema, %t in the model", parsed.Table, column.Name, column.PK, field.PrimaryKey)
			}
		}
	}
}

// canBeNull reports whether a field is stored as null when it is nil or empty.
func canBeNull(field *schema.Field) bool {
	if field.FieldType.Kind().String() == "ptr" {
		return true
	}
	valuer, ok := reflect.Zero(field.FieldType).Interface().(driver.Valuer)
	if !ok {
		return false
	}
	value, err := valuer.Value()
	return value == nil && err == nil
}
