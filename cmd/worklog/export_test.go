package main

import "os"

// Main is main, for the test binary to run as the program, with another file as the
// configuration of the system.
func Main() { execute(os.Getenv("WORKLOG_TEST_SYSTEM_CONFIG")) }
