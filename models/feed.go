package models

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Feeds is the secret that stands in the addresses of the feeds. Only its digest is
// kept: whoever reads the database cannot read the feeds with it.
type Feeds struct {
	ID     int64  `gorm:"primaryKey"` // 1
	Digest []byte // SHA-256
	MadeAt Instant
}

// RenewFeeds makes a new secret for the feeds, 256 bits as 64 hexadecimal digits,
// and returns it. It cannot be read again; the one before opens nothing any more.
func (s *Store) RenewFeeds(ctx context.Context, now Instant) (secret string, err error) {
	random := make([]byte, secretLength)
	rand.Read(random) // which never fails
	secret = hex.EncodeToString(random)
	digest := sha256.Sum256([]byte(secret))
	err = s.write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&Feeds{1, digest[:], now}).Error
	})
	return secret, err
}

// RevokeFeeds ends the feeds' addresses; where there are none, that is no error.
func (s *Store) RevokeFeeds(ctx context.Context) error {
	return s.write(ctx, func(tx *gorm.DB) error { return tx.Where("true").Delete(&Feeds{}).Error })
}

// FeedsMadeAt says since when the feeds have had their addresses; nil when they
// have none.
func (s *Store) FeedsMadeAt(ctx context.Context) (*Instant, error) {
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
	return findOne[Feeds](s.db.WithContext(ctx))
}
