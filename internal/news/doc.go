// Package news tells each person of a farm, once, what the farm needs of them: a
// lease or certificate that expires, paper that asks for somebody, a recall that
// reaches them; and what became of uploads. On the screen that is Notices.
//
// What is needed is decided below, as on a farm's first page ([today.Service.NeedsOn]).
// Beside that they are told of uploads that have ended ([upload.EndedOn]) and of mortality
// above the farm's mark ([report.Service.AboveMark]). A job goes through the farms with
// people and compares that with what each person was told and still holds: what is missing
// is told, what does not hold any more is over, and told anew should it come back. What
// ends an upload or enters a firm into a recall asks for the same at once, for its farm
// ([Service.Soon]).
//
// Two processes may do so at once. The needs are read before the transaction that
// writes, as finding them may take long; so it writes only where nobody else has
// since, and a unique index refuses what a person was told already.
package news
