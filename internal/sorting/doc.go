// Package sorting sorts short lists. The functions of package slices are compiled for each
// type of row again, some twelve kilobytes of program for a list of five rows; here they
// share one. Lists of many thousands of rows are worth package slices.
package sorting
