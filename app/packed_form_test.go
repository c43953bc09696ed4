package app_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/url"
	"strings"
	"testing"
)

// submitPacked submits a form whose body has a coding.
func (p *program) submitPacked(path, coding string, body []byte) answer {
	p.t.Helper()
	request := p.formRequest(path, url.Values{})
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	request.Header.Set("Content-Encoding", coding)
	return p.send(request)
}

func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := io.WriteString(writer, content); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func TestAFormMayBeCompressedWithinTheLimitOfWhatItUnpacksTo(t *testing.T) {
	t.Parallel()
	p := start(t)
	form := gzipped(t, url.Values{"day_type": {"CONGE"}, "note": {"packed"}}.Encode())
	p.submitPacked("/entries/new?date=2026-12-24", "gzip", form).want(t, 303)
	p.wantStored("SELECT date, note FROM work_entries", "2026-12-24 | packed")
	const next = "/entries/new?date=2026-12-25"
	p.unchanged(func() {
		p.submitPacked(next, "gzip", gzipped(t, "day_type=CONGE&note="+strings.Repeat("x", 300<<10))).want(t, 413)
		p.submitPacked(next, "gzip", gzipped(t, "day_type=CONGE&"+strings.Repeat("&", 32<<20))).want(t, 413)
		p.submitPacked(next, "gzip", form[:len(form)-4]).want(t, 400)
		p.submitPacked(next, "gzip", []byte("day_type=CONGE")).want(t, 400)
		p.submitPacked(next, "br", form).want(t, 400)
		p.submitPacked(next, "gzip, gzip", form).want(t, 400)
	})
}
