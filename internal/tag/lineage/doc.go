// Package lineage keeps in memory which tag was made of which, in all firms, and which
// of them recalls name: what was made of some tags, what a tag was made of and whether a
// recall in force reaches it are walks over arrays, without a read of the database.
//
// A [Graph] is brought up to what a transaction sees ([Graph.Sync]) by the counters that
// whoever writes counts up: the generation of each firm's tags, of recalls, and the
// versions of firms. It only grows, as tags and what they were made of are never taken
// away, so a transaction that is older than the graph finds more in it, never less.
// What a transaction has written itself is not in it before it has committed.
//
// Of each tag it knows when anything last changed that the tag's page may show
// ([Graph.Version]): whoever enters a change walks to all that was made of what changed,
// so that who asks for a page walks nowhere.
//
// It remembers which tags came last ([Graph.Since]), so that what was reckoned from it a moment
// ago need not be reckoned anew.
//
// Beside each tag it keeps a record of bytes, of a version of the tag ([Graph.Keep]): what it
// holds is package tag's.
//
// A million tags with one and a half parents each take some eighty megabytes
// ([Graph.Bytes]), and seconds to read, once in a process.
package lineage
