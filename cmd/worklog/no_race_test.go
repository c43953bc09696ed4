//go:build !race

package main_test

const raceDetected = false
