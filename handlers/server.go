package handlers

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/frame"
	"worklog/handlers/preferences"
	"worklog/models"
)

// Current is what the configuration file and the settings of the database decide together,
// for one version of these. It is one value that nobody changes.
type Current struct {
	Store  *models.Store // with the rules
	Pages  frame.Config
	Newest models.RulesVersion
	Fault  string // what is wrong with the newest settings, so that another is in force; empty if nothing is
	// Keeper tells the page of the settings what the file says.
	Keeper preferences.Keeper
}

// Server answers requests by the settings in force. Every page of a request is of one version;
// a change is seen by the next request, whichever process made it. The login, the endpoint,
// which knows the file alone, and the limits outlast a change.
type Server struct {
	*echo.Echo
	config    Config
	current   atomic.Pointer[website]
	reloading sync.Mutex

	// What all versions of the settings share.
	login     *access.Login // nil if there is none
	doors     api.Doors
	seal      access.Seal
	importing sync.Mutex
}

// NewServer returns what answers requests, at first by the settings of the configuration.
func NewServer(config Config) *Server {
	s := &Server{
		config: config,
		doors: api.NewDoors(config.API, api.Wiring{
			Store:   config.Store,
			Counts:  config.Counts,
			Now:     config.Clock.Now,
			Elapsed: config.Clock.Elapsed,
			Log:     config.Log,
			Server:  config.Access.Server,
		}),
		seal: access.Seal{Key: []byte(rand.Text())},
	}
	if config.Access.AsksPassword() {
		s.login = access.NewLogin(config.Access, config.Store, config.Clock.Now, config.Clock.Elapsed, config.Log)
	}
	s.current.Store(s.newWebsite(config.Current))
	s.Echo = s.newEcho()
	return s
}

// chosen is the key of a request's pages in its context.
const chosen = "website"

// website returns the pages that answer a request: by the newest settings at the first time that it is
// asked, and the same from then on. An asset is the same by all.
func (s *Server) website(c echo.Context) *website {
	if w, found := c.Get(chosen).(*website); found {
		return w
	}
	w := s.current.Load()
	if s.config.Reload != nil && !frame.IsAsset(c.Request()) {
		w = s.newest(c.Request().Context(), w)
	}
	c.Set(chosen, w)
	return w
}

// newest returns the pages by the newest settings. Settings that cannot be read leave those that are
// in force, for a page whose database does not answer says so itself.
func (s *Server) newest(ctx context.Context, current *website) *website {
	newest, err := s.config.Store.RulesVersion(ctx)
	if err != nil || newest == current.version {
		return current
	}
	s.reloading.Lock()
	defer s.reloading.Unlock()
	if current = s.current.Load(); newest == current.version {
		return current
	}
	reloaded, err := s.config.Reload(context.WithoutCancel(ctx))
	if err != nil {
		s.config.Log.Warn("settings not read; the previous ones are in force", "error", err)
		return current
	}
	if reloaded.Fault != "" {
		s.config.Log.Warn("invalid settings; using an older version", "version", reloaded.Newest.Settings, "problem", reloaded.Fault)
	}
	current = s.newWebsite(reloaded)
	s.current.Store(current)
	return current
}
