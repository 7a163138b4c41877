// Package timezone has the rules of the world's time zones, which governments change at short notice.
//
// [Load] returns a zone from the newer of two tables: the one of this host and the one in the program
// (zones.zip, packed by make timezones). A host's table that is updated is used within a minute.
//
// It imports nothing of ours. Nothing else loads time zones: time.LoadLocation has other tables.
package timezone
