// Package civil has dates, instants and what the clock of a time zone shows: time as the
// record knows it, without anything of a working day.
//
//   - [Date]: a date of the calendar, without a zone.
//   - [Instant]: a point in time, in UTC, to the nanosecond.
//   - [WallTime]: the reading of a clock, to the minute. In autumn two instants have the same,
//     in spring some have none: see [InstantsAt].
//
// A date and an instant are stored as text that sorts. Text that is neither is kept as it was
// read, so that one odd value is no error of all that is read with it.
package civil
