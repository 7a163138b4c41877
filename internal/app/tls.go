package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/certificate"
	"github.com/merroir/merroir/internal/mail"
)

// endsTLS says whether this process speaks HTTPS itself, without a proxy.
func (c *Config) endsTLS() bool { return c.TLSCert != "" || c.ACMEEmail != "" }

// checkTLS refuses settings of HTTPS that do not go together.
func (c *Config) checkTLS() error {
	if c.ACMEURL == "" {
		c.ACMEURL = certificate.LetsEncrypt
	}
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return err
	}
	switch directory, err := url.Parse(c.ACMEURL); {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return errors.New("MERROIR_TLS_CERT and MERROIR_TLS_KEY go together: the certificate and its key")
	case c.TLSCert != "" && c.ACMEEmail != "":
		return errors.New("MERROIR_TLS_CERT and MERROIR_ACME_EMAIL exclude each other: the certificate is in a file, or is issued")
	case c.HTTPAddr != "" && !c.endsTLS():
		return errors.New("MERROIR_HTTP_ADDR sends people on to HTTPS, and needs MERROIR_TLS_CERT or MERROIR_ACME_EMAIL")
	case !c.endsTLS():
		return nil
	case public.Scheme != "https":
		return fmt.Errorf("MERROIR_PUBLIC_URL must begin with https:// where this server speaks HTTPS itself, not %q", c.PublicURL)
	case c.ACMEEmail == "":
		return nil
	case !mail.IsAddress(c.ACMEEmail):
		return fmt.Errorf("MERROIR_ACME_EMAIL: %q is not an email address", c.ACMEEmail)
	case net.ParseIP(public.Hostname()) != nil || !strings.Contains(public.Hostname(), "."):
		return fmt.Errorf("MERROIR_PUBLIC_URL must have a name that the whole internet knows for a certificate to be issued, not %q", public.Hostname())
	case err != nil || directory.Host == "" || directory.Scheme != "https":
		return fmt.Errorf("MERROIR_ACME_URL must be an https:// address, not %q", c.ACMEURL)
	}
	return nil
}

// wireCertificate makes what keeps the certificate, if this process ends TLS.
func (a *App) wireCertificate() error {
	if !a.config.endsTLS() {
		return nil
	}
	public, err := url.Parse(a.config.PublicURL)
	if err != nil {
		return err
	}
	host, setting := public.Hostname(), "MERROIR_TLS_CERT"
	if a.config.TLSCert != "" {
		a.certificate, err = certificate.FromFiles(host, a.config.TLSCert, a.config.TLSKey)
	} else {
		setting = "MERROIR_ACME_EMAIL"
		a.certificate, err = certificate.FromACME(host, a.config.ACMEEmail, a.config.ACMEURL, filepath.Join(a.config.DataDir, "certificates"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	a.metrics.RegisterMetricsWriter(a.writeCertificateMetrics)
	return nil
}

// toHTTPS sends whoever comes without TLS on to the public address. What would
// change something is refused, as it has already been sent for all to read.
func (a *App) toHTTPS() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Connection", "close")
			http.Error(w, "This is at "+a.config.PublicURL+" alone.", http.StatusForbidden)
			return
		}
		http.Redirect(w, r, a.config.PublicURL+r.URL.RequestURI(), http.StatusMovedPermanently)
	})
}

// fetchCertificate has the certificate issued before the first visitor comes, and
// says how that went. Where it failed, each visitor has it tried again.
func (a *App) fetchCertificate(ctx context.Context) {
	expires, err := a.certificate.Fetch(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		a.log.Error("there is no certificate, so nobody can connect; it is tried again when somebody comes", "url", a.config.PublicURL, "error", err)
	default:
		a.log.Info("the certificate is there", "url", a.config.PublicURL, "until", expires.UTC().Format(time.DateOnly))
	}
}

func (a *App) writeCertificateMetrics(w io.Writer) {
	left := 0.0
	if at := a.certificate.Expires(); !at.IsZero() {
		left = max(0, at.Sub(a.now()).Seconds())
	}
	writeGauge(w, "merroir_certificate_left_seconds", left)
}
