package handlers

import (
	"github.com/labstack/echo/v4"

	"worklog/views"
)

// welcome says on the first visit, when no day has an entry, how to send the
// first event to this very address; otherwise it is nil.
func (p *pages) welcome(c echo.Context) (*views.Welcome, error) {
	empty, err := p.store.Empty(c.Request().Context())
	if err != nil || !empty {
		return nil, err
	}
	address := "http://" + c.Request().Host + p.links.To("")
	if p.public != nil {
		address = p.public.String()
	}
	return &views.Welcome{
		Problem: p.apiProblem,
		Curl: "curl " + address + "/api/v1/workplace-presence \\\n" +
			"  -H \"Authorization: Bearer $WORKLOG_API_TOKEN\" \\\n" +
			"  -H 'Content-Type: application/json' \\\n" +
			`  -d '{"event":"arrival","occurred_at":"` + p.now().In(p.zone).Format("2006-01-02T15:04:05-07:00") + `","idempotency_key":"essai-1"}'`,
		New: p.links.To("/entries/new"),
	}, nil
}
