package frame

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// patience is how long a request may take to be received and answered that is about very many
// days: more than others, for a large file over a slow line.
const patience = 2 * time.Minute

// Patient lets a request take that long from now on.
func Patient(c echo.Context) error {
	deadline := time.Now().Add(patience) // of the network, not of the diary
	controller := http.NewResponseController(c.Response())
	return errors.Join(controller.SetReadDeadline(deadline), controller.SetWriteDeadline(deadline))
}
