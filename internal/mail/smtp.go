package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/merroir/merroir/internal/jobs"
)

const (
	smtpTimeout  = 30 * time.Second
	authRequired = 530 // RFC 4954: the server wants a password before it takes anything
	sendAtOnce   = 4   // letters, each over a connection of its own
)

// SMTP sends over a mail server.
type SMTP struct {
	client *gomail.Client
}

// NewSMTP reads smtp://user:password@host:587 (the connection is encrypted with
// STARTTLS or not used), smtps://… (encrypted from the start), or, for a server
// on the same machine, smtp://localhost:25?tls=off. It does not connect.
func NewSMTP(rawURL string) (*SMTP, error) { return newSMTP(rawURL, smtpTimeout) }

func newSMTP(rawURL string, timeout time.Duration) (*SMTP, error) {
	u, err := url.Parse(rawURL)
	// The URL itself may hold a password, so no error repeats it.
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the mail server's address must look like smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	options := []gomail.Option{gomail.WithTimeout(timeout)}
	switch tls := u.Query().Get("tls"); {
	case tls != "" && tls != "off":
		return nil, errors.New("the mail server's address may end with tls=off, or say nothing about tls")
	case u.Scheme == "smtps":
		options = append(options, gomail.WithSSL(), gomail.WithPort(465))
	case tls == "off":
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
	return &SMTP{client}, nil
}

// Send gives the letter to the server, within about half a minute. What the
// server says of the receiver or the letter is this letter's failure. That it
// cannot be reached, takes no password of ours or nothing from our sender is an
// outage: it would be so for any letter, until somebody corrects the settings.
func (s *SMTP) Send(ctx context.Context, l Letter) error {
	msg, err := compose(l)
	if err != nil {
		return jobs.Permanent(err)
	}
	err = s.client.DialAndSendWithContext(ctx, msg)
	if err == nil || msg.IsDelivered() {
		return nil // what goes wrong after the server took it, as a lost QUIT, is no reason to send it twice
	}
	if ctx.Err() != nil { // we stopped it ourselves
		return err
	}
	var refused *gomail.SendError
	if !errors.As(err, &refused) || refused.Reason == gomail.ErrConnCheck || refused.Reason == gomail.ErrSMTPMailFrom || refused.ErrorCode() == authRequired {
		return jobs.Outage(err)
	}
	if refused.ErrorCode() >= 500 {
		return jobs.Permanent(err)
	}
	return err
}
