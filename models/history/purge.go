package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

const (
	// horizonStep is how far a purge moves the horizon at most.
	horizonStep = 24 * time.Hour
	// purgedAtOnce is how many rows are deleted in one transaction.
	purgedAtOnce = 1000
)

// purges delete the rows written before an instant, up to a limit. Days go before their changes,
// since a change may have any number of them. The last ten versions of the settings stay.
var purges = []string{
	"DELETE FROM day_states WHERE id IN (SELECT day_states.id FROM changes JOIN day_states ON change_id = changes.id WHERE made_at < ? LIMIT ?)",
	"DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE made_at < ? LIMIT ?)",
	`DELETE FROM settings_versions WHERE id IN (SELECT id FROM settings_versions
		WHERE made_at < ? AND id < (SELECT id FROM settings_versions ORDER BY id DESC LIMIT 1 OFFSET 9) LIMIT ?)`,
}

// Purge removes the changes, with what their days were before, and the versions of the settings
// that lie before the horizon, which it moves by a day at most: a clock that is wrong for a while
// destroys nothing. It removes nothing if the horizon cannot be read.
func Purge(ctx context.Context, s *models.Store, now civil.Instant) error {
	var horizon civil.Instant
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := s.Write(ctx, func(tx *models.Tx) (err error) {
			if horizon.IsZero() {
				horizon, err = moveHorizon(tx, now)
			}
			left := int64(purgedAtOnce)
			for _, purge := range purges {
				if err != nil || horizon.IsZero() {
					break
				}
				done := tx.Exec(purge, horizon, left)
				left, err = left-done.RowsAffected, done.Error
			}
			more = left == 0
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// moveHorizon moves the stored horizon and returns the instant before which rows are purged, or the
// zero Instant to purge none. The horizon never passes what the rules keep.
func moveHorizon(tx *models.Tx, now civil.Instant) (civil.Instant, error) {
	latest := tx.Rules.KeptSince(now)
	state, err := models.FindOne[models.DatabaseState](tx.DB)
	if err != nil {
		return civil.Instant{}, err
	}
	if state == nil {
		return civil.Instant{}, errors.New("the state of the database is missing")
	}
	if state.KeptSince == nil {
		oldest, err := oldestMadeAt(tx)
		if err != nil || oldest.IsZero() || !oldest.Before(latest.Time) {
			return civil.Instant{}, err
		}
		return oldest, setHorizon(tx, oldest)
	}
	if !state.KeptSince.Readable() {
		return civil.Instant{}, fmt.Errorf("the horizon %q is no instant", state.KeptSince)
	}
	next := civil.NewInstant(state.KeptSince.Add(horizonStep))
	if latest.Before(next.Time) {
		next = latest
	}
	if !next.After(state.KeptSince.Time) {
		return next, nil
	}
	return next, setHorizon(tx, next)
}

func setHorizon(tx *models.Tx, horizon civil.Instant) error {
	return tx.Exec("UPDATE database_state SET kept_since = ?", horizon).Error
}

// oldestMadeAt returns when the first of what is kept was made, or the zero Instant if nothing is.
func oldestMadeAt(tx *models.Tx) (civil.Instant, error) {
	var oldest sql.NullString
	err := tx.Raw("SELECT min(made_at) FROM (SELECT made_at FROM changes UNION ALL SELECT made_at FROM settings_versions)").Row().Scan(&oldest)
	if err != nil || !oldest.Valid {
		return civil.Instant{}, err
	}
	return civil.ParseInstant(oldest.String)
}
