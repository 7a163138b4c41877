package stripe

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

var listening = regexp.MustCompile(`Listening for HTTP at address: (\S+)`)

// startMock builds and runs Stripe's own mock, which checks each request
// against Stripe's description of its API and answers by that.
func startMock(t *testing.T) *Client {
	t.Helper()
	program := filepath.Join(t.TempDir(), "stripe-mock")
	build := exec.Command("go", "build", "-o", program, "github.com/stripe/stripe-mock")
	build.Dir = "../../../tools/stripe-mock"
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building stripe-mock: %v\n%s", err, said)
	}
	mock := exec.Command(program, "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0")
	says := &output{address: make(chan string, 1)}
	mock.Stdout = says
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill()
		_ = mock.Wait() // it was killed
	})
	select {
	case address := <-says.address:
		return New("sk_test_1", "http://"+address)
	case <-time.After(time.Minute): // much more than it takes on a busy machine
		t.Fatal("stripe-mock does not listen")
		return nil
	}
}

// output takes what the mock says, and its address out of that.
type output struct {
	said    []byte
	address chan string
}

func (o *output) Write(text []byte) (int, error) {
	o.said = append(o.said, text...)
	if found := listening.FindSubmatch(o.said); found != nil {
		select {
		case o.address <- string(found[1]):
		default: // it was said before
		}
	}
	return len(text), nil
}

// Every request has the fields that Stripe knows, and its answers are read by the
// names that Stripe gives them.
func TestRequestsAreStripes(t *testing.T) {
	c := startMock(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	id := func(id string, err error) func() (string, error) { return func() (string, error) { return id, err } }
	some := func(err error) func() (string, error) { return id("x", err) }
	invoice, err := c.Invoice(ctx, "in_1")
	if err != nil || invoice.ID == "" || invoice.Status == "" || invoice.Currency == "" {
		t.Errorf("an invoice: %+v %v", invoice, err)
	}
	list, err := c.Invoices(ctx, "cus_1", 1, "in_1")
	if err != nil || len(list.Data) == 0 || list.Data[0].ID == "" {
		t.Errorf("invoices: %+v %v", list, err)
	}
	refunds, err := c.Refunds(ctx, "pi_1")
	if err != nil || len(refunds) == 0 || refunds[0].ID == "" || refunds[0].Amount == 0 || refunds[0].Status == "" {
		t.Errorf("refunds: %+v %v", refunds, err)
	}
	customer, _, err := c.EnteredCard(ctx, "cs_1")
	if err != nil {
		t.Errorf("an entered card: %q %v", customer, err)
	}
	_, _, err = c.SavedCard(ctx, "cus_1")
	_, errLine := c.FindLine(ctx, "in_1", 1)
	for what, call := range map[string]func() (string, error){
		"a customer":     id(c.CreateCustomer(ctx, "k1", "f1", "Stony Point", "ann@farm.example")),
		"a draft":        id(c.CreateInvoice(ctx, "k2", "cus_1", "v1", "M-1001 Setup")),
		"a line":         id(c.AddLine(ctx, "k3", "cus_1", "in_1", 1, "Printer", 289_00)),
		"a line of less": id(c.AddLine(ctx, "k4", "cus_1", "in_1", 2, "Credit", -5_00)),
		"the line":       some(errLine),
		"open":           some(c.Finalize(ctx, "k5", "in_1")),
		"charge":         some(c.Charge(ctx, "k6", "in_1", "pm_1")),
		"paid elsewhere": some(c.ClosePaid(ctx, "k7", "in_1")),
		"void":           some(c.Void(ctx, "k8", "in_1")),
		"a refund":       id(c.Refund(ctx, "k9", "pi_1", "v1")),
		"the saved card": some(err),
		"a card page":    id(c.CardPage(ctx, "k10", "cus_1", "https://merroir.example/manage/1")),
		"use a card":     some(c.UseCard(ctx, "k11", "cus_1", "pm_1")),
		"remove a card":  some(c.RemoveCard(ctx, "k12", "pm_1")),
	} {
		if got, err := call(); err != nil || got == "" {
			t.Errorf("%s: %q %v", what, got, err)
		}
	}
	if _, err := post[object](ctx, c, "k13", "/v1/invoices", form("customer", "cus_1", "no_such_field", "1")); err == nil {
		t.Error("the mock takes a field that Stripe does not know, so it checks nothing")
	}
}
