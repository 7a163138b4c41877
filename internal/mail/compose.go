package mail

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// compose gives the letter its form on the wire: text and HTML side by side, the HTML
// with its pictures, and the attachments behind them.
func compose(l Letter, options ...gomail.MsgOption) (*gomail.Msg, error) {
	from, err := netmail.ParseAddress(l.From)
	if err != nil {
		return nil, fmt.Errorf("the sender of mail %s: %w", l.ID, err)
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	msg := gomail.NewMsg(append(options, gomail.WithNoDefaultUserAgent())...)
	msg.FromMailAddress(from)
	msg.ToMailAddress(&netmail.Address{Address: l.To})
	msg.Subject(l.Subject)
	msg.SetMessageIDWithValue(l.ID + "@" + domain)
	msg.SetDateWithValue(time.UnixMilli(l.WrittenAt).UTC())
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // asks out-of-office programs to keep silent
	if err := nameStop(msg, l.Stop); err != nil {
		return nil, fmt.Errorf("the link that stops mails like %s: %w", l.ID, err)
	}
	msg.SetBodyString(gomail.TypeTextPlain, l.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	for _, f := range l.Files {
		add, content := msg.AttachReader, f.content
		if f.Inline != nil {
			add, content = msg.EmbedReader, f.Inline // its Content-ID is its name
		}
		if err := add(f.Name, bytes.NewReader(content), gomail.WithFileContentType(gomail.ContentType(f.ContentType))); err != nil {
			return nil, fmt.Errorf("attaching %s to mail %s: %w", f.Name, l.ID, err)
		}
	}
	return msg, nil
}

// nameStop says in the headers how mails of this sort are stopped. That one click does it may
// be said of an encrypted address alone.
func nameStop(msg *gomail.Msg, link string) error {
	switch {
	case link == "":
		return nil
	case strings.HasPrefix(link, "https://"):
		return msg.SetListUnsubscribeOneClick(link)
	}
	msg.SetListUnsubscribe(link)
	return nil
}
