// Package tag keeps the harvest tags that people scan, what each was made from,
// and the recalls.
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
// everything the page shows. It is remembered, and costs no read of the database as
// long as the process knows that nothing of it has changed (watch.go).
//
// What is recalled is a [Choice], which a recall in force keeps: a tag that it means
// and that is made later is recalled in the transaction that makes it. [Service.Reach]
// says what a choice would reach.
//
// The page has room for one parent, rootTag: the parent; of several, the one
// harvested (or processed) first, those without a date last, then by id. A
// distributor that names no growers shows those of the tags at the beginning of
// the lineage.
//
// A firm says what it did with its tags by events ([Service.Take]): harvest, receive,
// ship, wet storage, icing, retag, split, commingle. A batch is loaded, decided in
// memory (decide.go), and stored. A tag states a quantity and keeps what is left of
// it; a harvest tag takes from what the farm's book has as harvested, and copies it.
// docs/decisions/0013 has the model.
//
// Tags and recalls outlive everything. No table here refers to farms, there is
// no way to delete, and every version of a tag is kept. What the page shows of
// a farm is kept aside whenever one of its tags is written, and once more by
// [Service.KeepFarm], which whoever deletes a farm calls first, in the same
// transaction. A farm that is gone is shown as it was then.
//
// Neighbours: farm is the gate for writing and owns the table farms, which is
// only read here; package site renders the page from Public and Version.
package tag
