package stripe

import (
	"fmt"
	"testing"
	"time"

	official "github.com/stripe/stripe-go/v84/webhook"
)

// What Stripe's own library signs is read here, and the other way round.
func TestSignaturesAreStripes(t *testing.T) {
	now := time.Now()
	body := []byte(`{"id":"evt_1","type":"invoice.paid","api_version":"2026-02-25.clover","data":{"object":{"id":"in_1","object":"invoice","customer":{"id":"cus_1"}}}}`)
	signed := official.GenerateTestSignedPayload(&official.UnsignedPayload{Payload: body, Secret: "whsec_1", Timestamp: now})
	e, err := ReadEvent(body, signed.Header, []string{"whsec_0", "whsec_1"}, now)
	if err != nil || e.ID != "evt_1" || e.Data.Object.ID != "in_1" || ID(e.Data.Object.Customer) != "cus_1" {
		t.Errorf("%+v %v", e, err)
	}
	header := fmt.Sprintf("t=%d,v1=00", now.Unix())
	if _, err := ReadEvent(body, header, []string{"whsec_1"}, now); err == nil {
		t.Error("a forged signature was taken")
	}
	if err := official.ValidatePayload(body, fmt.Sprintf("t=%d,v1=", now.Unix())+Sign(body, "whsec_1", now.Unix()), "whsec_1"); err != nil {
		t.Error(err)
	}
}
