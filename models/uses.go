package models

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
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

// InUse is a journey or a vehicle that days have.
type InUse struct {
	Section, ID string // of the configuration, such as "vehicles" and "clio"
	Days        int    // 0 if only what a day was before a change has it
}

// InUseError is the error of rules that lack what days have.
type InUseError []InUse

func (e InUseError) Error() string {
	var names []string
	for _, lost := range e {
		names = append(names, lost.Section+"."+lost.ID)
	}
	return "in use: " + strings.Join(names, ", ")
}

// RequireUsed is [Tx.RequireUsed] of what is stored now.
func (s *Store) RequireUsed(ctx context.Context, before, after Rules) error {
	return s.Read(ctx).RequireUsed(before, after)
}

// RequireUsed returns an [InUseError] if days, or their kept states, have a journey or a vehicle of
// some rules that others lack.
func (tx *Tx) RequireUsed(before, after Rules) error {
	var used InUseError
	for _, list := range []struct {
		section, column string
		before, after   []string
	}{
		{"journeys", "journey_profile_id", before.Journeys, after.Journeys},
		{"vehicles", "motor_vehicle_id", before.Vehicles, after.Vehicles},
	} {
		for _, id := range list.before {
			if slices.Contains(list.after, id) {
				continue
			}
			lost, kept := InUse{Section: list.section, ID: id}, false
			err := tx.Raw("SELECT count(*) FROM work_entries WHERE "+list.column+" = ?", id).Scan(&lost.Days).Error
			if err == nil && lost.Days == 0 {
				kept, err = tx.isKept(list.column, id)
			}
			if err != nil {
				return err
			}
			if lost.Days > 0 || kept {
				used = append(used, lost)
			}
		}
	}
	if used == nil {
		return nil
	}
	return used
}

// isKept reports whether what a day was before a change has an id in a column. It reads all that
// is kept: settings seldom lose what they had.
func (tx *Tx) isKept(column, id string) (kept bool, err error) {
	err = tx.Raw("SELECT EXISTS (SELECT 1 FROM day_states WHERE json_valid(state) AND json_extract(state, '$.entry.' || ?) = ?)", column, id).Scan(&kept).Error
	return kept, err
}

// IsUsed reports whether a day, or what one was before a change, has a journey or a vehicle of that
// id.
func (tx *Tx) IsUsed(section, id string) (bool, error) {
	var rules Rules
	switch section {
	case "journeys":
		rules.Journeys = []string{id}
	case "vehicles":
		rules.Vehicles = []string{id}
	}
	err := tx.RequireUsed(rules, Rules{})
	if used := InUseError(nil); errors.As(err, &used) {
		return true, nil
	}
	return false, err
}
