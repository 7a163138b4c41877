package mail

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// compose gives the letter its form on the wire: text and HTML side by side, and
// the attachments behind them.
func compose(l Letter) (*gomail.Msg, error) {
	from, err := netmail.ParseAddress(l.From)
	if err != nil {
		return nil, fmt.Errorf("the sender of mail %s: %w", l.ID, err)
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(from)
	msg.ToMailAddress(&netmail.Address{Address: l.To})
	msg.Subject(l.Subject)
	msg.SetMessageIDWithValue(l.ID + "@" + domain)
	msg.SetDateWithValue(time.UnixMilli(l.WrittenAt).UTC())
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // asks out-of-office programs to keep silent
	msg.SetBodyString(gomail.TypeTextPlain, l.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	for _, f := range l.Files {
		if err := msg.AttachReader(f.Name, bytes.NewReader(f.content), gomail.WithFileContentType(gomail.ContentType(f.ContentType))); err != nil {
			return nil, fmt.Errorf("attaching %s to mail %s: %w", f.Name, l.ID, err)
		}
	}
	return msg, nil
}
