package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"sync/atomic"
	"time"
)

// Keeper gives the certificate of one server to whoever connects.
type Keeper struct {
	config  *tls.Config
	hello   *tls.ClientHelloInfo // of a browser of today, which Fetch plays
	answer  func(http.Handler) http.Handler
	expires atomic.Pointer[time.Time]
}

func newKeeper(config *tls.Config, host string, answer func(http.Handler) http.Handler) *Keeper {
	k := &Keeper{config: config, answer: answer, hello: &tls.ClientHelloInfo{
		ServerName:        host,
		SupportedVersions: []uint16{tls.VersionTLS13},
		SignatureSchemes:  []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		SupportedCurves:   []tls.CurveID{tls.CurveP256},
		CipherSuites:      []uint16{tls.TLS_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	}}
	config.MinVersion = tls.VersionTLS12
	get := config.GetCertificate
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		given, err := get(hello)
		if err == nil && given.Leaf != nil && given.Leaf.VerifyHostname(host) == nil && !isChallenge(given.Leaf) {
			k.expires.Store(&given.Leaf.NotAfter)
		}
		return given, err
	}
	return k
}

// Config is for the server that listens on the public address.
func (k *Keeper) Config() *tls.Config { return k.config }

// Challenges is what answers on the plain address: the authority that asks
// whether this server is who it says, and with next everybody else.
func (k *Keeper) Challenges(next http.Handler) http.Handler { return k.answer(next) }

// Fetch has the certificate ready before somebody connects, which with ACME may
// take a minute, and says until when it is good.
func (k *Keeper) Fetch(ctx context.Context) (expires time.Time, err error) {
	type result struct {
		certificate *tls.Certificate
		err         error
	}
	done := make(chan result, 1)
	go func() { // it has no context; what it began is of use to the next one
		certificate, err := k.config.GetCertificate(k.hello)
		done <- result{certificate, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return time.Time{}, r.err
		}
		return r.certificate.Leaf.NotAfter, nil
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
}

// Expires is when the certificate that was given last ends; zero before the first.
func (k *Keeper) Expires() time.Time {
	if at := k.expires.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// isChallenge tells the certificate by which a server answers the authority
// (RFC 8737) from its own.
func isChallenge(leaf *x509.Certificate) bool {
	for _, extension := range leaf.Extensions {
		if extension.Id.String() == "1.3.6.1.5.5.7.1.31" {
			return true
		}
	}
	return false
}
