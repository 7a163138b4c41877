// Package reporttest has the farms that the tests of reports, of the columns and
// of exports share.
package reporttest
