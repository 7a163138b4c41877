// Package dbtest gives a test a fresh, migrated database of its own on each
// engine. SQLite is a copy of a migrated file; PostgreSQL is a copy of a
// migrated template database on the server that MERROIR_TEST_POSTGRES names
// (scripts/with-postgres starts a throwaway one), or one that another test had
// before, emptied; where that was a test of the same process, its sessions too.
// [Counted] counts the statements that are run, for tests of what must take
// equally long; [Line] is a way to the server that hangs or breaks; [EachKilled]
// kills a process that works on such a database. Only tests import it.
package dbtest
