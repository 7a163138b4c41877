package app

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Config is how one process is set up. Each setting is a flag, or the variable
// MERROIR_ and its name in the environment. The zero value with defaults runs
// on SQLite in ./data.
type Config struct {
	Addr           string `default:"localhost:8080" env:"MERROIR_ADDR" help:"Address to listen on."`
	MetricsAddr    string `env:"MERROIR_METRICS_ADDR" help:"Address of /metrics, which must not be public; none by default."`
	DataDir        string `default:"data" env:"MERROIR_DATA_DIR" help:"Folder for the database, photos and mail, where no other place is set."`
	DatabaseURL    string `env:"MERROIR_DATABASE_URL" help:"sqlite:///path/to/file.db or postgres://…; a SQLite file in the data folder by default."`
	BlobURL        string `env:"MERROIR_BLOB_URL" help:"Where photos are kept; a folder in the data folder by default."`
	PublicURL      string `default:"http://localhost:8080" env:"MERROIR_PUBLIC_URL" help:"Address under which people reach this server; links in mails begin with it."`
	WebsiteURL     string `default:"https://merroir.example" env:"MERROIR_WEBSITE_URL" help:"The product's website, linked from the tag page."`
	FarmAppURL     string `default:"https://app.merroir.example" env:"MERROIR_FARM_APP_URL" help:"The separate web app where farms edit their details."`
	DistributorApp string `default:"merroir-distributor://" env:"MERROIR_DISTRIBUTOR_APP_URL" help:"What opens the distributors' app."`
	FarmerApp      string `default:"merroir-farmer://" env:"MERROIR_FARMER_APP_URL" help:"What opens the farmers' app."`
	SMTPURL        string `env:"MERROIR_SMTP_URL" help:"smtp://user:password@host:port; without it mail goes into files in the data folder."`
	MailFrom       string `default:"Merroir <noreply@merroir.example>" env:"MERROIR_MAIL_FROM" help:"Sender of all mail."`
	TrustedProxies string `env:"MERROIR_TRUSTED_PROXIES" help:"Networks (CIDR, separated by commas) whose X-Forwarded-For is believed."`
	LogFormat      string `default:"text" enum:"text,json" env:"MERROIR_LOG_FORMAT" help:"text or json."`
	Demo           bool   `env:"MERROIR_DEMO" help:"Fill an empty database with believable farms, and show mail at /dev/mail."`
}

// complete fills what follows from other settings and refuses what cannot
// work, in one sentence that names the setting.
func (c *Config) complete() error {
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
	for _, setting := range []struct{ name, value string }{
		{"MERROIR_PUBLIC_URL", c.PublicURL}, {"MERROIR_WEBSITE_URL", c.WebsiteURL}, {"MERROIR_FARM_APP_URL", c.FarmAppURL},
	} {
		u, err := url.Parse(setting.value)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%s must be an http:// or https:// address, not %q", setting.name, setting.value)
		}
	}
	c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	_, err = c.proxies()
	return err
}

func (c *Config) proxies() ([]*net.IPNet, error) {
	var networks []*net.IPNet
	for _, text := range strings.FieldsFunc(c.TrustedProxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, fmt.Errorf("MERROIR_TRUSTED_PROXIES: %q is no network like 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}
