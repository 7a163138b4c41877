// Package audit keeps the trail of who did what to which user, group, farm,
// invoice or recall, when and from where.
//
// A use case calls [Record] in the transaction that does the work, so that the
// trail holds what was done and nothing else. Rows are never changed or removed
// and refer to nothing: they carry the names of their time. No password, key or
// token ever goes into them. [Service] shows them to those who may see all
// users. Any package that imports it may record; it imports no feature.
package audit
