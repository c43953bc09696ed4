// Package report computes figures from recorded days: hours, counters, rests, travel costs and
// pay. It reads what it needs from the store and writes nothing; the time is an argument. Minutes,
// metres and cents are whole numbers, and days in hundredths, so that no sum depends on its order.
package report
