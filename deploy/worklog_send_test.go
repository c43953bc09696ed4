package deploy_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestEventsQueuedWhileTheServerIsDownAreRecordedInOrderWhenItIsUp(t *testing.T) {
	t.Parallel()
	senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
		p := newSenderProgram(t)
		s := newSender(t, kit, p.URL+"/")
		s.want(senderWaiting, "arrival", "--at", senderMorning)
		s.want(senderWaiting, "departure", "--at", senderEvening)
		s.want(senderWaiting, "arrival")
		queued := s.wantEvents("queue", 3)
		if _, list, _ := s.run("--status"); !strings.HasPrefix(list, "arrival "+senderMorning+"\ndeparture "+senderEvening+"\narrival ") || !strings.HasSuffix(list, "\n3 waiting\n") {
			t.Errorf("got status %q", list)
		}

		p.Run()
		s.want(senderSent)
		p.wantStored(queued...)
		s.wantEvents("queue", 0)
		s.want(senderSent, "departure", "--at", time.Now().Add(time.Hour).Format(time.RFC3339))
		modelstest.Want(t, len(p.stored()), 4, "the departure is recorded at once")
	})
}

func TestTheTimeIsThatOfTheEventNotOfSending(t *testing.T) {
	t.Parallel()
	senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		s.environment = []string{"TZ=CET-1"}
		before := time.Now().Truncate(time.Second)
		s.want(senderWaiting, "arrival")
		got, err := time.Parse(time.RFC3339, s.wantEvents("queue", 1)[0].OccurredAt)
		if _, offset := got.Zone(); err != nil || got.Before(before) || got.After(time.Now()) || offset != 3600 {
			t.Errorf("got %v %v, want now with the offset", got, err)
		}
		s.want(senderWaiting)
		modelstest.Want(t, s.events("queue")[0].OccurredAt, got.Format(time.RFC3339), got)
	})
}

func TestAfterALostResponseTheEventIsSentAgainWithTheSameKey(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(io.Writer, []byte){
		"the whole answer": func(io.Writer, []byte) {},
		"its end": func(connection io.Writer, body []byte) {
			fmt.Fprintf(connection, "HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n%s", len(body)+1, body)
		},
		"its body": func(connection io.Writer, body []byte) {
			fmt.Fprintf(connection, "HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n", len(body))
		},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.Run()
				lossy := senderServer(t, func(w http.ResponseWriter, r *http.Request) {
					response := httptest.NewRecorder()
					p.ServeHTTP(response, r)
					connection, _, err := w.(http.Hijacker).Hijack()
					if err != nil {
						t.Error(err)
						return
					}
					cut(connection, response.Body.Bytes())
					connection.Close()
				})
				s := newSender(t, kit, lossy)
				s.want(senderWaiting, "arrival", "--at", senderMorning)
				queued := s.wantEvents("queue", 1)
				p.wantStored(queued...)
				s.url = p.URL
				s.want(senderSent)
				p.wantStored(queued...)
				s.wantEvents("queue", 0)
			})
		})
	}
}

