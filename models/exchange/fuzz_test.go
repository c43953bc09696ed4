package exchange_test

import (
	"bytes"
	"testing"

	"worklog/models"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

// FuzzImport plays files that people might have. What is taken in must leave a sound
// store, be the same when it is taken in again, and come back from an export.
func FuzzImport(f *testing.F) {
	f.Add([]byte(everything(f)), "")
	for _, table := range []string{
		"date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note\r\n2026-11-19,TT,,,22:00,2026-11-20,06:00,480,8.00,UTC,\"'=1+1\nb\"\r\n",
		"subtotals,tag_groups,duration,date,start,stop,description,user,tags\n4:00,Total,,,,,,,\n,,2:00,19-11-2026,08:00,10:00,\"x, #a\",me,#a\n",
		"\ufeff\"Date\",\"From\",\"To\",\"Description\"\n\"2026-11-19\",\"22:30\",\"02:00\",\"on call\"\n",
	} {
		f.Add([]byte(table), "")
	}
	f.Add([]byte("Début;Fin;Type\n19/11/2026 8h;19/11/2026 12:30:59;garde\n"), "start=Début,end=Fin,day_type=Type")
	f.Add([]byte(withPlan(planned)), "")
	f.Add([]byte("PK\x03\x04"), "date=")
	d := newDiary(f)
	f.Fuzz(func(t *testing.T, content []byte, names string) {
		columns, err := exchange.ParseColumns(names, exchange.Readable)
		if err != nil {
			return
		}
		file, err := exchange.Read(bytes.NewReader(content), columns)
		if err != nil {
			return
		}
		d.empty(t)
		plan := modelstest.Got(imports.PreviewOf(t.Context(), d.WithRules(rules), file))(t)
		if plan.Count(models.EffectRefused) > 0 {
			return
		}
		takeIn(t, d.Store, file)
		d.wantSound(t)
		if again := takeIn(t, d.Store, file); again.Writes() > 0 {
			t.Fatalf("%q: taken in again it writes %+v", content, again)
		}
		written := everythingOf(t, d.Store)
		read, err := exchange.Read(bytes.NewReader(written), nil)
		if err != nil {
			t.Fatalf("%q: exported as\n%s\nwhich cannot be read: %v", content, written, err)
		}
		d.empty(t)
		if plan := takeIn(t, d.Store, read); plan.Count(models.EffectNew) == 0 {
			return // and no id is noted
		}
		if got := everythingOf(t, d.Store); !bytes.Equal(got, written) {
			t.Fatalf("%q: got\n%s\nwant\n%s", content, got, written)
		}
	})
}
