package stripe

import (
	"context"
	"fmt"
	"net/url"
)

// Method is a saved card.
type Method struct {
	ID   string `json:"id"`
	Card struct {
		Brand    string `json:"brand"`
		Last4    string `json:"last4"`
		ExpMonth int    `json:"exp_month"`
		ExpYear  int    `json:"exp_year"`
	} `json:"card"`
}

func (m Method) String() string {
	return fmt.Sprintf("%s ending in %s, until %02d/%d", m.Card.Brand, m.Card.Last4, m.Card.ExpMonth, m.Card.ExpYear)
}

// SavedCard reads the card that a customer is charged by; false without one.
func (c *Client) SavedCard(ctx context.Context, customer string) (Method, bool, error) {
	got, err := get[struct {
		Deleted  bool `json:"deleted"`
		Settings struct {
			Method *Method `json:"default_payment_method"`
		} `json:"invoice_settings"`
	}](ctx, c, "/v1/customers/"+url.PathEscape(customer), form("expand[]", "invoice_settings.default_payment_method"))
	if err != nil || got.Deleted || got.Settings.Method == nil {
		return Method{}, false, err
	}
	return *got.Settings.Method, true, nil
}

// CardPage makes a page on which a customer saves a card.
func (c *Client) CardPage(ctx context.Context, key, customer, back string) (address string, err error) {
	made, err := post[object](ctx, c, key, "/v1/checkout/sessions", form("mode", "setup", "currency", "usd", "customer", customer,
		"success_url", back, "cancel_url", back))
	return made.URL, err
}

// EnteredCard reads which card was entered on a card page, and whose it is; empty
// when none was.
func (c *Client) EnteredCard(ctx context.Context, session string) (customer, method string, err error) {
	got, err := get[struct {
		Customer string `json:"customer"`
		Mode     string `json:"mode"`
		Intent   *struct {
			Status string `json:"status"`
			Method string `json:"payment_method"`
		} `json:"setup_intent"`
	}](ctx, c, "/v1/checkout/sessions/"+url.PathEscape(session), form("expand[]", "setup_intent"))
	if err != nil || got.Intent == nil || got.Intent.Status != "succeeded" {
		return got.Customer, "", err
	}
	return got.Customer, got.Intent.Method, nil
}

// UseCard says by which card a customer is charged.
func (c *Client) UseCard(ctx context.Context, key, customer, method string) error {
	_, err := post[object](ctx, c, key, "/v1/customers/"+url.PathEscape(customer), form("invoice_settings[default_payment_method]", method))
	return err
}

// RemoveCard takes a card away from its customer.
func (c *Client) RemoveCard(ctx context.Context, key, method string) error {
	_, err := post[object](ctx, c, key, "/v1/payment_methods/"+url.PathEscape(method)+"/detach", nil)
	return err
}
