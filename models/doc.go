// Package models holds worklog's records and the rules of presence.
//
// # Words
//
//   - Entry ([WorkEntry]): one work day, one per local date. It carries a day
//     type, a journey profile and a motor vehicle.
//   - Slot ([TimeSlot]): an interval of presence that belongs to an entry.
//   - Presence event ([WorkplacePresenceEvent]): an arrival or a departure that
//     the automation sent.
//   - Signal ([Signal]): a presence event to be recorded.
//   - Replay: a signal with the key, event and instant of a recorded one.
//   - Closure ([Closure]): how an arrival stopped being open.
//
// # States of presence
//
// This is the table of the specification's section 3. [Verdict] decides its
// middle rows, [Store.RecordPresence] all of them.
//
//	state          signal      condition                     outcome
//	any            any         key recorded, same request    replay of the first answer
//	any            any         key recorded, other request   ErrKeyReused
//	no arrival     arrival     -                             open arrival
//	open arrival   arrival     -                             ErrArrivalOpen
//	open arrival   departure   strictly later                closed arrival, a slot
//	open arrival   departure   not later                     ErrDepartureNotLater
//	no arrival     departure   -                             ErrNoOpenArrival
//
// A closed arrival stays closed: editing its day unlinks the slot from its events
// but keeps the closure.
//
// # Store
//
// A [Store] is one SQLite file, which package [dbfile] maintains. Every exported
// method that writes is one immediate transaction. Instants are stored in UTC and
// dates as YYYY-MM-DD, both as text that sorts.
package models
