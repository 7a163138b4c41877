package app

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Config is how one process is set up. Each setting is a flag, or the variable
// MERROIR_ and its name in the environment. The zero value with defaults runs
// on SQLite in ./data. What show says of a text, root may see: the value, or the
// place that an address names without user, password and query; of all other texts
// root sees only whether they are set.
type Config struct {
	Addr             string        `default:"localhost:8080" env:"MERROIR_ADDR" help:"Address to listen on." show:"value"`
	MetricsAddr      string        `env:"MERROIR_METRICS_ADDR" help:"Address of /metrics, which must not be public; none by default." show:"value"`
	TLSCert          string        `name:"tls-cert" env:"MERROIR_TLS_CERT" help:"File with the certificate of the public address and its chain (PEM), for HTTPS without a proxy; read anew when it changes." show:"value"`
	TLSKey           string        `name:"tls-key" env:"MERROIR_TLS_KEY" help:"File with the key of that certificate (PEM)." show:"value"`
	ACMEEmail        string        `name:"acme-email" env:"MERROIR_ACME_EMAIL" help:"Instead of files: have the certificate issued and renewed by Let's Encrypt, whose terms are accepted by this, and which writes here when something is wrong." show:"value"`
	ACMEURL          string        `name:"acme-url" env:"MERROIR_ACME_URL" help:"Directory of another authority that speaks ACME." show:"place"`
	HTTPAddr         string        `name:"http-addr" env:"MERROIR_HTTP_ADDR" help:"With HTTPS, a second address (:80) that sends people on to it." show:"value"`
	DataDir          string        `default:"data" env:"MERROIR_DATA_DIR" help:"Folder for the database, photos and mail, where no other place is set." show:"value"`
	DatabaseURL      string        `env:"MERROIR_DATABASE_URL" help:"sqlite:///path/to/file.db or postgres://…; a SQLite file in the data folder by default." show:"place"`
	BlobURL          string        `env:"MERROIR_BLOB_URL" help:"Where photos and exported spreadsheets are kept; a folder in the data folder by default." show:"place"`
	PublicURL        string        `default:"http://localhost:8080" env:"MERROIR_PUBLIC_URL" help:"Address under which people reach this server; links in mails begin with it." show:"value"`
	WebsiteURL       string        `env:"MERROIR_WEBSITE_URL" help:"The product's website, linked from the tag page; MERROIR_PUBLIC_URL by default." show:"value"`
	FarmAppURL       string        `env:"MERROIR_FARM_APP_URL" help:"The separate web app where farms edit their details; MERROIR_PUBLIC_URL by default." show:"value"`
	DistributorApp   string        `default:"merroir-distributor://" env:"MERROIR_DISTRIBUTOR_APP_URL" help:"What opens the distributors' app." show:"value"`
	FarmerApp        string        `default:"merroir-farmer://" env:"MERROIR_FARMER_APP_URL" help:"What opens the farmers' app." show:"value"`
	ShellOrigins     string        `env:"MERROIR_SHELL_ORIGINS" help:"Origins (https://app.example, separated by commas) of mobile shells whose pages may frame /reports." show:"value"`
	SMTPURL          string        `name:"smtp-url" env:"MERROIR_SMTP_URL" help:"Mail server: smtp://user:password@host:587 (STARTTLS), smtps://user:password@host:465 (TLS), or smtp://localhost:25?tls=off for a relay on this machine; without it mail goes into files in the data folder." show:"place"`
	MailFrom         string        `default:"Merroir <noreply@merroir.example>" env:"MERROIR_MAIL_FROM" help:"Sender of all mail." show:"value"`
	TeamEmail        string        `env:"MERROIR_TEAM_EMAIL" help:"Where mail to those who ship paper, and whom farms ask for tagging, goes; without it none is written." show:"value"`
	ContactName      string        `env:"MERROIR_CONTACT_NAME" help:"Whom a farm calls about tagging: a name." show:"value"`
	ContactPhone     string        `env:"MERROIR_CONTACT_PHONE" help:"The phone number of that contact." show:"value"`
	ContactEmail     string        `env:"MERROIR_CONTACT_EMAIL" help:"The email address of that contact." show:"value"`
	AppKeys          string        `env:"MERROIR_APP_KEYS" help:"Keys of the apps that may sign people in (name:secret, separated by commas); a secret has at least 32 characters."`
	PasswordMin      int           `default:"12" env:"MERROIR_PASSWORD_MIN" help:"Characters that a new password has at least, 8 to 64."`
	TicketsNoFactor  bool          `name:"tickets-skip-factor" env:"MERROIR_TICKETS_SKIP_FACTOR" help:"Let single sign-on tickets sign in users with a second factor, without a code." show:"value"`
	SecondFactor     string        `default:"optional" enum:"optional,staff" env:"MERROIR_SECOND_FACTOR" help:"optional, or staff: admin and root must set up a second factor." show:"value"`
	SecretKey        string        `env:"MERROIR_SECRET_KEY" help:"Key that encrypts the secrets of second factors: 32 bytes in hexadecimal or base64. The file secret.key in the data folder by default; several copies need the setting."`
	SecretKeysOld    string        `env:"MERROIR_SECRET_KEYS_OLD" help:"Keys that were in use before, separated by commas: what they encrypted is encrypted anew when the server starts."`
	PlainSecrets     bool          `env:"MERROIR_PLAIN_SECRETS" help:"Keep the secrets of second factors readable for the release before, while copies of it still run or before going back to it."`
	StripeKey        string        `env:"MERROIR_STRIPE_KEY" help:"Secret key of the Stripe account that charges cards; without one invoices are billed by hand."`
	StripeSecret     string        `name:"stripe-webhook-secret" env:"MERROIR_STRIPE_WEBHOOK_SECRET" help:"Secret that signs what Stripe tells /api/billing/stripe; two, separated by a comma, while it is changed."`
	StripeURL        string        `hidden:"" env:"MERROIR_STRIPE_URL" help:"Another address than Stripe's own, for tests."`
	TrustedProxies   string        `env:"MERROIR_TRUSTED_PROXIES" help:"Networks (CIDR, separated by commas) whose X-Forwarded-For is believed." show:"value"`
	BackupDir        string        `env:"MERROIR_BACKUP_DIR" help:"Folder on another disk, or s3://bucket/folder?region=…, into which the server puts a backup of everything once a day; without one it takes none." show:"place"`
	BackupKeep       int           `default:"14" env:"MERROIR_BACKUP_KEEP" help:"How many of the newest backups are kept there."`
	BackupPassphrase string        `env:"MERROIR_BACKUP_PASSPHRASE" help:"Encrypts backups, and opens them again; whoever loses it loses them. Without one everybody who can read a backup has all that is in it."`
	MirrorURL        string        `env:"MERROIR_MIRROR_URL" help:"Where Litestream mirrors the SQLite file (file:///path/to/folder or s3://bucket?region=…, as deploy/litestream.yml says): its age is told, and checkpoints are left to it." show:"place"`
	Memory           string        `env:"MERROIR_MEMORY" help:"How much memory the process takes at most (512MB, 2GB; at least 192MiB); by default half of the machine's or three quarters of the container's, and at most 2 GiB." show:"value"`
	ReportCacheMB    int           `name:"report-cache-mb" default:"-1" env:"MERROIR_REPORT_CACHE_MB" help:"Memory of that for the farms whose reports were asked for last, in MB; a farm that is too large for it has slow reports. 0 for none, -1 for a share."`
	MaxConnections   int           `default:"2000" env:"MERROIR_MAX_CONNECTIONS" help:"Maximum number of open connections on the address, a tenth of them from one network that is no trusted proxy. If all are open, the oldest idle one is closed. The private address (MERROIR_METRICS_ADDR) has no limit."`
	ShutdownGrace    time.Duration `default:"5s" env:"MERROIR_SHUTDOWN_GRACE" help:"How long requests are still taken after SIGTERM, while /readyz says no already, so that a proxy can turn to another copy; none in the demo."`
	AllowNewDatabase bool          `env:"MERROIR_ALLOW_NEW_DATABASE" help:"Go on although the database that was used with the data folder is missing, empty or another one; for one start."`
	EnvFile          string        `name:"env-file" placeholder:"FILE" help:"File with settings (MERROIR_…=… a line, as systemd's EnvironmentFile); variables of the environment take precedence."`
	LogFormat        string        `default:"text" enum:"text,json" env:"MERROIR_LOG_FORMAT" help:"text or json." show:"value"`
	Demo             bool          `env:"MERROIR_DEMO" help:"Fill an empty database with believable farms, and show mail at /dev/mail; refused on a database that no demo made."`
	DemoForAnyone    bool          `name:"demo-anyone-can-sign-in" env:"MERROIR_DEMO_ANYONE_CAN_SIGN_IN" help:"Let the demo listen on an address that others can reach: anyone may then sign in as root and read its mail."`

	shares memory  // once it is complete
	given  *Config // as the operator set it, before complete

	logTo        io.Writer        // of a test; standard error when nil
	now          func() time.Time // of a test; the machine's clock when nil
	passwordCost password.Cost    // of a test that is not about hashing
}

