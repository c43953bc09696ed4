package main_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// uploadPeak is how much memory the program may take, in bytes, whatever file of 32 MiB
// it is sent.
const uploadPeak int64 = 128 << 20

// asUpload returns the form of a file that consists of a beginning and then of the same
// again, up to 32 MiB.
func asUpload(beginning, again, end string) io.Reader {
	count := (32<<20 - len(beginning) - len(end)) / len(again)
	return io.MultiReader(
		strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"+beginning),
		strings.NewReader(strings.Repeat(again, count)), strings.NewReader(end+"\r\n--b--\r\n"))
}

const uploadType = "multipart/form-data; boundary=b"

const (
	documentStart = `{"format":"worklog","version":1,"last_ids":{"days":1,"slots":1,"events":1},"days":[` + "\n"
	dayStart      = `{"id":1,"date":"2026-11-20","timezone":"UTC","day_type":"WORK","half_day":"","journey_profile_id":"","motor_vehicle_id":"","note":"","version":1,` +
		`"created_at":"2026-11-20T07:00:00.000000000Z","updated_at":"2026-11-20T07:00:00.000000000Z",`
)

func TestNoUploadTakesMoreMemoryThanASmallMachineHasWhileArrivalsAreAnswered(t *testing.T) {
	if modelstest.RaceDetected {
		t.Skip("the race detector multiplies the memory")
	}
	folder, _ := newFolder(t)
	c := begin(t, folder)
	commas := "content=" + base64.RawURLEncoding.EncodeToString(modelstest.Gzipped("date\n"+strings.Repeat(",", 32<<20-5))) + "&plan=x"
	for i, test := range []struct {
		name                    string
		body                    io.Reader
		mediaType, coding, want string
	}{
		{"commas", asUpload("", ",", ""), uploadType, "", "422 plus de 500"},
		{"a row of commas", asUpload("date\n", ",", ""), uploadType, "", "422 plus de 500"},
		{"rows of commas", asUpload("date\n", strings.Repeat(",", 499)+"\n", ""), uploadType, "", "200 Rien à reprendre"},
		{"one cell", asUpload("date\n\"", "x", "\"\n"), uploadType, "", "422 trop longue"},
		{"slots that are numbers", asUpload(documentStart+dayStart+`"slots":[`, "1,", `1],"events":[]}]}`), uploadType, "", "422 Il manque quelque chose"},
		{"slots that are empty", asUpload(documentStart+dayStart+`"slots":[`, "{},", `{}],"events":[]}]}`), uploadType, "", "422 Il manque quelque chose"},
		{"brackets", asUpload(documentStart, "[", ""), uploadType, "", "422 pas un export de worklog"},
		{"one string", asUpload(documentStart+`{"note":"`, "x", `"}]}`), uploadType, "", "422 trop longue"},
		{"a name twice", asUpload(documentStart+"{", `"a":1,`, `"a":1}]}`), uploadType, "", "422 Il manque quelque chose"},
		{"days that are empty", asUpload(documentStart, "{},", "{}]}"), uploadType, "", "422 Il manque quelque chose"},
		{"a packed field of commas", strings.NewReader(commas), formType, "", "422 plus de 500"},
		{"a packed form of commas", bytes.NewReader(modelstest.Gzipped(strings.Repeat(",", 40<<20))), formType, "gzip", "413 "},
		{"a packed upload", bytes.NewReader(modelstest.Gzipped(strings.Repeat("--b\r\n", 12<<20))), uploadType, "gzip", "4"},
	} {
		if i%4 != 0 && os.Getenv("CI") == "" {
			continue // each takes a second or two
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			answer, err := c.postForm("/data/import", test.mediaType, test.coding, test.body)
			if got := fmt.Sprintf("%d %s", answer.status, answer.body); err != nil || !strings.HasPrefix(got, test.want[:min(4, len(test.want))]) || !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), test.want[min(4, len(test.want)):]) {
				t.Errorf("%s: got %.2000s, want %s", test.name, got, test.want)
			}
		}()
		c.wantAnswered(done, i)
		<-done
		modelstest.WantAtMost(t, c.peak()>>20, uploadPeak>>20, test.name, "in MiB")
	}
	t.Logf("at most %d MiB", c.peak()>>20)
}

