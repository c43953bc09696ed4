package frame

import "github.com/labstack/echo/v4"

// Get adds a route for GET and HEAD.
func Get(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.GET(path, handler)
	e.HEAD(path, handler)
}

// On makes a handler of a method of pages; of returns those that answer a request, by the settings in
// force.
func On[P any](of func(echo.Context) P) func(func(P, echo.Context) error) echo.HandlerFunc {
	return func(answer func(P, echo.Context) error) echo.HandlerFunc {
		return func(c echo.Context) error { return answer(of(c), c) }
	}
}

// RouteAssets adds the assets and the manifest, which every page needs.
func RouteAssets(e *echo.Echo, of func(echo.Context) *Site) {
	on := On(of)
	Get(e, "/static/*", on((*Site).serveAsset))
	Get(e, "/manifest.webmanifest", on((*Site).manifest))
	Get(e, workerPath, unframed(on((*Site).worker)))
	Get(e, offlinePath, unframed(on((*Site).offline)))
}
