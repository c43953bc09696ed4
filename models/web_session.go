package models

import (
	"context"
	"crypto/rand"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// sessionIdle is how long a browser stays signed in after its last request.
const sessionIdle = 30 * 24 * time.Hour

// SessionLifetime is how long a browser stays signed in at most, however often it
// is used.
const SessionLifetime = 180 * 24 * time.Hour

// seenPrecision is how often the use of a session is noted: otherwise every page
// would write to the disk.
const seenPrecision = time.Hour

// secretLength is the length of [SessionSecret] in bytes.
const secretLength = 32

// WebSession is a browser that is signed in to the pages.
type WebSession struct {
	Token     string `gorm:"primaryKey"` // digest of the browser's token
	Data      []byte
	CreatedAt civil.Instant
	SeenAt    civil.Instant
}

// unexpired is the condition for sessions that have not expired.
func unexpired(now civil.Instant) clause.Expr {
	return gorm.Expr("seen_at > ? AND created_at > ?", civil.NewInstant(now.Add(-sessionIdle)), civil.NewInstant(now.Add(-SessionLifetime)))
}

// WebSession returns the session of a token's digest, or nil if there is none or
// it has expired.
func (s *Store) WebSession(ctx context.Context, token string, now civil.Instant) (*WebSession, error) {
	return FindOne[WebSession](s.Read(ctx).Where("token = ?", token).Where(unexpired(now)))
}

// SaveWebSession stores a session's data and deletes expired sessions. A new
// session begins now.
func (s *Store) SaveWebSession(ctx context.Context, token string, data []byte, now civil.Instant) error {
	session := WebSession{Token: token, Data: data, CreatedAt: now, SeenAt: now}
	known := clause.OnConflict{Columns: []clause.Column{{Name: "token"}}, DoUpdates: clause.AssignmentColumns([]string{"data", "seen_at"})}
	return s.Write(ctx, func(tx *Tx) error {
		if err := tx.Where("NOT (?)", unexpired(now)).Delete(&WebSession{}).Error; err != nil {
			return err
		}
		return tx.Clauses(known).Create(&session).Error
	})
}

// TouchWebSession notes that the session has been used, unless that was noted
// within the hour before. It does not wait for another writer.
func (s *Store) TouchWebSession(ctx context.Context, session *WebSession, now civil.Instant) error {
	if now.Sub(session.SeenAt.Time) < seenPrecision {
		return nil
	}
	return s.TryWrite(ctx, func(tx *Tx) error {
		return tx.Model(session).UpdateColumn("seen_at", now).Error
	})
}

// DeleteWebSession ends a session. Ending one that does not exist is not an error.
func (s *Store) DeleteWebSession(ctx context.Context, token string) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.Where("token = ?", token).Delete(&WebSession{}).Error })
}

// DeleteWebSessions ends every session and deletes their secret.
func (s *Store) DeleteWebSessions(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		if err := tx.Where("true").Delete(&WebSession{}).Error; err != nil {
			return err
		}
		return tx.Where("true").Delete(&SessionSecret{}).Error
	})
}

// SessionSecret is the secret with which valid sessions are stamped.
type SessionSecret struct {
	ID     int64 `gorm:"primaryKey"` // 1
	Secret []byte
}

// SessionSecret returns the secret of valid sessions, or nil if there is none, in
// which case no session is valid.
func (s *Store) SessionSecret(ctx context.Context) ([]byte, error) {
	found, err := FindOne[SessionSecret](s.Read(ctx).DB)
	if err != nil || found == nil {
		return nil, err
	}
	return found.Secret, nil
}

// MakeSessionSecret returns the secret, creating it if there is none.
func (s *Store) MakeSessionSecret(ctx context.Context) (secret []byte, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		fresh := SessionSecret{ID: 1, Secret: make([]byte, secretLength)}
		rand.Read(fresh.Secret) // never fails
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&fresh).Error; err != nil {
			return err
		}
		kept, err := FindOne[SessionSecret](tx.DB)
		if err == nil {
			secret = kept.Secret
		}
		return err
	})
	return secret, err
}

// WebSessions returns the sessions that have not expired, most recently used
// first.
func (s *Store) WebSessions(ctx context.Context, now civil.Instant) ([]WebSession, error) {
	var sessions []WebSession
	err := s.Read(ctx).Where(unexpired(now)).Order("seen_at DESC, created_at DESC").Find(&sessions).Error
	return sessions, err
}
