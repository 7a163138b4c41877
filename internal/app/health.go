package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

const healthWithin = 5 * time.Second

// HealthCommand asks the server that runs on this machine with the same settings.
type HealthCommand struct {
	Config `group:"settings"`
	Ready  bool `help:"Ask /readyz, whether it can write, instead of /healthz, whether it lives."`
}

func (c *HealthCommand) Run(ctx context.Context) error {
	path := "/healthz"
	if c.Ready {
		path = "/readyz"
	}
	address, err := c.healthURL()
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+path, nil)
	if err != nil {
		return err
	}
	// The certificate is for the public name, and this connection stays on the machine.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // see above
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer response.Body.Close()

	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s: %s", response.Status, strings.TrimSpace(string(answer)))
	}
	fmt.Println(strings.TrimSpace(string(answer)))
	return nil
}

// healthURL returns where this machine reaches the server: at the private address, which has no limit of
// connections, if there is one.
func (c *Config) healthURL() (string, error) {
	scheme := "http://"
	if c.MetricsAddr == "" && c.endsTLS() {
		scheme = "https://"
	}
	host, port, err := net.SplitHostPort(cmp.Or(c.MetricsAddr, c.Addr))
	if err != nil {
		return "", fmt.Errorf("MERROIR_ADDR: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + net.JoinHostPort(host, port), nil
}
