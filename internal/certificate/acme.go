package certificate

import (
	"fmt"
	"os"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// LetsEncrypt is the directory of the authority that is asked by default.
const LetsEncrypt = autocert.DefaultACMEDirectory

// FromACME has the certificate of host issued and renewed by the authority with
// that directory, whose terms are accepted, and which writes to email when
// something is wrong. The key and the certificate are kept in folder, which
// nobody else may read.
func FromACME(host, email, directory, folder string) (*Keeper, error) {
	return fromACME(host, email, folder, &acme.Client{DirectoryURL: directory, UserAgent: "merroir"})
}

func fromACME(host, email, folder string, client *acme.Client) (*Keeper, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep certificates: %w", err)
	}
	manager := &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(folder),
		HostPolicy: autocert.HostWhitelist(host),
		Email:      email,
		Client:     client,
	}
	return newKeeper(manager.TLSConfig(), host, manager.HTTPHandler), nil
}
