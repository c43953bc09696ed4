// Package models holds worklog's records and the rules of presence.
//
// # Words
//
//   - Entry ([WorkEntry]): one work day, one per local date. It carries a day
//     type, a journey profile and a motor vehicle.
//   - Slot ([TimeSlot]): an interval of presence that belongs to an entry.
//   - Origin ([Origin]): where the hours of a slot come from.
//   - Presence event ([WorkplacePresenceEvent]): an arrival or a departure that
//     the automation sent.
//   - Signal ([Signal]): a presence event to be recorded.
//   - Replay: a signal with the key, event and instant of a recorded one.
//   - Closure ([Closure]): how an arrival stopped being open.
//   - Rules ([Rules]): what the configuration decides about days.
//   - Day ([Day]): an entry with its slots. It is ignored if there is nothing on it but an
//     arrival that a person has discarded.
//   - Change ([Change]): what a person has done to one or several days at once. It can be
//     taken back.
//   - State ([DayState]): what a day of a change was before it. A person can bring it back.
//   - Refused event ([RefusedEvent]): a signal that the rules of presence refused, kept
//     until it is recorded after all or dismissed.
//   - Review (in package review): what can be made of the refused events now. A part is a slot
//     that is two days.
//   - Doubt (in package review): a day, or several in a row, that a person should look at.
//   - Preview: what a range or an import would do, as days with an effect ([PreviewDay]).
//   - Standing (in package report): the hours of today and of the week, and the balance.
//   - Door ([Door]): a way in, for other programs or for a person.
//   - Step: a method of [Tx], of which operations are made.
//
// # States of presence
//
// This is the table of the specification's section 3. [Verdict] decides its
// middle rows, presence.Record all of them.
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
// A [Store] is one SQLite file, which package [dbfile] maintains. Instants are stored in UTC and
// dates as YYYY-MM-DD, both as text that sorts.
//
// What is done to the record is done by the packages in folders of this one: presence, days,
// history, review, imports, journal. An operation is one immediate transaction ([Store.Write], or for what
// a person can take back [Store.Change]) made of steps, the methods of [Tx]. GORM reads and
// writes single records, SQL sets of them. The models declare the schema's foreign keys as
// relations, read-only ("->"): writing a record writes no related one.
package models
