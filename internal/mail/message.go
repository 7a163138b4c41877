package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// Message is a mail to be written.
type Message struct {
	To        string    // one bare address
	Purpose   Purpose   // decides what it is sent before
	Template  string    // name of a template, such as "reset"
	Data      any       // what the template names, as fields of a struct or keys of a map
	ExpiresAt time.Time // not sent from then on, but counted as failed; zero for a mail that does not expire
	Files     []File    // that are attached
	// Stop is the link that stops mails of this sort, which mail programs show beside the
	// sender (RFC 8058); empty where nothing does. A POST to it must stop them at once.
	Stop string
	// Key names the mail: of those with the same key one is sent, and no other
	// for a week after. Where it is empty, every call sends a mail.
	Key string
}

// File is an attachment. Its content is read when the mail is sent, so that it
// does not pass through the jobs.
type File struct {
	Name        string // that the receiver sees
	ContentType string
	Stored      string // under which name Options.Open finds it
	// Inline is a small picture that the HTML shows as "cid:" and its name; it passes through the job.
	Inline  []byte `json:",omitempty"`
	content []byte
}

// Letter is a finished mail as a job carries it. Sent again, it is the same
// down to its Message-ID.
type Letter struct {
	ID        string // becomes the Message-ID, with the sender's domain
	From      string
	To        string
	Subject   string
	Text      string
	HTML      string
	Files     []File `json:",omitempty"`
	Stop      string `json:",omitempty"`
	WrittenAt int64  // Unix ms
	ExpiresAt int64  // Unix ms, 0 for never
}

// Sender hands a letter on. An error is tried again unless it is jobs.Permanent;
// jobs.Outage says that no letter can be sent now.
type Sender interface {
	Send(ctx context.Context, l Letter) error
}

// Options set up a mailer.
type Options struct {
	From    string           // sender of all mail: "Merroir <noreply@merroir.example>"
	Product string           // the product's name in the texts
	Now     func() time.Time // time.Now when nil
	// Open opens a stored file that is to be attached; a NotFound fault when it
	// is not there any more. nil where no mail has attachments.
	Open func(ctx context.Context, stored string) (io.ReadCloser, error)
}

// Mailer writes mails and sends them by jobs.
type Mailer struct {
	queue   *jobs.Queue
	sender  Sender
	from    string
	product string
	now     func() time.Time
	open    func(context.Context, string) (io.ReadCloser, error)
}

// New makes a mailer and sets its job on the queue. The error says what is
// wrong with the sender's address.
func New(queue *jobs.Queue, sender Sender, o Options) (*Mailer, error) {
	from, err := netmail.ParseAddress(o.From)
	if err != nil || hasControl(o.From) {
		return nil, fmt.Errorf("%q is not a sender of mail: it must look like Merroir <noreply@merroir.example>", o.From)
	}
	m := &Mailer{queue: queue, sender: sender, from: from.String(), product: o.Product, now: o.Now, open: o.Open}
	if m.now == nil {
		m.now = time.Now
	}
	for rank, p := range Purposes {
		jobs.Handle(queue, p.Job(), m.deliver, jobs.Rank(rank), jobs.AtOnce(sendAtOnce), jobs.PerLane(sendPerDomain),
			jobs.SlowAfter(slowAfter, slowAtOnce))
	}
	return m, nil
}

// Send writes the mails now and sends them after the commit. An address that is
// none is an Invalid fault; a template that does not fit its data is an error.
func (m *Mailer) Send(ctx context.Context, tx *sqldb.Tx, messages ...Message) error {
	byPurpose := map[Purpose][]jobs.Task{}
	for _, message := range messages {
		l, err := m.write(message)
		if err != nil {
			return err
		}
		task := jobs.Task{Args: l, Options: []jobs.Option{jobs.Lane(domainOf(l.To))}}
		if message.Key != "" {
			task.Options = append(task.Options, jobs.Unique(keyPrefix+message.Key))
		}
		byPurpose[message.Purpose] = append(byPurpose[message.Purpose], task)
	}

	for p, tasks := range byPurpose {
		if err := m.queue.EnqueueAll(ctx, tx, p.Job(), tasks); err != nil {
			return fmt.Errorf("enqueue mail: %w", err)
		}
	}
	return nil
}

// SendNow writes a mail and sends it at once, without a job. The error says what the mail server answered.
func (m *Mailer) SendNow(ctx context.Context, message Message) error {
	l, err := m.write(message)
	if err != nil {
		return err
	}
	return m.sender.Send(ctx, l)
}

func (m *Mailer) write(message Message) (Letter, error) {
	if !IsAddress(message.To) {
		return Letter{}, fault.New(fault.Invalid, "That is not an email address.")
	}
	text, err := render(message.Template, m.product, message.Data)
	if err != nil {
		return Letter{}, fmt.Errorf("mail %q: %w", message.Template, err)
	}
	if text.subject == "" {
		return Letter{}, fmt.Errorf("mail %q has no subject", message.Template)
	}
	l := Letter{
		ID: sqldb.NewID(), From: m.from, To: message.To,
		Subject: text.subject, Text: text.text, HTML: text.html, Files: message.Files, Stop: message.Stop, WrittenAt: sqldb.Millis(m.now()),
	}
	if !message.ExpiresAt.IsZero() {
		l.ExpiresAt = sqldb.Millis(message.ExpiresAt)
	}
	return l, nil
}

// deliver is the job. The address is left out of the log, it is a person's.
func (m *Mailer) deliver(ctx context.Context, l Letter) error {
	if l.ExpiresAt != 0 && sqldb.Millis(m.now()) >= l.ExpiresAt {
		return jobs.Permanent(errExpired)
	}
	for i := range l.Files {
		if err := m.read(ctx, &l.Files[i]); err != nil {
			return err
		}
	}
	return m.sender.Send(ctx, l)
}

// errExpired fails the job, so that Work, System counts the email as failed.
var errExpired = errors.New("the email expired before it could be sent")

func (m *Mailer) read(ctx context.Context, f *File) error {
	if f.Inline != nil {
		return nil
	}
	stored, err := m.open(ctx, f.Stored)
	if fault.Is(err, fault.NotFound) {
		return jobs.Permanent(fmt.Errorf("the attachment %s is gone: %w", f.Stored, err))
	}
	if err != nil {
		return err
	}
	f.content, err = io.ReadAll(stored)
	return errors.Join(err, stored.Close())
}

// IsAddress reports whether s is one bare address: no name, no second address,
// nothing that could end a header or an SMTP command.
func IsAddress(s string) bool {
	const longest = 254 // RFC 5321
	a, err := netmail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= longest && !hasControl(s)
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// Ends says what became of the mails with these keys, those that are not known any
// more left out: nothing yet, taken by the server, or given up.
func (m *Mailer) Ends(ctx context.Context, tx *sqldb.Tx, keys []string) (map[string]End, error) {
	jobKeys := make([]string, len(keys))
	for i, key := range keys {
		jobKeys[i] = keyPrefix + key
	}
	found, err := m.queue.ByKey(ctx, tx, jobKeys)
	ends := map[string]End{}
	for key, j := range found {
		ends[strings.TrimPrefix(key, keyPrefix)] = End{Sent: j.State == "done", Failed: j.State == "failed", At: j.EndedAt, Trouble: j.LastError}
	}
	return ends, err
}

const keyPrefix = "mail.send:"

// End is what became of a mail.
type End struct {
	Sent, Failed bool   // neither while it waits
	At           *int64 // since when, Unix milliseconds
	Trouble      string // why the last try failed
}
