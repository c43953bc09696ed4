// Package report computes figures from recorded days: what the hours are worth. Its
// functions are pure: they read the types of package models, write nothing, and take the
// time as an argument. Minutes, metres and cents are whole numbers, and days are counted
// in halves, so that no sum depends on its order.
package report