func TestEachResponseIsDoneFinalOrRetried(t *testing.T) {
	t.Parallel()
	const created, replayed = `{"status":"created","event_id":1}`, `{"status": "replayed"}`
	rows := map[string]struct {
		status  int
		body    string
		exit    int
		refused int // of the two events
		asked   int // requests
	}{
		"a new arrival is done":                  {201, created, senderSent, 0, 2},
		"a departure is done":                    {200, created, senderSent, 0, 2},
		"a replay is done":                       {200, replayed, senderSent, 0, 2},
		"a page instead of the response is kept": {200, "<html>welcome</html>", senderWrong, 0, 1},
		"another status is kept":                 {200, `{"status":"ok"}`, senderWrong, 0, 1},
		"an empty response is kept":              {204, "", senderWrong, 0, 1},
		"a redirect is kept":                     {301, created, senderWrong, 0, 1},
		"a redirect after a form is kept":        {303, created, senderWrong, 0, 1},
		"a redirect of the request is kept":      {307, created, senderWrong, 0, 1},
		"invalid JSON is refused":                {400, `{"error":"JSON invalide"}`, senderRefused, 2, 2},
		"a wrong token is kept":                  {401, `{"error":"Authentification requise"}`, senderWrong, 0, 1},
		"a forbidden request is kept":            {403, "no", senderWrong, 0, 1},
		"a wrong address is kept":                {404, `{"error":"Ressource introuvable"}`, senderWrong, 0, 1},
		"a wrong method is kept":                 {405, "", senderWrong, 0, 1},
		"a conflict is refused":                  {409, `{"error":"Conflit métier"}`, senderRefused, 2, 2},
		"a body too large is refused":            {413, "", senderRefused, 2, 2},
		"a wrong content type is kept":           {415, "", senderWrong, 0, 1},
		"an invalid event is refused":            {422, `{"error":"Événement invalide"}`, senderRefused, 2, 2},
		"too many requests are retried":          {429, "", senderWaiting, 0, 1},
		"a server error is retried":              {500, "", senderWaiting, 0, 1},
		"a proxy without its server is retried":  {502, created, senderWaiting, 0, 1},
		"a server without a token is retried":    {503, `{"error":"API indisponible"}`, senderWaiting, 0, 1},
	}
	senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		s.want(senderWaiting, "arrival", "--at", senderMorning)
		s.want(senderWaiting, "departure", "--at", senderEvening)
		queue := os.DirFS(s.folder("queue"))
		for name, row := range rows {
			t.Run(name, func(t *testing.T) {
				var asked atomic.Int32
				s := *s
				s.t, s.home = t, t.TempDir()
				s.url = senderServer(t, func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					modelstest.Want(t, r.Method, "POST")
					modelstest.Want(t, r.URL.Path, "/api/v1/workplace-presence")
					modelstest.WantList(t, r.Header.Values("Authorization"), []string{"Bearer " + senderToken}, "Authorization")
					modelstest.WantList(t, r.Header.Values("Content-Type"), []string{"application/json"}, "Content-Type")
					if row.status/100 == 3 {
						w.Header().Set("Location", "/login")
					}
					w.WriteHeader(row.status)
					io.WriteString(w, row.body)
				})
				modelstest.Must(t, os.CopyFS(s.folder("queue"), queue))
				stderr := s.want(row.exit)
				modelstest.Want(t, int(asked.Load()), row.asked)
				waiting := 2 - row.refused
				if row.exit == senderSent {
					waiting = 0
				}
				s.wantEvents("queue", waiting)
				s.wantEvents("refused", row.refused)
				answers, _ := filepath.Glob(s.folder("refused", "*.answer"))
				modelstest.Want(t, len(answers), row.refused, answers)
				for _, file := range answers {
					got, _ := os.ReadFile(file)
					modelstest.Want(t, string(got), fmt.Sprintf("%d %s\n", row.status, row.body), got)
				}
				// A timer's log has nothing of a server that is down.
				told := row.exit == senderRefused || row.exit == senderWrong
				modelstest.Want(t, (stderr != "") == told && (!told || strings.Contains(stderr, strconv.Itoa(row.status))), true, stderr)
			})
		}
	})
}

func TestTheRestIsSentAfterARefusal(t *testing.T) {
	t.Parallel()
	p := newSenderProgram(t)
	s := newSender(t, senderDisjointKits[0], p.URL)
	s.want(senderWaiting, "departure", "--at", senderMorning) // without an arrival
	s.want(senderWaiting, "arrival", "--at", senderMorning)
	queued := s.wantEvents("queue", 2)
	p.Run()
	stderr := s.want(senderRefused)
	p.wantStored(queued[1])
	modelstest.Want(t, s.wantEvents("refused", 1)[0], queued[0])
	modelstest.WantIn(t, stderr, "departure "+senderMorning, "409", "Conflit métier", s.folder("refused"))
	s.want(senderSent)
	_, list, _ := s.run("--status")
	modelstest.Want(t, list, "0 waiting\n1 refused, in "+s.folder("refused")+"\n")
}

func TestAFullQueueRejectsEventsAndAFullFolderOfRefusalsStopsSending(t *testing.T) {
	t.Parallel()
	const most = 1000
	s := newSender(t, senderDisjointKits[0], senderServer(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(409) }))
	fill := func(folder string, count int) {
		t.Helper()
		modelstest.Must(t, os.MkdirAll(s.folder(folder), 0o700))
		for i := range count {
			file := s.folder(folder, fmt.Sprintf("%d-arrival-%d.json", 1000000001+i, i))
			modelstest.Must(t, os.WriteFile(file, []byte("{}\n"), 0o600))
		}
	}
	fill("queue", most)
	modelstest.WantIn(t, s.want(senderUnqueued, "arrival"), "not queued")
	s.wantEvents("queue", most)
	modelstest.Must(t, os.RemoveAll(s.folder("queue")))
	fill("refused", most)
	s.want(senderWrong, "arrival")
	s.wantEvents("queue", 1)
	s.wantEvents("refused", most)
}

func TestAnEndlessResponseCountsAsNone(t *testing.T) {
	t.Parallel()
	senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, senderServer(t, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte(`{"status":"created"}`), 1000)); err != nil {
					return
				}
			}
		}))
		s.want(senderWaiting, "arrival")
		s.wantEvents("queue", 1)
	})
}
