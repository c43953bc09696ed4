package transfer_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// submitPacked submits a form whose body has a coding.
func submitPacked(p *apptest.Program, path, coding string, body []byte) apptest.Answer {
	p.T.Helper()
	request := p.FormRequest(path, url.Values{})
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	request.Header.Set("Content-Encoding", coding)
	return p.Send(request)
}

func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	modelstest.Must(t, modelstest.Only(io.WriteString(writer, content)))
	modelstest.Must(t, writer.Close())
	return packed.Bytes()
}

func TestAFormMayBeCompressedWithinTheLimitOfWhatItUnpacksTo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	form := gzipped(t, url.Values{"day_type": {"CONGE"}, "note": {"packed"}}.Encode())
	submitPacked(p, "/entries/new?date=2026-12-24", "gzip", form).Want(t, 303)
	p.WantStored("SELECT date, note FROM work_entries", "2026-12-24 | packed")
	const next = "/entries/new?date=2026-12-25"
	p.Unchanged(func() {
		submitPacked(p, next, "gzip", gzipped(t, "day_type=CONGE&note="+strings.Repeat("x", 300<<10))).Want(t, 413)
		submitPacked(p, next, "gzip", gzipped(t, "day_type=CONGE&"+strings.Repeat("&", 2<<20))).Want(t, 413)
		submitPacked(p, next, "gzip", form[:len(form)-4]).Want(t, 400)
		submitPacked(p, next, "gzip", []byte("day_type=CONGE")).Want(t, 400)
		submitPacked(p, next, "br", form).Want(t, 400)
		submitPacked(p, next, "gzip, gzip", form).Want(t, 400)
	})
}
