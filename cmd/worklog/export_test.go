package main

import (
	"os"
	"time"
)

// Main is main, for the test binary to run as the program, with another file as the
// configuration of the system.
func Main() { execute(os.Getenv("WORKLOG_TEST_SYSTEM_CONFIG")) }

// WatchdogInterval is how often systemd is told that the program works, by the environment.
func WatchdogInterval() time.Duration { return newSupervisor(nil).interval }
