package forms

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// Fields that every form of the pages has, beside its own.
const (
	databaseField = "database" // number of the database that the page was made from
	keyField      = "key"      // made with the page: the form, sent again, is applied once
)

// RequestFields are their names: a page that carries a form on sets them itself.
var RequestFields = []string{databaseField, keyField}

// DatabaseOf is the number of the database, which the forms of a page carry.
func DatabaseOf(c echo.Context) string {
	if store, ok := c.Get(storeKey).(*models.Store); ok {
		return store.Number()
	}
	return ""
}

const storeKey = "forms.store"

// Admitting returns middleware below which every form that is read is checked by
// [models.Store.Admit].
func Admitting(store *models.Store) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.Set(storeKey, store)
			return next(c)
		}
	}
}

// Outdated is the error of a form that may no longer be applied: Err is [models.ErrRestored],
// [models.ErrTakenBack], or [models.ErrEntryNotFound] for that of a day that is gone.
type Outdated struct {
	Values url.Values
	Err    error
}

func (o *Outdated) Error() string { return "outdated form: " + o.Err.Error() }

// Unwrap returns the reason.
func (o *Outdated) Unwrap() error { return o.Err }

// Repeated is the error of a form that was applied already, by a change that is in force.
type Repeated struct {
	Values url.Values
	Change models.Change
}

func (r *Repeated) Error() string { return "form is sent again" }

// Admit returns an [Outdated] or [Repeated] error for a form, sent to a path, that must not be
// applied now. Otherwise the change that the request makes keeps the form's key.
func Admit(c echo.Context, path string, values url.Values) error {
	store, ok := c.Get(storeKey).(*models.Store)
	if !ok {
		return nil
	}
	ctx := c.Request().Context()
	if values.Get(keyField) != "" {
		ctx = models.WithRequestKey(ctx, requestKey(path, values))
		c.SetRequest(c.Request().WithContext(ctx))
	}
	change, err := store.Admit(ctx, values.Get(databaseField))
	switch {
	case errors.Is(err, models.ErrRestored), errors.Is(err, models.ErrTakenBack):
		return &Outdated{values, err}
	case err != nil:
		return err
	case change.ID != 0:
		return &Repeated{values, change}
	}
	return nil
}

// requestKey is the key of a form with its content: a form in which something else was typed
// meanwhile is another request. A script ends lines in another way than a browser.
func requestKey(path string, values url.Values) string {
	sum := sha256.Sum256([]byte(path + "?" + strings.ReplaceAll(values.Encode(), "%0D%0A", "%0A")))
	return "form-" + hex.EncodeToString(sum[:])
}
