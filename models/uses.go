package models

import (
	"context"
	"database/sql"
)

// Uses are the numbers of days that have a journey or a vehicle, by its id.
type Uses struct{ Journeys, Vehicles map[string]int }

// Uses returns how many days have each journey and each vehicle.
func (s *Store) Uses(ctx context.Context) (Uses, error) {
	uses := Uses{map[string]int{}, map[string]int{}}
	for _, of := range []struct {
		column string
		count  map[string]int
	}{{"journey_profile_id", uses.Journeys}, {"motor_vehicle_id", uses.Vehicles}} {
		query := s.Read(ctx).Model(&WorkEntry{}).Select(of.column + ", count(*)").Where(of.column + " <> ''").Group(of.column)
		err := eachRow(query, func(row *sql.Rows) error {
			var id string
			var days int
			err := row.Scan(&id, &days)
			of.count[id] = days
			return err
		})
		if err != nil {
			return Uses{}, err
		}
	}
	return uses, nil
}
