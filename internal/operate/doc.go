// Package operate is for whoever keeps the product running: it says what runs and
// whether its backups are good, shows the jobs, retries those that failed, and gives
// up those that nobody needs any more.
//
// Only root may, on the screen and on the command line, and what is done is
// recorded in the audit trail. The arguments of a job are never shown: those of a
// mail are the mail itself, with links that work.
//
// It imports jobs and audit.
package operate
