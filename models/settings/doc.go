// Package settings has what a person sets: one document with its versions, in the database.
package settings
