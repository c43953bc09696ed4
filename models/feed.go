package models

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// Feeds is the secret in the addresses of the feeds. Only its digest is stored, so that
// the database does not reveal the addresses.
type Feeds struct {
	ID     int64  `gorm:"primaryKey"` // 1
	Digest []byte // SHA-256
	MadeAt civil.Instant
}

// RenewFeeds makes a new secret for the feeds, 256 bits as 64 hexadecimal digits,
// and returns it. It cannot be read again; the previous one is no longer valid.
func (s *Store) RenewFeeds(ctx context.Context, now civil.Instant) (secret string, err error) {
	random := make([]byte, secretLength)
	rand.Read(random) // which never fails
	secret = hex.EncodeToString(random)
	digest := sha256.Sum256([]byte(secret))
	err = s.Write(ctx, func(tx *Tx) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&Feeds{1, digest[:], now}).Error
	})
	return secret, err
}

// RevokeFeeds disables the feeds' addresses. It is not an error if there are none.
func (s *Store) RevokeFeeds(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.Where("true").Delete(&Feeds{}).Error })
}

// FeedsMadeAt returns when the feeds got their addresses, or nil if they have none.
func (s *Store) FeedsMadeAt(ctx context.Context) (*civil.Instant, error) {
	feeds, err := s.feeds(ctx)
	if feeds == nil {
		return nil, err
	}
	return &feeds.MadeAt, err
}

// OpensFeeds reports whether a text is the feeds' secret.
func (s *Store) OpensFeeds(ctx context.Context, text string) (bool, error) {
	feeds, err := s.feeds(ctx)
	if feeds == nil {
		return false, err
	}
	digest := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(digest[:], feeds.Digest) == 1, nil
}

func (s *Store) feeds(ctx context.Context) (*Feeds, error) {
	return FindOne[Feeds](s.Read(ctx).DB)
}
