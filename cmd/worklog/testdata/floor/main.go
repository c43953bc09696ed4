// Floor is the least that a server with Echo and SQLite does: it opens a database with
// worklog's pragmas, listens, and refuses a wrong token.
package main

import (
	"database/sql"
	"log/slog"
	"net"
	"net/http"
	"os"

	"github.com/labstack/echo/v4"
	_ "github.com/mattn/go-sqlite3"
)

func main() {
	if len(os.Args) == 1 {
		return
	}
	db, err := sql.Open("sqlite3", "file:"+os.Args[1]+"?_txlock=immediate&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=on&_busy_timeout=5000")
	must(err)
	_, err = db.Exec("CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY)")
	must(err)
	e := echo.New()
	e.POST("/api/v1/workplace-presence", func(c echo.Context) error {
		if c.Request().Header.Get(echo.HeaderAuthorization) != "Bearer "+os.Getenv("WORKLOG_API_TOKEN") {
			return c.JSON(http.StatusUnauthorized, map[string]string{"error": "Authentification requise"})
		}
		return c.NoContent(http.StatusCreated)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	slog.Info("listening", "url", "http://"+listener.Addr().String())
	must(http.Serve(listener, e))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
