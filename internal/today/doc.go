// Package today says how a farm is and what it needs of its people: the first
// page of a farm, and of each farm in its manager's list.
//
// What is urgent is decided where it is known: packages farm, tag, paper and
// billing each give what of theirs asks for somebody ([farm.EndingOn],
// [reach.Service.OpenRecalls], [paper.WantingOn], [billing.UnpaidOn]), for several farms by
// one or two statements. This package puts these into one order ([Need]), and adds
// what lives where (package ledger) and how that came about (package report).
//
// Whoever may look at a farm may ask; what one may not see, such as what is owed,
// is left out. Nothing is stored here.
package today
