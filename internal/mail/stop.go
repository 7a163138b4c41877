package mail

// Stoppable is what the page behind a link in a mail shows of the mails that it stops.
type Stoppable struct {
	Title   string
	Note    string // when they come, and what becomes of them once they are stopped
	Stopped bool
}
