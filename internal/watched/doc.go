// Command watched names the tests that the race detector watches, from the text of
// the tests: nothing needs to be marked, so nothing can be forgotten.
//
// The detector sees a race where two goroutines are at work at once and nowhere
// else, and makes what it watches take three times as long. So a test is watched
// when its own text, or what it comes to by name in the text of its package, tests
// and code alike, begins a goroutine. Names are all that is looked at, so that
// some tests are watched that need not be; what New and a table of routes put
// together does not count, or everything would. Every package that shares
// something between goroutines must have such a test. A file of tests
// with //go:build !race is not watched.
//
//	go run ./internal/watched why       // each watched test, and the way to where it begins a goroutine
//	go run ./internal/watched packages  // their packages
//	go run ./internal/watched run       // the pattern for go test -run
//	go run ./internal/watched skip      // the pattern for go test -skip of those that need not run without the detector
package main
