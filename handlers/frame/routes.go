package frame

import "github.com/labstack/echo/v4"

// Get adds a route for GET and HEAD.
func Get(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.GET(path, handler)
	e.HEAD(path, handler)
}

// RouteAssets adds the assets and the manifest, which every page needs.
func (s *Site) RouteAssets(e *echo.Echo) {
	Get(e, "/static/*", s.serveAsset)
	Get(e, "/manifest.webmanifest", s.manifest)
	Get(e, workerPath, unframed(s.worker))
	Get(e, offlinePath, unframed(s.offline))
}
