// Package pagecache gives every connection to SQLite pages of its own.
//
// SQLite, as it is compiled for Go, keeps the pages of all connections in one list with one lock. A
// connection that finds that another has committed drops what it kept, and while it hands thousands
// of pages back to the system, all others wait for the lock: 200 to 1,200 ms beside a large recall.
// Here no connection waits for another, and memory is kept to be used again.
//
// Whoever imports it has it, for all connections of the process; it must be imported before the first
// is opened. It says nothing: all that goes wrong is that memory is short, which SQLite tells.
//
// Source: https://sqlite.org/c3ref/pcache_methods2.html.
package pagecache
