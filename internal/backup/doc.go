// Package backup keeps all that cannot be made again in one file, and puts it
// back: the database, the files that it names, the settings, and, where the backup is encrypted,
// the key of second factors and what is secret of the settings.
//
// A backup is a tar archive, compressed, and encrypted with a passphrase where
// one is set (the age format, so that other programs can open it too). Its first
// entry says what it is of, its last has the SHA-256 of every other; one whose
// end is missing, or that was changed, is refused as a whole before anything is
// replaced. What is not encrypted yet, or not any more, lies in the data folder alone, and [Sweep] deletes what
// a killed process left of it. [Take] works while the server runs and writes. [Restore] puts what is
// there aside and never overwrites it.
//
// Which files a database names is told by who asks, so that this package stands
// below the features.
package backup
