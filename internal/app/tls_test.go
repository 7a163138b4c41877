package app

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/certificate"
	"github.com/merroir/merroir/internal/dbtest"
)

// certificateFiles are a certificate of example.com and 127.0.0.1 and its key, and
// a client that trusts it.
func certificateFiles(t *testing.T) (cert, key string, client *http.Client) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pair, roots := server.TLS.Certificates[0], x509.NewCertPool()
	roots.AddCert(server.Certificate())
	private, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	must(t, err)
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	must(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}), 0o600))
	must(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return cert, key, &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// One server without a proxy speaks HTTPS, in HTTP/2 too, and sends on whoever comes without.
func TestHTTPSWithoutAProxy(t *testing.T) {
	cert, key, client := certificateFiles(t)
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, plain.Close())
	a := newBareApp(t, Config{
		DatabaseURL: dbtest.SQLiteURL(t), PublicURL: "https://example.com", TLSCert: cert, TLSKey: key, HTTPAddr: plain.Addr().String(),
	})
	address, stop, ended := started(t, a)
	ask := func(method, url string) *http.Response {
		request, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(""))
		must(t, err)
		response, err := client.Do(request)
		must(t, err)
		_, err = io.Copy(io.Discard, response.Body)
		must(t, err)
		must(t, response.Body.Close())
		return response
	}
	if r := ask(http.MethodGet, "https://"+address+"/healthz"); r.StatusCode != 200 || r.ProtoMajor != 2 || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("HTTPS: %s %s, %v", r.Proto, r.Status, r.Header)
	}
	if r := ask(http.MethodGet, "http://"+plain.Addr().String()+"/tag/7?x=%2F"); r.StatusCode != 301 || r.Header.Get("Location") != "https://example.com/tag/7?x=%2F" {
		t.Errorf("without: %s to %q", r.Status, r.Header.Get("Location"))
	}
	if r := ask(http.MethodGet, "http://"+plain.Addr().String()+"//evil.example/"); !strings.HasPrefix(r.Header.Get("Location"), "https://example.com/") {
		t.Errorf("without, to another site: %q", r.Header.Get("Location"))
	}
	if r := ask(http.MethodPost, "http://"+plain.Addr().String()+"/api/login"); r.StatusCode != 403 {
		t.Errorf("a password without TLS: %s", r.Status)
	}
	var figures bytes.Buffer
	a.writeCertificateMetrics(&figures)
	if !strings.Contains(figures.String(), "merroir_certificate_left_seconds ") || strings.Contains(figures.String(), "seconds 0\n") {
		t.Errorf("metrics: %s", figures.String())
	}
	client.CloseIdleConnections()
	stop()
	must(t, <-ended)
	if _, err := net.Dial("tcp", plain.Addr().String()); err == nil {
		t.Error("the plain address still listens")
	}
}

// R36: what cannot work is refused in a sentence that names the setting.
func TestSettingsOfHTTPS(t *testing.T) {
	const public = "https://farms.example.org"
	for _, bad := range []struct {
		config Config
		says   string
	}{
		{Config{PublicURL: public, TLSCert: "c"}, "MERROIR_TLS_CERT and MERROIR_TLS_KEY go together"},
		{Config{PublicURL: public, TLSKey: "k"}, "MERROIR_TLS_CERT and MERROIR_TLS_KEY go together"},
		{Config{PublicURL: public, TLSCert: "c", TLSKey: "k", ACMEEmail: "a@example.org"}, "exclude each other"},
		{Config{PublicURL: public, HTTPAddr: ":80"}, "MERROIR_HTTP_ADDR"},
		{Config{PublicURL: "http://farms.example.org", ACMEEmail: "a@example.org"}, "MERROIR_PUBLIC_URL must begin with https://"},
		{Config{PublicURL: public, ACMEEmail: "a"}, "MERROIR_ACME_EMAIL"},
		{Config{PublicURL: "https://192.0.2.1", ACMEEmail: "a@example.org"}, "MERROIR_PUBLIC_URL must have a name"},
		{Config{PublicURL: "https://localhost", ACMEEmail: "a@example.org"}, "MERROIR_PUBLIC_URL must have a name"},
		{Config{PublicURL: public, ACMEEmail: "a@example.org", ACMEURL: "http://ca.example"}, "MERROIR_ACME_URL"},
	} {
		if err := bad.config.checkTLS(); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%+v: %v, want %q", bad.config, err, bad.says)
		}
	}
	good := Config{PublicURL: public, ACMEEmail: "a@example.org", HTTPAddr: ":80"}
	if err := good.checkTLS(); err != nil || good.ACMEURL != certificate.LetsEncrypt {
		t.Errorf("asking %q: %v", good.ACMEURL, err)
	}
	missing := Config{DataDir: t.TempDir(), PublicURL: public, WebsiteURL: public, FarmAppURL: public, TLSCert: "none.pem", TLSKey: "none.key"}
	if _, err := New(t.Context(), missing); err == nil || !strings.HasPrefix(err.Error(), "MERROIR_TLS_CERT: open none.pem") {
		t.Errorf("a file that is not there: %v", err)
	}
}
