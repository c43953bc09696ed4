package handlers

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/frame"
	"worklog/handlers/guide"
	"worklog/handlers/preferences"
	"worklog/models"
	"worklog/models/settings"
	"worklog/static"
)

// Effective is what the configuration file and the settings of the database decide together,
// for one version of these. It is one value that nobody changes.
type Effective struct {
	Store  *models.Store // with the rules
	Pages  frame.Config
	Newest int64  // version of the settings in the database; 0 if there is none
	Fault  string // what is wrong with it, so that another is in force; empty if nothing is
	// Keeper tells the page of the settings what the file says.
	Keeper preferences.Keeper
}

// Server answers requests by the settings in force. Every page of a request is of one version;
// a change is seen by the next request, whichever process made it. The login, the endpoint,
// which knows the file alone, and the limits outlast a change.
type Server struct {
	config  Config
	lasting lasting
	before  []echo.MiddlewareFunc
	current atomic.Pointer[routes]
	making  sync.Mutex
}

// lasting is what all versions of the settings share.
type lasting struct {
	login  *access.Login // nil if there is none
	doors  api.Doors
	turns  echo.MiddlewareFunc
	assets *static.Assets
	guide  *guide.Book
}

// routes are those of one version of the settings.
type routes struct {
	*echo.Echo
	version int64
}

// NewServer returns what answers requests, at first by the settings of the configuration.
func NewServer(config Config) *Server {
	s := &Server{config: config, lasting: lasting{
		login: newLogin(config),
		doors: api.NewDoors(config.API, api.Wiring{
			Store:   config.Store,
			Counts:  config.Counts,
			Now:     config.Clock.Now,
			Elapsed: config.Clock.Elapsed,
			Log:     config.Log,
			Server:  config.Access.Server,
		}),
		turns:  inTurn(),
		assets: new(static.Assets),
		guide:  new(guide.Book),
	}}
	s.exchange(config.Effective)
	return s
}

// Routes are those of the settings in force.
func (s *Server) Routes() *echo.Echo { return s.current.Load().Echo }

// Pre has middleware called before all other, as [echo.Echo.Pre] does. It must be called before
// the first request.
func (s *Server) Pre(middleware ...echo.MiddlewareFunc) {
	s.before = append(s.before, middleware...)
	s.Routes().Pre(middleware...)
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routesFor(r).ServeHTTP(w, r) }

// routesFor returns the routes for a request: those of the newest settings, if what it asks for
// depends on them. Settings that cannot be read leave those that are in force, for a page whose
// database does not answer says so itself.
func (s *Server) routesFor(r *http.Request) *echo.Echo {
	current := s.current.Load()
	if s.config.InForce == nil || !s.depends(r) {
		return current.Echo
	}
	newest, err := settings.NewestID(r.Context(), s.config.Store)
	if err != nil || newest == current.version {
		return current.Echo
	}
	s.making.Lock()
	defer s.making.Unlock()
	if current = s.current.Load(); newest == current.version {
		return current.Echo
	}
	effective, err := s.config.InForce(context.WithoutCancel(r.Context()))
	if err != nil {
		s.config.Log.Warn("settings not read; the previous ones are in force", "error", err)
		return current.Echo
	}
	if effective.Fault != "" {
		s.config.Log.Warn("settings are wrong; others are in force", "version", effective.Newest, "problem", effective.Fault)
	}
	s.exchange(effective)
	return s.current.Load().Echo
}

// depends reports whether the answer to a request depends on the settings: not that of the
// endpoint, of an asset and of the health check.
func (s *Server) depends(r *http.Request) bool {
	prefix, _ := s.config.Access.Prefix(r)
	inside := &http.Request{URL: &url.URL{Path: prefix.Off(r.URL.Path)}}
	return !api.Owns(inside) && !frame.IsAsset(inside) && inside.URL.Path != healthPath
}

// exchange makes the routes of other settings those in force.
func (s *Server) exchange(effective Effective) {
	made := newRoutes(s.config, effective, s.lasting)
	made.Pre(s.before...)
	s.current.Store(&routes{made, effective.Newest})
}
