package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/stock"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/key"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/news"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/paper"
	farmpeople "github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/printing"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/recall/dossier"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/across"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/report/sales"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/scan"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/today"
	"github.com/merroir/merroir/web"
)

// product is the name on every screen and mail.
const product = "Merroir"

// secondFactorStaff is the setting under which admin and root need one.
const secondFactorStaff = "staff"

// wire makes the services, from the top floor down, and the handler.
func (a *App) wire(ctx context.Context) error {
	if a.config.Demo {
		if err := a.claimDemo(ctx); err != nil {
			return err
		}
	}
	a.queue = jobs.New(a.db, jobs.Options{Now: a.now, Logger: a.log})
	a.metrics.RegisterMetricsWriter(a.writeJobMetrics)
	a.metrics.RegisterMetricsWriter(a.writeResourceMetrics)
	once.Forget(a.db, a.queue, a.now)
	sender, folder, err := a.config.newSender()
	if err != nil {
		return err
	}
	a.mailFolder = folder
	mailer, err := a.newMailer(a.queue, sender, a.now)
	if err != nil {
		return err
	}
	if a.bucket, err = a.config.openFiles(ctx); err != nil {
		return err
	}
	a.bucket.LimitPhotos(a.config.shares.photo)
	a.photos = blob.Photos(a.bucket)
	if err := a.backUpDaily(ctx); err != nil {
		return err
	}
	if err := a.watchMirror(ctx); err != nil {
		return err
	}
	apps, err := a.config.appKeys()
	if err != nil {
		return err
	}
	secretKeys, err := a.readSecretKeys(ctx)
	if err != nil {
		return err
	}
	a.accounts = account.New(a.db, account.Options{
		Now: a.now, Queue: a.queue, Mail: mailer, PublicURL: a.config.PublicURL, FarmAppURL: a.config.FarmAppURL, Product: product,
		PasswordMin: a.config.PasswordMin, PasswordCost: a.config.passwordCost, AppKeys: apps, StaffNeedsFactor: a.config.SecondFactor == secondFactorStaff,
		TicketsSkipFactor: a.config.TicketsNoFactor, SecretKeys: secretKeys, PlainSecrets: a.config.PlainSecrets,
	})
	if err := a.accounts.SealFactors(ctx); err != nil {
		return fmt.Errorf("MERROIR_SECRET_KEY: %w", err)
	}
	a.audit = audit.New(a.db, a.accounts.HiddenAddresses)
	a.operate = operate.New(a.db, a.queue, a.now, a.describe)
	a.farms = farm.New(a.db, a.now)
	a.keys = key.New(a.db, key.Options{Now: a.now, Accounts: a.accounts, Farms: a.farms, Mail: mailer, PublicURL: a.config.PublicURL, Logger: a.log})
	a.people = farmpeople.New(a.db, farmpeople.Options{Now: a.now, Accounts: a.accounts, Farms: a.farms, Mail: mailer, Queue: a.queue, PublicURL: a.config.PublicURL})
	a.farmPhotos = farm.NewPhotos(a.farms, a.bucket)
	a.ledgers = ledger.New(a.db, a.now)
	a.uploads = upload.New(a.db, a.ledgers, a.queue, a.now, a.log)
	a.uploads.LimitMemory(a.config.shares.uploads)
	a.reports = report.New(a.db, a.now)
	a.reports.LimitCache(a.config.shares.reports)
	a.reports.KeepSegments(a.queue)
	a.across = across.New(a.db, a.now, a.farms, a.reports)
	a.sales = sales.New(a.db, a.reports)
	a.exports = export.New(a.db, a.now, a.reports, export.Options{Queue: a.queue, Mail: mailer, Bucket: a.bucket, PublicURL: a.config.PublicURL})
	a.downloads = a.exports.Download()
	a.tags = tag.New(a.db, a.now)
	a.tags.LimitMemory(a.config.shares.tags)
	a.stock = stock.New(a.db, a.now, a.tags)
	a.reaches = reach.New(a.db, a.now, a.tags)
	a.events = event.New(a.db, a.now, a.tags)
	a.ledgers.KeepTagged(stock.Tagged())
	a.recalls = recall.New(a.db, recall.Options{Now: a.now, Queue: a.queue, Mail: mailer, Reaches: a.reaches, PublicURL: a.config.PublicURL})
	a.asked = asked.New(a.db, a.now)
	a.dossiers = dossier.New(a.recalls)
	a.scans = scan.New(a.db, a.now)
	a.scans.Forget(a.queue)
	a.scanned = scan.NewCounter(a.db, a.now, a.log)
	a.invoices, a.papers = a.subscriptions(a.config.billing(a.now, a.queue, mailer))
	a.prints = printing.New(a.db, a.now, a.stock, a.papers, a.config.PublicURL)
	a.today = today.New(a.db, a.now, a.reports, a.reaches)
	a.news = news.New(a.db, news.Options{Now: a.now, Today: a.today, Reports: a.reports, Mail: mailer, PublicURL: a.config.PublicURL})
	a.news.TellByJobs(a.queue)
	a.uploads.OnEnded(a.news.Soon)
	a.recalls.OnReached(a.news.Soon)
	a.farms.EmptyByJobs(a.queue, farm.LargeFarm)
	a.farms.Keep(ledger.Keeper(), a.uploads.Keeper(), a.reports.Keeper(), a.exports.Keeper(), a.tags.Keeper(), a.reaches.Keeper(), a.farmPhotos.Keeper(), a.papers.Keeper())
	if a.config.Demo {
		if err := a.fillDemo(ctx, sender); err != nil {
			return err
		}
	} else if err := a.warnOfDemo(ctx, os.Stderr); err != nil {
		return err
	}
	return a.wirePages()
}

