package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"
)

// lookEvery is how long a renewed file may go unnoticed.
const lookEvery = 10 * time.Second

// files are a certificate with its chain and its key, as PEM.
type files struct {
	certificate, key string
	now              func() time.Time

	mu     sync.Mutex
	loaded *tls.Certificate
	looked time.Time
	stamp  string // of both files when they were loaded
}

// FromFiles reads the certificate of host with its chain, and its key, both PEM,
// and reads them anew within ten seconds of a change. A change that cannot be read,
// such as the one of two files, leaves the certificate that was there.
func FromFiles(host, certificate, key string) (*Keeper, error) {
	return fromFiles(host, certificate, key, time.Now)
}

func fromFiles(host, certificate, key string, now func() time.Time) (*Keeper, error) {
	f := &files{certificate: certificate, key: key, now: now}
	if err := f.load(f.stampNow()); err != nil {
		return nil, err
	}
	if err := f.loaded.Leaf.VerifyHostname(host); err != nil {
		return nil, fmt.Errorf("%s is not the certificate of %s: %w", certificate, host, err)
	}
	config := &tls.Config{GetCertificate: f.get, NextProtos: []string{"h2", "http/1.1"}}
	return newKeeper(config, host, func(next http.Handler) http.Handler { return next }), nil
}

func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked).Abs() >= lookEvery {
		f.looked = now
		if stamp := f.stampNow(); stamp != f.stamp {
			if err := f.load(stamp); err != nil {
				slog.Warn("the new certificate cannot be used; the one before is", "error", err)
			}
		}
	}
	return f.loaded, nil
}

func (f *files) load(stamp string) error {
	pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err != nil {
		return err
	}
	f.loaded, f.stamp = &pair, stamp
	return nil
}

func (f *files) stampNow() (stamp string) {
	for _, name := range []string{f.certificate, f.key} {
		if info, err := os.Stat(name); err == nil {
			stamp += fmt.Sprint(info.ModTime().UnixNano(), info.Size(), ";")
		}
	}
	return stamp
}
