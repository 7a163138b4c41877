package mail

import (
	"cmp"
	"strings"
	"time"
)

// Purpose says what a mail is for. Each purpose has its own jobs and its own connections to the
// mail server, so that no mail waits for those of another purpose. It is the kind of its jobs.
type Purpose string

// The purposes.
const (
	Recall     Purpose = "mail.recall" // notices of a recall that is not a drill
	Reset      Purpose = "mail.reset"  // of a password
	Invitation Purpose = "mail.invitation"
	Other      Purpose = ""
)

// Purposes are all purposes in the order in which their mails are claimed.
var Purposes = []Purpose{Recall, Reset, Invitation, Other}

const (
	sendAtOnce    = 3               // mails of a purpose, each over a connection of its own
	sendPerDomain = 2               // of them, those to one domain
	slowAfter     = 3 * time.Second // then another mail of the purpose may start
	slowAtOnce    = 8               // slow mails of a purpose beside those
)

// Job returns the kind of the jobs that send mails of the purpose.
func (p Purpose) Job() string {
	return cmp.Or(string(p), "mail.send")
}

// domainOf returns the domain of an address in lower case.
func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndex(address, "@")+1:])
}
