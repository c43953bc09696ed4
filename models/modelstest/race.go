//go:build race

package modelstest

// RaceDetected tells that the race detector is on, with which programs need several times the
// memory and the processor.
const RaceDetected = true
