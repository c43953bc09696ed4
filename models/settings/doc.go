// Package settings has what a person sets: one document with its versions, in the database,
// and what differs between two of them.
package settings
