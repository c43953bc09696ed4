package exchange_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/modelstest"
)

func TestNoMemberOfADayIsLeftOutOfADocument(t *testing.T) {
	t.Parallel()
	entry := models.WorkEntry{}
	fields := reflect.ValueOf(&entry).Elem()
	for at := range fields.NumField() {
		switch field := fields.Field(at); field.Addr().Interface().(type) {
		case *civil.Date:
			field.Set(reflect.ValueOf(civil.Date{Year: 2026, Month: 11, Day: 20}))
		case *civil.Instant:
			field.Set(reflect.ValueOf(civil.NewInstant(noon.Add(time.Duration(at) * time.Hour))))
		case *int64:
			field.SetInt(int64(at + 1))
		default: // a string; another type panics, and needs a row here
			field.SetString(fmt.Sprint("text ", at))
		}
	}
	var content bytes.Buffer
	document, err := exchange.NewJSONWriter(&content, models.LastIDs{}, nil, nil)
	if err == nil {
		err = errors.Join(document.Write(models.DayRecord{Day: models.Day{WorkEntry: entry}}), document.Close())
	}
	modelstest.Must(t, err)
	file := modelstest.Got(exchange.Read(&content, nil))(t)
	modelstest.Want(t, file.Days[0].Record.WorkEntry, entry)
}
