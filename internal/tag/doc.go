// Package tag keeps the harvest tags that people scan, what each was made from, and
// what the public sees of them.
//
// A tag belongs to a farm or distributor and states [Fields]; its [Item]
// overrides them. It can have many parents, the tags of what it was made from.
// Parents are added and never taken away, and a tag is never its own ancestor,
// so that a recall of a tag reaches everything made from it, at any depth. A
// recall ends when staff lift it. While several are in force, the party of the
// oldest is shown.
//
// [Service.Public] is the read model of the public page. It reads named columns
// only, and lists inside a farm's JSON field by field, so that nothing private
// (owner, email, users, invoices) can reach it. [Service.Version] changes with
// everything the page shows, and costs no read of the database as long as the process
// knows that nothing has changed (watch.go). What tags state is kept in memory as well (facts.go).
//
// The page has room for one parent, rootTag: the parent; of several, the one
// harvested (or processed) first, those without a date last, then by id. A
// distributor that names no growers shows those of the tags at the beginning of
// the lineage.
//
// Tags and recalls outlive everything. No table here refers to farms, there is
// no way to delete, and every version of a tag is kept. What the page shows of
// a farm is kept aside whenever one of its tags is written, and once more by
// [Service.KeepFarm], which whoever deletes a farm calls first, in the same
// transaction. A farm that is gone is shown as it was then.
//
// Neighbours: what tags stand for is package stock's, who makes them package event, and
// who recalls them package reach, whose tables are only read here. farm is the gate for
// writing and owns the table farms, which is only read here; package site renders the
// page from Public and Version.
package tag
