package frame

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// patience is the time in which a request about very many days must be received and
// answered: a large file may come over a slow line.
const patience = 2 * time.Minute

// Patient extends the deadlines of a request to that long from now.
func Patient(c echo.Context) error {
	deadline := time.Now().Add(patience) // of the network, not of the diary
	controller := http.NewResponseController(c.Response())
	return errors.Join(controller.SetReadDeadline(deadline), controller.SetWriteDeadline(deadline))
}
