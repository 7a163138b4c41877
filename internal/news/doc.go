// Package news tells each person of a farm, once, what the farm needs of them: a
// lease or certificate that expires, paper that asks for somebody, a recall that
// reaches them. On the screen that is Notices.
//
// What is needed is decided below, as on a farm's first page ([today.Service.NeedsOn]).
// A job goes through the farms with people and compares that with what each person
// was told and still holds: what is missing is told, what does not hold any more is
// over, and told anew should it come back.
//
// Two processes may do so at once. The needs are read before the transaction that
// writes, as finding them may take long; so it writes only where nobody else has
// since, and a unique index refuses what a person was told already.
package news
