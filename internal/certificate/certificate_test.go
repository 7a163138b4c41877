package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"golang.org/x/crypto/acme"
)

const host = "farms.example.org"

// write puts a certificate of host that ends then into the folder.
func write(t *testing.T, folder string, name string, ends time.Time) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: ends,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, err)
	bytes, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	certificate, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	must(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	must(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: bytes}), 0o600))
	return certificate, key
}

func TestARenewedFileIsTaken(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	first, second := now.Add(24*time.Hour).UTC().Truncate(time.Second), now.Add(48*time.Hour).UTC().Truncate(time.Second)
	certificate, key := write(t, folder, host, first)
	k, err := fromFiles(host, certificate, key, func() time.Time { return now })
	must(t, err)
	ends := func(step string, want time.Time) {
		t.Helper()
		if got, err := k.Fetch(t.Context()); err != nil || !got.Equal(want) || !k.Expires().Equal(want) {
			t.Errorf("%s: the certificate ends at %v (%v), kept as %v, want %v", step, got, err, k.Expires(), want)
		}
	}
	ends("at first", first)
	must(t, os.WriteFile(certificate, []byte("half"), 0o600))
	now = now.Add(lookEvery)
	ends("half written", first)
	write(t, folder, host, second)
	ends("before it is looked for", first)
	now = now.Add(lookEvery)
	ends("renewed", second)
	must(t, os.Remove(key))
	now = now.Add(lookEvery)
	ends("without its key", second)
}

// Browsers begin at once, and the first after a while looks for another certificate.
func TestManyBeginAtOnce(t *testing.T) {
	certificate, key := write(t, t.TempDir(), host, time.Now().Add(time.Hour))
	f := &files{certificate: certificate, key: key, now: time.Now}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := f.get(nil); err != nil || got.Leaf.VerifyHostname(host) != nil {
				t.Errorf("%v %v", got, err)
			}
		})
	}
	all.Wait()
}

func TestFilesThatCannotServeAreRefused(t *testing.T) {
	folder := t.TempDir()
	certificate, key := write(t, folder, "other.example.org", time.Now().Add(time.Hour))
	if _, err := FromFiles(host, certificate, key); err == nil || !strings.Contains(err.Error(), "is not the certificate of "+host) {
		t.Errorf("another name: %v", err)
	}
	if _, err := FromFiles(host, certificate, filepath.Join(folder, "none.pem")); err == nil || !strings.Contains(err.Error(), "none.pem") {
		t.Errorf("no key: %v", err)
	}
	if _, err := FromFiles(host, key, certificate); err == nil {
		t.Error("the key for the certificate was taken")
	}
}

// authority is Pebble, the test authority of Let's Encrypt, which looks for host on
// this machine and asks at these ports.
func authority(t *testing.T, httpPort, tlsPort int) *acme.Client {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	quiet := log.New(io.Discard, "", 0)
	resolver := freeAddress(t)
	names, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{resolver}, Log: quiet})
	must(t, err)
	names.SetDefaultDNSIPv4("127.0.0.1")
	names.SetDefaultDNSIPv6("")
	go names.Run()
	t.Cleanup(names.Shutdown)
	store := db.NewMemoryStore()
	issuer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "as usual"}})
	front := wfe.New(quiet, store, va.New(quiet, httpPort, tlsPort, true, resolver, store), issuer, []string{"pebble.example"}, true, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	return &acme.Client{DirectoryURL: server.URL + wfe.DirectoryPath, HTTPClient: server.Client()}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// An authority asks at the HTTPS address itself, or where that does not answer at
// the plain one; what it issued is there after a restart without asking again.
func TestAnAuthorityIssues(t *testing.T) {
	for name, open := range map[string]struct{ secure, plain bool }{
		"asked at the HTTPS address": {secure: true},
		"asked at the plain address": {plain: true},
	} {
		t.Run(name, func(t *testing.T) {
			secure, err := net.Listen("tcp", "127.0.0.1:0")
			must(t, err)
			plain, err := net.Listen("tcp", "127.0.0.1:0")
			must(t, err)
			port := func(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
			folder := filepath.Join(t.TempDir(), "certificates")
			k, err := fromACME(host, "root@example.org", folder, authority(t, port(plain), port(secure)))
			must(t, err)
			serve(t, secure, k.Config(), nil, open.secure)
			challenges := k.Challenges(http.NotFoundHandler())
			serve(t, plain, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Host = host // as it is at port 80, where authorities ask
				challenges.ServeHTTP(w, r)
			}), open.plain)

			expires, err := k.Fetch(t.Context())
			if err != nil || time.Until(expires) < time.Hour || !k.Expires().Equal(expires) {
				t.Fatalf("issued until %v, kept as %v: %v", expires, k.Expires(), err)
			}
			if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("the folder of the key: %v, %v", info, err)
			}
			again, err := FromACME(host, "root@example.org", "https://127.0.0.1:1/", folder)
			must(t, err)
			if kept, err := again.Fetch(t.Context()); err != nil || !kept.Equal(expires) {
				t.Errorf("after a restart: %v, %v", kept, err)
			}
			if _, err := k.Config().GetCertificate(&tls.ClientHelloInfo{ServerName: "other.example.org"}); err == nil {
				t.Error("a certificate of another name was asked for")
			}
		})
	}
}

func serve(t *testing.T, listener net.Listener, config *tls.Config, handler http.Handler, open bool) {
	t.Helper()
	if !open {
		must(t, listener.Close())
		return
	}
	server := &http.Server{Handler: handler, TLSConfig: config, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Second}
	if config == nil {
		go server.Serve(listener)
	} else {
		go server.ServeTLS(listener, "", "")
	}
	t.Cleanup(func() { _ = server.Close() })
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
