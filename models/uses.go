package models

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// usedIn are the columns with the ids of sections.
var usedIn = map[string]string{"journeys": "journey_profile_id", "vehicles": "motor_vehicle_id"}

// Uses are the numbers of days that have a journey or a vehicle, by its section and its id.
type Uses map[string]map[string]int

// Uses returns how many days have each journey and each vehicle.
func (s *Store) Uses(ctx context.Context) (Uses, error) {
	uses := Uses{}
	for section, column := range usedIn {
		uses[section] = map[string]int{}
		err := s.Read(ctx).eachRow(func(row *sql.Rows) error {
			var id string
			var days int
			err := row.Scan(&id, &days)
			uses[section][id] = days
			return err
		}, "SELECT "+column+", count(*) FROM work_entries WHERE "+column+" <> '' GROUP BY "+column)
		if err != nil {
			return nil, err
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
		section       string
		before, after []string
	}{{"journeys", before.Journeys, after.Journeys}, {"vehicles", before.Vehicles, after.Vehicles}} {
		for _, id := range list.before {
			if slices.Contains(list.after, id) {
				continue
			}
			days, isUsed, err := tx.Using(list.section, id)
			if err != nil {
				return err
			}
			if isUsed {
				used = append(used, InUse{list.section, id, days})
			}
		}
	}
	if used == nil {
		return nil
	}
	return used
}

// Using returns how many days have a journey or a vehicle of that id, and whether a day has it or had
// it before a change. Unless a day has it, it reads all that is kept: settings seldom lose what they had.
func (tx *Tx) Using(section, id string) (days int, isUsed bool, err error) {
	column := usedIn[section]
	if column == "" {
		return 0, false, nil
	}
	err = tx.Raw("SELECT count(*) FROM work_entries WHERE "+column+" = ?", id).Scan(&days).Error
	if err != nil || days > 0 {
		return days, days > 0, err
	}
	err = tx.Raw("SELECT EXISTS (SELECT 1 FROM day_states WHERE json_valid(state) AND json_extract(state, '$.entry.' || ?) = ?)", column, id).Scan(&isUsed).Error
	return 0, isUsed, err
}