// openFiles opens the place of photos and exported spreadsheets.
func (c *Config) openFiles(ctx context.Context) (*blob.Bucket, error) {
	files, err := blob.Open(ctx, c.BlobURL)
	if err != nil {
		return nil, fmt.Errorf("MERROIR_BLOB_URL: %w", err)
	}
	return files, nil
}

// subscriptions makes the books and the paper machine upon them.
func (a *App) subscriptions(o billing.Options) (*billing.Service, *paper.Service) {
	invoices := billing.New(a.db, o)
	invoices.SettleByJobs()
	papers := paper.New(a.db, paper.Options{
		Now: o.Now, Mail: o.Mail, Queue: o.Queue, Farms: a.farms, Billing: invoices, App: a.accounts.App,
		PublicURL: o.PublicURL, TeamEmail: a.config.TeamEmail,
		Contact: paper.Contact{Name: a.config.ContactName, Phone: a.config.ContactPhone, Email: a.config.ContactEmail},
	})
	invoices.Listen(papers)
	return invoices, papers
}

// newSender returns what sends mail: a mail server, or else the folder for mail, which is nil otherwise.
func (c *Config) newSender() (mail.Sender, *mail.Folder, error) {
	if c.SMTPURL != "" {
		sender, err := mail.NewSMTP(c.SMTPURL)
		if err != nil {
			return nil, nil, fmt.Errorf("MERROIR_SMTP_URL: %w", err)
		}
		return sender, nil, nil
	}

	folder, err := mail.NewFolder(c.mailDir())
	if err != nil {
		return nil, nil, fmt.Errorf("MERROIR_DATA_DIR: %w", err)
	}
	return folder, folder, nil
}

func (a *App) newMailer(queue *jobs.Queue, sender mail.Sender, now func() time.Time) (*mail.Mailer, error) {
	return a.config.newMailer(queue, sender, mail.Options{Now: now, Open: a.openStored})
}

// newMailer returns a mailer with the sender's address of the settings.
func (c *Config) newMailer(queue *jobs.Queue, sender mail.Sender, o mail.Options) (*mail.Mailer, error) {
	o.From, o.Product = c.MailFrom, product
	mailer, err := mail.New(queue, sender, o)
	if err != nil {
		return nil, fmt.Errorf("MERROIR_MAIL_FROM: %w", err)
	}
	return mailer, nil
}

// openStored opens what a mail has attached.
func (a *App) openStored(ctx context.Context, name string) (io.ReadCloser, error) {
	object, err := a.bucket.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	return object, nil
}

// wirePages makes what people see in a browser, and the handler of everything.
func (a *App) wirePages() error {
	renderer, err := site.NewRenderer(web.Dist, product, a.config.WebsiteURL, a.config.PublicURL)
	if err != nil {
		return err
	}
	source := site.TagSource{
		Version: a.tags.Version,
		Page:    a.tags.Public,
		Held:    func() int64 { return a.tags.Held() + a.reaches.Held() },
		Most:    a.config.shares.tags,
	}
	if a.tagPage, err = site.NewTagPages(renderer, source, a.log); err != nil {
		return err
	}
	if a.notices, err = site.NewRecallNotices(a.recalls, product, a.log); err != nil {
		return err
	}
	if a.stops.exports, err = site.NewStops(a.exports, product, a.log); err != nil {
		return err
	}
	if a.apiDocs, err = site.NewAPIDocs(func() ([]byte, error) { return rest.Describe(a.routes()) }, product); err != nil {
		return err
	}
	if a.stops.news, err = site.NewStops(a.news, product, a.log); err != nil {
		return err
	}
	a.pageviews = a.countPageviews()
	shells, err := a.config.shellOrigins()
	if err != nil {
		return err
	}
	pages, err := site.NewStatic(web.Dist, site.Config{
		Product: product, FarmAppURL: a.config.FarmAppURL, WebsiteURL: a.config.WebsiteURL, Demo: a.config.Demo,
		AppURLs:      map[string]string{"distributor": a.config.DistributorApp, "farmer": a.config.FarmerApp},
		ShellOrigins: shells,
	})
	if err != nil {
		return err
	}
	if a.proxies, err = a.config.proxies(); err != nil {
		return err
	}
	a.handler = rest.NewHandler(a.routes(), rest.Options{
		Authenticate:   a.authenticate,
		Prove:          a.accounts.Proved,
		Now:            a.now,
		TrustedProxies: a.proxies,
		Logger:         a.log,
		Metrics:        a.metrics,
		FormBytes:      a.config.shares.forms,
		Headers:        site.Headers(a.config.PublicURL),
		Fallback:       pages,
	})
	return nil
}

// Document gives the API document without opening anything.
func Document() ([]byte, error) {
	return rest.Describe((&App{}).routes())
}

// countPageviews takes the beacon of the tag pages. Whoever prerenders a page has not shown
// it to anybody.
func (a *App) countPageviews() site.Pageviews {
	all := a.metrics.NewCounter("merroir_tag_pageviews_total")
	return site.Pageviews{Log: a.log, Seen: func(r *http.Request, tagID string) {
		all.Inc()
		if r.Header.Get("Sec-Purpose") == "" {
			from := actor.OriginOf(r.Context())
			a.scanned.Count(tagID, from.IP, from.UserAgent)
		}
	}}
}

// authenticate gives the actor behind a bearer token: that of a person's session, or of a farm's key.
func (a *App) authenticate(ctx context.Context, token string) (actor.Actor, error) {
	if key.IsToken(token) {
		return a.keys.Authenticate(ctx, token)
	}
	return a.accounts.Authenticate(ctx, token)
}
