package access

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/alexedwards/scs/v2"

	"worklog/models"
	"worklog/models/civil"
)

// passwordKey is where a session keeps its stamp.
const passwordKey = "password"

// sessions manages the sessions of browsers that are signed in. It is also the store in which scs
// keeps them: the database decides when they expire, by the program's clock; scs knows only the
// system's.
type sessions struct {
	scs.Store // nil: scs calls what is for a context
	manager   *scs.SessionManager
	store     *models.Store
	password  PasswordHash
	now       func() time.Time
	log       *slog.Logger
}

func newSessions(store *models.Store, password PasswordHash, now func() time.Time, log *slog.Logger) sessions {
	s := sessions{store: store, password: password, now: now, log: log}
	s.manager = &scs.SessionManager{ // scs.New would start a goroutine for a store in memory
		Lifetime:         models.SessionLifetime,
		Store:            scs.CtxStore(s),
		Codec:            jsonCodec{},
		HashTokenInStore: true,
	}
	return s
}

func (s sessions) instant() civil.Instant { return civil.NewInstant(s.now()) }

// key returns a key for a purpose. It changes with the password and with the
// database's secret.
func (s sessions) key(purpose string, secret []byte) []byte {
	sum := sha256.Sum256([]byte(purpose + "\x00" + s.password.Text()))
	mac := hmac.New(sha256.New, sum[:])
	mac.Write(secret)
	return mac.Sum(nil)
}

// stamp returns the value that a valid session holds. It changes with the password,
// on a restore and on signing out everywhere, so that old sessions stay invalid
// even if their rows come back.
func (s sessions) stamp(secret []byte) string {
	return hex.EncodeToString(s.key("worklog session", secret))
}

// devices returns the seal of the names of browsers that have signed in, for the current password and
// secret.
func (s sessions) devices(ctx context.Context) (Seal, error) {
	secret, err := s.store.SessionSecret(ctx)
	return Seal{s.key("worklog device", secret)}, err
}

// endOthers ends the sessions of other passwords, which would otherwise be valid
// again if such a password were restored.
func (s sessions) endOthers(ctx context.Context) error {
	secret, err := s.store.SessionSecret(ctx)
	if err != nil {
		return err
	}
	open, err := s.store.WebSessions(ctx, s.instant())
	if err != nil {
		return err
	}
	for _, session := range open {
		_, values, err := s.manager.Codec.Decode(session.Data)
		if err == nil && secret != nil && values[passwordKey] == s.stamp(secret) {
			continue
		}
		if err := s.store.DeleteWebSession(ctx, session.Token); err != nil {
			return err
		}
	}
	return nil
}

// begin starts a session and returns its token, which is always a new one.
func (s sessions) begin(ctx context.Context, userAgent string) (token string, err error) {
	secret, err := s.store.MakeSessionSecret(ctx)
	if err != nil {
		return "", err
	}
	ctx, err = s.manager.Load(ctx, "")
	if err != nil {
		return "", err
	}
	s.manager.Put(ctx, passwordKey, s.stamp(secret))
	s.manager.Put(ctx, browserKey, nameIn(browserNames, userAgent))
	s.manager.Put(ctx, systemKey, nameIn(systemNames, userAgent))
	token, _, err = s.manager.Commit(ctx)
	return token, err
}

func (s sessions) valid(ctx context.Context, token string) (bool, error) {
	if token == "" {
		return false, nil
	}
	secret, err := s.store.SessionSecret(ctx)
	if err != nil || secret == nil {
		return false, err
	}
	ctx, err = s.manager.Load(ctx, token)
	if err != nil {
		return false, err
	}
	return s.manager.GetString(ctx, passwordKey) == s.stamp(secret), nil
}

// storedToken returns what the database has in place of a browser's token.
func storedToken(token string) string {
	digest := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(digest[:]) // as scs writes it
}

// end ends the session of the token, if there is one.
func (s sessions) end(ctx context.Context, token string) error {
	if token == "" {
		return nil
	}
	ctx, err := s.manager.Load(ctx, token)
	if err != nil {
		return err
	}
	return s.manager.Destroy(ctx)
}

// FindCtx implements [scs.CtxStore]. It notes the use of the session; if that fails,
// the page is shown anyway.
func (s sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	session, err := s.store.WebSession(ctx, token, s.instant())
	if err != nil || session == nil {
		return nil, false, err
	}
	if err := s.store.TouchWebSession(ctx, session, s.instant()); err != nil {
		s.log.Warn("use of a session not noted", "error", err)
	}
	return session.Data, true, nil
}

// CommitCtx implements [scs.CtxStore].
func (s sessions) CommitCtx(ctx context.Context, token string, data []byte, _ time.Time) error {
	return s.store.SaveWebSession(ctx, token, data, s.instant())
}

// DeleteCtx implements [scs.CtxStore].
func (s sessions) DeleteCtx(ctx context.Context, token string) error {
	return s.store.DeleteWebSession(ctx, token)
}

// jsonCodec encodes a session's values readably, for the sqlite3 shell.
type jsonCodec struct{}

func (jsonCodec) Encode(_ time.Time, values map[string]any) ([]byte, error) {
	return json.Marshal(values)
}

func (jsonCodec) Decode(data []byte) (deadline time.Time, values map[string]any, err error) {
	err = json.Unmarshal(data, &values)
	return time.Time{}, values, err
}
