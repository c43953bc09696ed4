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

// FeedGroup is the feeds that one secret opens.
type FeedGroup int64

// The groups.
const (
	StateFeeds FeedGroup = 1 // presence.json and calendar.ics
	DaysFeed   FeedGroup = 2 // days.json
)

// FeedGroups lists every group.
var FeedGroups = []FeedGroup{StateFeeds, DaysFeed}

// Feeds is the secret in the addresses of a group. A restore leaves it out.
type Feeds struct {
	ID     FeedGroup `gorm:"primaryKey"`
	Digest []byte    // SHA-256
	MadeAt civil.Instant
	Secret *string // nil if a program made it that kept only the digest
}

// RenewFeeds makes a new secret for a group, 256 bits as 64 hexadecimal digits,
// and returns it. The previous one is no longer valid.
func (s *Store) RenewFeeds(ctx context.Context, group FeedGroup, now civil.Instant) (secret string, err error) {
	random := make([]byte, secretLength)
	rand.Read(random) // which never fails
	secret = hex.EncodeToString(random)
	digest := sha256.Sum256([]byte(secret))
	err = s.Write(ctx, func(tx *Tx) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&Feeds{group, digest[:], now, &secret}).Error
	})
	return secret, err
}

// RevokeFeeds disables the addresses of groups. It is not an error if there are none.
func (s *Store) RevokeFeeds(ctx context.Context, groups ...FeedGroup) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.Where("id IN ?", groups).Delete(&Feeds{}).Error })
}

// Feeds returns the secret of each group; a group without addresses is absent.
func (s *Store) Feeds(ctx context.Context) (map[FeedGroup]Feeds, error) {
	var rows []Feeds
	err := s.Read(ctx).Find(&rows).Error
	made := make(map[FeedGroup]Feeds, len(rows))
	for _, row := range rows {
		made[row.ID] = row
	}
	return made, err
}

// OpensFeeds reports whether a text is the secret of a group.
func (s *Store) OpensFeeds(ctx context.Context, group FeedGroup, text string) (bool, error) {
	feeds, err := FindOne[Feeds](s.Read(ctx).Where("id = ?", group))
	if feeds == nil {
		return false, err
	}
	digest := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(digest[:], feeds.Digest) == 1, nil
}
