// Package app puts the program together: the settings, the one table of routes
// ([App.routes]), the wiring of the features, the question which database may be
// a demo, and starting and stopping in the right order. The command and the tests
// run the same [App].
//
// It comes last in the order of packages: it imports every other and none imports it.
package app
