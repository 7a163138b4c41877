package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// Address is Stripe's own.
	Address = "https://api.stripe.com"

	version     = "2026-02-25.clover" // of the API, which the answers here are read by
	callTimeout = 10 * time.Second
	maxAnswer   = 4 << 20
)

// Client makes requests with an account's secret key.
type Client struct {
	key, address string
	http         *http.Client
}

// New makes a client; the address is another than Stripe's only in tests.
func New(key, address string) *Client {
	return &Client{key: key, address: strings.TrimSuffix(address, "/"), http: &http.Client{Timeout: callTimeout}}
}

// Live reports whether the key moves real money.
func (c *Client) Live() bool { return strings.Contains(c.key, "_live_") }

// Error is an answer of Stripe that says no.
type Error struct {
	Status      int
	Type        string `json:"type"`
	Code        string `json:"code"`
	DeclineCode string `json:"decline_code"`
	Message     string `json:"message"`
}

func (e *Error) Error() string {
	return fmt.Sprintf("Stripe answered %d: %s %s %s", e.Status, e.Type, e.Code, e.Message)
}

// Declined gives the answer to a charge that the card's bank refused.
func Declined(err error) (*Error, bool) {
	var e *Error
	return e, errors.As(err, &e) && (e.Type == "card_error" || e.Status == http.StatusPaymentRequired)
}

// Failed reports whether Stripe itself failed, or knows the key from a call with
// other words. It may have done what it was asked to, and gives the same answer to
// the same key again.
func Failed(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Status >= http.StatusInternalServerError || e.Type == "idempotency_error")
}

// Missing reports whether the object is not there.
func Missing(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound
}

// get reads an object.
func get[T any](ctx context.Context, c *Client, path string, query url.Values) (into T, err error) {
	return into, c.do(ctx, http.MethodGet, path+"?"+query.Encode(), "", nil, &into)
}

// post changes something, once per key.
func post[T any](ctx context.Context, c *Client, key, path string, form url.Values) (into T, err error) {
	return into, c.do(ctx, http.MethodPost, path, key, form, &into)
}

func (c *Client) do(ctx context.Context, method, path, key string, form url.Values, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.address+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.key)
	request.Header.Set("Stripe-Version", version)
	if method != http.MethodGet {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("asking Stripe: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("reading Stripe's answer: %w", err)
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		var failure struct{ Error Error }
		_ = json.Unmarshal(body, &failure) // what stands before Stripe answers in other forms
		failure.Error.Status = answer.StatusCode
		return &failure.Error
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("reading Stripe's answer: %w", err)
	}
	return nil
}
