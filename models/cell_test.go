package models_test

import (
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestNoSpreadsheetTakesACellForAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"":               "",
		"Bureau":         "Bureau",
		"a=1":            "a=1",
		"=1+1":           "'=1+1",
		"+1":             "'+1",
		"-1":             "'-1",
		"@SUM(A1)":       "'@SUM(A1)",
		" =1":            "' =1",
		" a=1":           " a=1",
		"\u00a0\n @A1":   "'\u00a0\n @A1",
		"\ufeff-1":       "'\ufeff-1",
		"＋1":             "'＋1",
		"＠A1":            "'＠A1",
		"'=1":            "''=1",
		"\n":             "'\n",
		"\u00a0\u200b=1": "'\u00a0\u200b=1",
		"＝1":             "'＝1",
		"－1":             "'－1",
		"﹢1":             "'﹢1",
		"\tx":            "'\tx",
		"\nx":            "'\nx",
		"'x":             "''x",
		"a\x00\xff":      "a\ufffd\ufffd",
	} {
		got := models.Cell(text)
		modelstest.Want(t, got, want, text)
		if back := models.CellText(got); back != text && text != "a\x00\xff" {
			t.Errorf("%q: comes back as %q", text, back)
		}
	}
}
