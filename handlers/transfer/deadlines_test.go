package transfer

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/modelstest"
)

// deadlines records when the last byte of a response must be written.
type deadlines struct {
	*httptest.ResponseRecorder
	write time.Time
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.write = at
	return nil
}

func (d *deadlines) SetReadDeadline(time.Time) error { return nil }

func TestAnExportHasItsOwnTimeFromBeforeItIsRead(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	pages := Pages{Site: frame.New(frame.Config{}, frame.Wiring{Store: store})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // reading fails, whichever time it is
	request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/data/export", nil)
	response := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	modelstest.WantError(t, pages.export(echo.New().NewContext(request, response)), context.Canceled)
	modelstest.Want(t, response.write.IsZero(), false, "the size is looked at in the time of a page:")
}

func TestWhileAFileIsImportedAnotherIsToBeTriedAgain(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	pages := Pages{Site: frame.New(frame.Config{}, frame.Wiring{Store: store, PageErrors: PageErrors}), Importing: new(sync.Mutex)}
	pages.Importing.Lock()
	request := httptest.NewRequest(http.MethodPost, "/data/import", nil)
	page := pages.PageOf(pages.importData(echo.New().NewContext(request, httptest.NewRecorder())))
	modelstest.Want(t, page.Status, http.StatusServiceUnavailable)
	modelstest.Want(t, page.Heading, "Reprise en cours")
}
