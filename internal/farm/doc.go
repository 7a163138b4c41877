// Package farm keeps the farms and distributors, their growing areas (leases)
// and the links that say which users may see which farm.
//
// [Require] is the gate that every farm-scoped use case of any package calls
// first, in its own transaction: staff and those who keep the records of farms
// pass, a farm manager passes for linked farms, and for anyone else the farm does
// not exist.
//
// A record is changed in one place, Service.edit: the fields that a form sends
// are laid over the stored ones and the whole is checked, so nobody's change is
// taken back unseen, and an editor who names an older version is told. What the
// tag page shows, the shipping address, the features and the photo ([Photos],
// whose files package blob keeps) are forms of the same record and increment the
// same version, by which package tag knows that a page is out of date.
//
// A growing area with animals in it cannot go; one with a history can only end,
// and stays in reports. A package that stores something about farms gives a
// [Keeper], which app sets: what grows where, and how it is counted, cleaned and
// deleted. A clean or a delete first hides the data, in one short transaction
// that also closes the gate; then it is removed in pieces, by the call or by a
// job, also after a crash (emptying.go). Tags and recalls are never removed.
//
// The list of all farms is sorted and searched in memory (directory.go), because
// neither engine sorts names as people do, nor finds a part of a name among many
// fast enough. Making, renaming or deleting a farm is noted in farm_list.
package farm
