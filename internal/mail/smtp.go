package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/merroir/merroir/internal/jobs"
)

const (
	smtpTimeout     = 30 * time.Second // for each of: reaching the server, its answer to a retried receiver, the content
	receiverTimeout = 10 * time.Second // for its answer to a receiver at the first try
	authRequired    = 530              // RFC 4954: the server wants a password before it takes anything
)

// SMTP sends over a mail server.
type SMTP struct {
	client  *gomail.Client
	quick   *gomail.Client // the same with a shorter timeout, for the first try of a mail
	timeout time.Duration
}

// NewSMTP parses smtp://user:password@host:587, where STARTTLS must encrypt the connection before anything is sent,
// smtps://user:password@host:465, which is encrypted from the start, or smtp://localhost:25?tls=off, for a relay on
// the same machine. The parameter tls says the same in words: starttls, tls or off. It does not connect.
func NewSMTP(rawURL string) (*SMTP, error) { return newSMTP(rawURL, smtpTimeout, receiverTimeout) }

func newSMTP(rawURL string, timeout, quick time.Duration) (*SMTP, error) {
	client, err := newClient(rawURL, timeout)
	if err != nil {
		return nil, err
	}
	first, err := newClient(rawURL, quick)
	return &SMTP{client, first, timeout}, err
}

func newClient(rawURL string, timeout time.Duration) (*gomail.Client, error) {
	u, err := url.Parse(rawURL)
	// The URL itself may hold a password, so no error repeats it.
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the mail server's address must look like smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	options := []gomail.Option{gomail.WithTimeout(timeout)}
	mode := u.Query().Get("tls")
	if mode == "" && u.Scheme == "smtps" {
		mode = "tls"
	}
	switch {
	case mode != "" && mode != "starttls" && mode != "tls" && mode != "off":
		return nil, errors.New("the mail server's address may end with ?tls=starttls, ?tls=tls or ?tls=off")
	case u.Scheme == "smtps" && mode != "tls":
		return nil, errors.New("the mail server's address begins with smtps://, which is ?tls=tls, and asks for another tls")
	case mode == "tls":
		options = append(options, gomail.WithSSL(), gomail.WithPort(465))
	case mode == "off":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS), gomail.WithPort(25))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithPort(587))
	}
	if text := u.Port(); text != "" {
		port, err := strconv.Atoi(text)
		if err != nil {
			return nil, errors.New("the port of the mail server's address is not a number")
		}
		options = append(options, gomail.WithPort(port))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("the mail server's address: %w", err)
	}
	return client, nil
}

// Send gives the letter to the server. What the server says of the receiver or the letter
// is this letter's failure. That it cannot be reached, takes no password of ours or nothing
// from our sender is an outage: it would be so for any letter, until somebody corrects the
// settings.
func (s *SMTP) Send(ctx context.Context, l Letter) error {
	var patience content
	msg, err := compose(l, gomail.WithMiddleware(&patience))
	if err != nil {
		return jobs.Permanent(err)
	}

	err = s.converse(ctx, msg, &patience)
	if err == nil || msg.IsDelivered() {
		return nil // what goes wrong after the server took it, as a lost QUIT, is no reason to send it twice
	}
	if ctx.Err() != nil { // we stopped it ourselves
		return err
	}
	err = explain(err)
	var refused *gomail.SendError
	if !errors.As(err, &refused) || refused.Reason == gomail.ErrConnCheck || refused.Reason == gomail.ErrSMTPMailFrom || refused.ErrorCode() == authRequired {
		return jobs.Outage(err)
	}
	if refused.ErrorCode() >= 500 {
		return jobs.Permanent(err)
	}
	return err
}

// converse opens a connection and sends the mail over it. At the first try a server that is silent
// about the receiver is left soon; a retry waits for it as long as for anything else.
func (s *SMTP) converse(ctx context.Context, msg *gomail.Msg, patience *content) error {
	conn, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("connect to the mail server: %w", err)
	}

	defer func() { _ = conn.Close() }() // QUIT leaves it open if the server is silent

	patience.begin = func() error { return conn.UpdateDeadline(s.timeout) }
	sender := s.quick
	if jobs.Attempt(ctx) > 1 {
		sender = s.client
	}
	err = sender.SendWithSMTPClient(conn, msg)
	return errors.Join(err, s.client.CloseWithSMTPClient(conn))
}

// content extends the deadline of a connection when the server has accepted the receiver and the
// content begins.
type content struct{ begin func() error }

// Type returns the name under which go-mail knows it.
func (*content) Type() gomail.MiddlewareType { return "deadline" }

// Handle is called when the content is about to be written. If the deadline cannot be moved, the
// connection is closed and writing reports it.
func (c *content) Handle(msg *gomail.Msg) *gomail.Msg {
	_ = c.begin()
	return msg
}

// explain adds what to do to errors that the settings cause.
func explain(err error) error {
	switch text := err.Error(); {
	case strings.Contains(text, "does not support STARTTLS"):
		return fmt.Errorf("the mail server does not offer STARTTLS; set MERROIR_SMTP_URL to smtps://… if it encrypts from the start, "+
			"or add ?tls=off if it is a relay on this machine: %w", err)
	case strings.Contains(text, "first record does not look like a TLS handshake"):
		return fmt.Errorf("the mail server does not encrypt from the start; set MERROIR_SMTP_URL to smtp://… for STARTTLS: %w", err)
	}
	return err
}
