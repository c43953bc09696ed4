// Package figures turns the figures of models/report into what pages show: French words,
// links and pictures. It reads no request and no database.
package figures
