package app

import (
	"context"
	"net"
	"net/url"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/sqldb"
)

// warnAtStart logs what an operator has probably not set up yet. Nothing of it keeps the server from working.
func (a *App) warnAtStart(ctx context.Context, address net.Addr) {
	ctx = context.WithoutCancel(ctx) // also where the server is stopped at once
	a.warnOfNoMail()
	if a.config.SMTPURL != "" && a.config.MailFrom == defaultSender {
		a.log.Warn("MERROIR_MAIL_FROM is not set; many mail servers refuse this sender", "sender", defaultSender)
	}
	if a.config.linksStayHere() && (!isLoopback(hostOf(address)) || a.config.TrustedProxies != "") {
		a.log.Warn("MERROIR_PUBLIC_URL names this machine only; links in emails and on labels work nowhere else", "url", a.config.PublicURL)
	}
	a.warnOfNoAccount(ctx)
	a.warnOfBackups(ctx)
}

// linksStayHere reports whether the public address is one that only this machine reaches.
func (c *Config) linksStayHere() bool {
	u, err := url.Parse(c.PublicURL)
	return err == nil && isLoopback(u.Hostname())
}

func hostOf(address net.Addr) string {
	host, _, _ := net.SplitHostPort(address.String()) // a listener has both
	return host
}

func (a *App) warnOfNoAccount(ctx context.Context) {
	var any bool
	err := a.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		any, err = account.AnyUser(ctx, tx)
		return err
	})
	if err == nil && !any {
		a.log.Warn("there is no account yet; create one: merroir user create --root NAME EMAIL")
	}
}

// warnOfBackups logs that no backup is taken, or that its program is missing or too old.
func (a *App) warnOfBackups(ctx context.Context) {
	if a.config.BackupDir == "" {
		a.log.Warn("MERROIR_BACKUP_DIR is not set: this server takes no backups")
		return
	}
	if err := sqldb.CheckDumpTool(ctx, a.db); err != nil {
		a.log.Error("backups will fail", "err", err)
	}
}
