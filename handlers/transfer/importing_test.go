package transfer

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/modelstest"
)

func TestWhileAFileIsImportedAnotherIsToBeTriedAgain(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	pages := Pages{Site: frame.New(frame.Config{}, frame.Wiring{Store: store, PageErrors: PageErrors})}
	pages.importing.Lock()
	request := httptest.NewRequest(http.MethodPost, "/data/import", nil)
	page := pages.PageOf(pages.importData(echo.New().NewContext(request, httptest.NewRecorder())))
	if page.Status != http.StatusServiceUnavailable || page.Heading != "Reprise en cours" {
		t.Errorf("got %d %q, want 503", page.Status, page.Heading)
	}
}
