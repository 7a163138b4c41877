// Package sqldb is the only package that depends on which database engine runs.
//
// [Open] takes a URL, "sqlite:///path/to/file.db" or "postgres://…", and gives
// a [DB] on which every statement is written once, in SQL that both engines
// accept, with numbered parameters ($1, $2, …). [DB.Read] and [DB.Write] run a
// closure in a transaction; a write is serialised (one writer connection and
// BEGIN IMMEDIATE on SQLite, SERIALIZABLE on PostgreSQL) and is retried when
// the engine asks for it, so a closure must be safe to run more than once and
// must not reach outside the database. Writers of SQLite who wait share a commit
// (share.go), and none waits for a checkpoint (checkpoints.go); PostgreSQL is
// told when a table has grown (growth.go). [DB.WriteTo] makes writers of the
// same rows take turns. [One] and [All] scan rows. Driver errors come back as
// faults of package fault; a server that is lost, stuck or read-only is an
// Unavailable fault that says so, and a file that is gone ends the program
// ([DB.Failed]).
//
// Migrations live in the migrations folder, one text for both engines, applied
// in order under a lock by [DB.Migrate].
//
// Conventions of the schema: instants are BIGINT Unix milliseconds, calendar
// days integer days since 1970-01-01, money integer cents, animal sizes tenths
// of a millimetre, ids 24 hex digits made by [NewID], which sort in the order of
// creation. Every farm-scoped key begins with farm_id.
package sqldb
