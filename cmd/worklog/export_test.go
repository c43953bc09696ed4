package main

// Main is main, for the test binary to run as the program.
var Main = main
