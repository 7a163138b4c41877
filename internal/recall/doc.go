// Package recall keeps the book of each recall: what is recalled and why, whom it
// reaches, who was told and said so, and what came back.
//
// A recall is declared from a [scope.Choice] after its reach was looked at ([Service.Preview]);
// the yes names what was seen, and is asked anew when that has changed meanwhile. From the
// commit on every page that it reaches shows it (package reach). A job then enters the firms
// and the consignees that it reaches, with what was shipped to each ([Service.follow]),
// and mails each of them once; it runs again every minute, so that whoever is reached later
// is told then. What is reached is reckoned by reading, and a write looks whether that still
// holds ([Service.writeReckoned]). A mail has a link that acknowledges it without an account; a mail scanner
// that opens it acknowledges nothing.
//
// For every consignee and tag, shipped = returned + destroyed + sold + unaccounted. What
// was shipped is copied from the shipments, the next three are entries, only ever added,
// and what is unaccounted is never stored. A wrong entry is taken back by another.
//
// A drill is the same, marked in every mail, and unknown to package reach: no public page
// shows it. Its mails go to the people of the firms and never to consignees; a farm's own
// drill ends at the farm.
//
// Declaring, correcting and ending take the permission recall. A farm's people see their
// own part: their firm and those whom it shipped to. Nothing is ever removed, and no table
// here refers to a farm. docs/recalls.md is for who is called at night.
package recall
