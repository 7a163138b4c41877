// Package operate is for whoever keeps the product running: it shows the jobs,
// tries those again that failed, and gives up those that nobody needs any more.
//
// Only root may, on the screen as on the command line, and what is done stands
// in the audit trail. What a job was told is never shown: that of a mail is the
// mail itself, with links that are good.
//
// It imports jobs and audit.
package operate