// wantAnswered has arrivals and departures answered until a channel is closed, at most
// forty.
func (c *server) wantAnswered(done <-chan struct{}, round int) {
	c.t.Helper()
	for n := range 40 {
		at := time.Unix(1_790_000_000+int64(40*round+n)*60, 0).UTC().Format(time.RFC3339)
		got := modelstest.Got(c.post(signal{[]string{"arrival", "departure"}[n%2], at, at}))(c.t)
		modelstest.Want(c.t, got.status/100, 2, got.status, got.body)
		select {
		case <-done:
			if n%2 == 1 { // and none stays open
				return
			}
		default:
		}
	}
}

// fiftyYears returns an export of 32 MiB with two slots a day.
func fiftyYears(note string) string {
	var document strings.Builder
	document.WriteString(documentStart)
	at := time.Date(1976, 1, 1, 0, 0, 0, 0, time.UTC)
	const layout = "2006-01-02T15:04:05.000000000Z"
	for n := int64(1); document.Len() < 32<<20-4000; n++ {
		if n > 1 {
			document.WriteString(",\n")
		}
		fmt.Fprintf(&document, `{"id":%d,"date":%q,"timezone":"Europe/Paris","day_type":"WORK","half_day":"","journey_profile_id":"","motor_vehicle_id":"","note":%q,"version":1,"created_at":%q,"updated_at":%q`,
			n, at.Format(time.DateOnly), note, at.Format(layout), at.Format(layout))
		var slots, events []string
		for half := range int64(2) {
			id := 2*n + half - 1
			start, end := at.Add(time.Duration(7+5*half)*time.Hour).Format(layout), at.Add(time.Duration(11+5*half)*time.Hour).Format(layout)
			slots = append(slots, fmt.Sprintf(`{"id":%d,"start_at":%q,"end_at":%q}`, id, start, end))
			const event = `{"id":%d,"time_slot_id":%d,"event":%q,"occurred_at":%q,"occurred_at_sent":"2026-11-20T08:00:00+01:00","idempotency_key":"%032x","received_at":%q,"created_slot_id":%s,"closure":%s,"closed_at":%s,"first_entry_id":null,"by_hand":false}`
			events = append(events,
				fmt.Sprintf(event, 2*id-1, id, "arrival", start, uint64(2*id)*0x9e3779b97f4a7c15, start, "null", `"departure"`, strconv.Quote(end)),
				fmt.Sprintf(event, 2*id, id, "departure", end, uint64(2*id+1)*0x9e3779b97f4a7c15, end, fmt.Sprint(id), "null", "null"))
		}
		fmt.Fprintf(&document, `,"slots":[%s],"events":[%s]}`, strings.Join(slots, ","), strings.Join(events, ","))
		at = at.AddDate(0, 0, 1)
	}
	return document.String() + "\n]}\n"
}

func TestFiftyYearsAreImportedInTheMemoryOfASmallMachine(t *testing.T) {
	modelstest.Alone(t)
	if os.Getenv("CI") == "" || modelstest.RaceDetected {
		t.Skip("runs only with CI=1 and without the race detector: it takes half a minute of processor time")
	}
	folder, _ := newFolder(t)
	c := begin(t, folder)
	c.client.Timeout = 10 * patience
	field := func(page, name string) string {
		found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("no %s in %.3000s", name, page)
		}
		return found[1]
	}
	for _, note := range []string{"new", "changed"} {
		began := time.Now()
		document := fiftyYears(note)
		if time.Since(began) > 3*time.Second { // usually less than one
			t.Skip("not tested: on so slow a machine an import of fifty years takes longer than a request may")
		}
		planned := modelstest.Got(c.postForm("/data/import", uploadType, "", asUpload(document, "\n", "")))(t)
		if planned.status != 200 {
			t.Fatalf("got %d %.3000s", planned.status, planned.body)
		}
		t.Logf("planned: %d MiB", c.peak()>>20)
		if note == "changed" {
			break // changing each of them takes minutes
		}
		form := url.Values{"plan": {field(planned.body, "plan")}, "content": {field(planned.body, "content")}}
		if imported := modelstest.Got(c.submit("/data/import", form))(t); imported.status != 303 {
			t.Fatalf("got %d %.3000s", imported.status, imported.body)
		}
		t.Logf("imported: %d MiB", c.peak()>>20)
	}
	modelstest.WantAtMost(t, c.peak()>>20, uploadPeak>>20, "in MiB")
}
