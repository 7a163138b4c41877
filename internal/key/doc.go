// Package key keeps the keys of farms, by which a farm's own programs call the API.
//
// A key belongs to one farm and has some of the rights that [actor.Rights] lists; the table of
// routes says which routes each opens, and no other route takes a key. A program with one acts in
// the name of whoever made the key, whose own rights are read at every call: so a key is never
// wider than its maker. It ends once they are inactive, gone, without the farm or without the role that
// its rights need; that is in the audit trail, and the farm's managers are notified.
//
// Its token is shown once and stored as a digest. A key is never changed, only ended; what was
// made and ended is in the audit trail. docs/decisions/0021-keys-of-a-farm.md says why.
package key
