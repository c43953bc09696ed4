package app

import "github.com/labstack/echo/v4"

// Routes are the routes of the program, to put a middleware before them.
func (a *App) Routes() *echo.Echo { return a.server.http.Handler.(*echo.Echo) }