var (
	defaultSender    = defaultOf("MailFrom") // an address that nobody has
	defaultPublicURL = defaultOf("PublicURL")
)

// defaultOf returns the default of a setting, by the name of its field.
func defaultOf(name string) string {
	field, _ := reflect.TypeFor[Config]().FieldByName(name)
	return field.Tag.Get("default")
}

// demoURL returns where a demo is that listens on another address than the default one.
func (c *Config) demoURL() string {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil || port == "0" {
		return defaultPublicURL
	}
	if !isLoopback(host) {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// complete fills what follows from other settings and refuses what cannot
// work, in one sentence that names the setting.
func (c *Config) complete() error {
	if c.given == nil {
		given := *c
		c.given = &given
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return fmt.Errorf("MERROIR_DATA_DIR: %w", err)
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return fmt.Errorf("MERROIR_DATA_DIR: %w", err)
	}
	c.DataDir = dir
	if c.DatabaseURL == "" {
		c.DatabaseURL = "sqlite://" + filepath.Join(dir, "merroir.db")
	}
	if c.BlobURL == "" {
		c.BlobURL = "file://" + filepath.Join(dir, "photos")
	}
	c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	if c.Demo && c.PublicURL == defaultPublicURL {
		c.PublicURL = c.demoURL()
	}
	c.WebsiteURL = cmp.Or(c.WebsiteURL, c.PublicURL)
	c.FarmAppURL = cmp.Or(c.FarmAppURL, c.PublicURL)
	for _, setting := range []struct{ name, value string }{
		{"MERROIR_PUBLIC_URL", c.PublicURL}, {"MERROIR_WEBSITE_URL", c.WebsiteURL}, {"MERROIR_FARM_APP_URL", c.FarmAppURL},
	} {
		u, err := url.Parse(setting.value)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%s must be an http:// or https:// address, not %q", setting.name, setting.value)
		}
	}
	if c.MaxConnections == 0 {
		c.MaxConnections = 2000
	}
	if c.MaxConnections < 1 {
		return fmt.Errorf("MERROIR_MAX_CONNECTIONS must be at least 1, not %d", c.MaxConnections)
	}
	if c.ShutdownGrace < 0 {
		return fmt.Errorf("MERROIR_SHUTDOWN_GRACE must not be negative, as %s is", c.ShutdownGrace)
	}
	if c.Demo {
		c.ShutdownGrace = 0
	}
	if c.TeamEmail == "" && c.Demo {
		c.TeamEmail = "team@merroir.example"
	}
	if c.Demo && c.ContactName+c.ContactPhone+c.ContactEmail == "" {
		c.ContactName, c.ContactPhone, c.ContactEmail = "Robin Hale", "+1 207 555 0134", "tagging@merroir.example"
	}
	if c.TeamEmail != "" && !mail.IsAddress(c.TeamEmail) {
		return fmt.Errorf("MERROIR_TEAM_EMAIL: %q is not an email address", c.TeamEmail)
	}
	if c.ContactEmail != "" && !mail.IsAddress(c.ContactEmail) {
		return fmt.Errorf("MERROIR_CONTACT_EMAIL: %q is not an email address", c.ContactEmail)
	}
	if c.PasswordMin == 0 {
		c.PasswordMin = 12
	}
	if c.PasswordMin < 8 || c.PasswordMin > 64 {
		return fmt.Errorf("MERROIR_PASSWORD_MIN must be 8 to 64, not %d", c.PasswordMin)
	}
	if c.BackupKeep == 0 {
		c.BackupKeep = 14
	}
	if c.BackupKeep < 1 {
		return fmt.Errorf("MERROIR_BACKUP_KEEP must be at least 1, not %d", c.BackupKeep)
	}
	if err := c.privateDemo(); err != nil {
		return err
	}
	if _, err := c.secretKeys(); err != nil {
		return err
	}
	if _, err := c.appKeys(); err != nil {
		return err
	}
	if _, err := c.shellOrigins(); err != nil {
		return err
	}
	if err := c.checkStripe(); err != nil {
		return err
	}
	if err := c.checkTLS(); err != nil {
		return err
	}
	if err := c.checkMirror(); err != nil {
		return err
	}
	if c.shares, err = c.memory(); err != nil {
		return err
	}
	_, err = c.proxies()
	return err
}

// dirs are the local folders that the process writes to.
func (c *Config) dirs() []string {
	all := []string{c.DataDir}
	if path := sqldb.FilePath(c.DatabaseURL); path != "" {
		all = append(all, filepath.Dir(path))
	}
	if folder := c.folderOfFiles(); folder != "" {
		all = append(all, folder)
	}
	return all
}

// mailDir is where mail goes without a mail server.
func (c *Config) mailDir() string {
	if c.Demo {
		return filepath.Join(c.DataDir, "demo-mail") // apart, as everybody may read it
	}
	return filepath.Join(c.DataDir, "mail")
}

// plainOrigin has no star, path or quote, which in a content security policy
// would allow more than the one site.
var plainOrigin = regexp.MustCompile(`^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$`)

// shellOrigins are who may frame the reports.
func (c *Config) shellOrigins() ([]string, error) {
	origins := list(c.ShellOrigins)
	for _, text := range origins {
		if !plainOrigin.MatchString(text) {
			return nil, fmt.Errorf("MERROIR_SHELL_ORIGINS: %q is not an origin like https://app.example", text)
		}
	}
	return origins, nil
}

const minAppSecret = 32 // characters

// appKeys are the secrets of the apps by name. No error holds any of a secret.
func (c *Config) appKeys() (map[string]string, error) {
	keys := map[string]string{}
	for i, text := range list(c.AppKeys) {
		name, secret, found := strings.Cut(text, ":")
		switch _, twice := keys[name]; {
		case !found || name == "":
			return nil, fmt.Errorf("MERROIR_APP_KEYS: entry %d is not of the form name:secret", i+1)
		case len(secret) < minAppSecret:
			return nil, fmt.Errorf("MERROIR_APP_KEYS: the secret of %q has fewer than %d characters", name, minAppSecret)
		case twice:
			return nil, fmt.Errorf("MERROIR_APP_KEYS: %q is there twice", name)
		}
		keys[name] = secret
	}
	return keys, nil
}

// list splits a setting that has several values.
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

func (c *Config) proxies() ([]*net.IPNet, error) {
	var networks []*net.IPNet
	for _, text := range list(c.TrustedProxies) {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, fmt.Errorf("MERROIR_TRUSTED_PROXIES: %q is not a network like 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}
