// Package news tells each person of a farm, once, what the farm needs of them: a
// lease or certificate that expires, paper that asks for somebody, a recall that
// reaches them; and what became of uploads. On the screen that is Notices.
//
// What is needed is decided below, as on a farm's first page ([today.Service.NeedsOn]).
// Beside that they are told of uploads that have ended ([upload.EndedOn]) and of mortality
// above the farm's mark ([report.Service.AboveMark]). A job goes through the farms with
// people and compares that with what each person was told and still holds: what is missing
// is told, what does not hold any more is over, and told anew should it come back. Mortality
// and uploads rest for a week first: what comes back by then goes on and is not told again, so
// that a rate around the mark, or an earlier release beside this one that does not know the
// kind, makes no noise. What
// ends an upload or enters a firm into a recall asks for the same at once, for its farm
// ([Service.Soon]).
//
// What somebody is told is mailed by the transaction that notes it, one mail per person, farm
// and kind. Each of these can be switched off, on the page and by mail ([Switch]), the mail
// also by the link in it ([Service.Stop]): the page leaves out what was told meanwhile only for
// as long as it is off. An earlier release beside this one tells without mail.
//
// On Monday morning, on the farm's clock, each of its people is mailed the numbers of their
// dashboard ([Service.Weeks]): one row for each of them says up to which Monday that is done, and
// who moves it on sends the mail in the same transaction.
//
// Two processes may do so at once. The needs are read before the transaction that
// writes, as finding them may take long; so it writes only where nobody else has
// since, and a unique index refuses what a person was told already.
package news
