package app

import (
	"context"
	"fmt"
	"net"
	"os"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/demo"
)

// announce says where the server is, and in the demo how to get in.
func (a *App) announce(ctx context.Context, address net.Addr) {
	scheme := "http://"
	if a.certificate != nil {
		scheme = "https://"
	}
	a.log.Info("listening", "url", scheme+address.String())
	if !a.config.Demo {
		a.warnAtStart(ctx, address)
		return
	}
	url := a.config.demoAt(scheme, address)
	fmt.Fprintf(os.Stdout, "\n  Merroir is at %s\n\n  Sign in with the password %s as\n", url, demo.Password)
	for _, u := range demo.Users {
		fmt.Fprintf(os.Stdout, "    %-8s %s\n", u.Username, demoRole(u.Groups))
	}
	fmt.Fprint(os.Stdout, "\n  Public tag pages\n")
	for _, t := range demo.Tags(a.now()) {
		fmt.Fprintf(os.Stdout, "    %s/tag/%s  %s\n", url, t.ID, t.About)
	}
	fmt.Fprintf(os.Stdout, "\n  Mail that would be sent: %s/dev/mail\n\n", url)
}

// demoAt returns where the demo is: at its public address, or where it listens if it was given neither that
// nor a port.
func (c *Config) demoAt(scheme string, address net.Addr) string {
	if _, port, err := net.SplitHostPort(c.Addr); err == nil && port == "0" && c.PublicURL == defaultPublicURL {
		return scheme + address.String()
	}

	return c.PublicURL
}

// warnOfNoMail says what will not work without a mail server.
func (a *App) warnOfNoMail() {
	if a.config.SMTPURL == "" {
		a.log.Warn("no mail will reach anybody, as MERROIR_SMTP_URL is not set: a forgotten password cannot be reset by its owner, "+
			"and exports, notices and reminders are not delivered; each mail is kept as a file, and is not sent later", "folder", a.config.mailDir())
	}
}

// demoRole says what an account of the demo may do.
func demoRole(g account.Groups) string {
	switch {
	case g.Root:
		return "may do everything"
	case g.Admin:
		return "works for the platform"
	case g.FarmManager:
		return "manages farms"
	}
	return "sees only their own account"
}
