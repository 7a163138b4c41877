package stripe

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// tolerance is how far the time of a signature may be from ours, either way.
const tolerance = 5 * time.Minute

// Event says that something happened to an object. What it says of the object may
// be old, so it is read again.
type Event struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Created int64  `json:"created"` // Unix seconds
	Live    bool   `json:"livemode"`
	Account string `json:"account"` // of somebody else, connected to ours
	Data    struct {
		Object struct {
			ID       string            `json:"id"`
			Object   string            `json:"object"`
			Customer json.RawMessage   `json:"customer"` // an id or an object
			Intent   json.RawMessage   `json:"payment_intent"`
			Metadata map[string]string `json:"metadata"`
		} `json:"object"`
	} `json:"data"`
}

// ID gives the id in a field that holds it, or an object with it.
func ID(field json.RawMessage) string {
	var id string
	if json.Unmarshal(field, &id) == nil {
		return id
	}
	var o object
	_ = json.Unmarshal(field, &o) // neither: there is none
	return o.ID
}

var errEvent = errors.New("that is not an event of ours")

// ReadEvent reads an event that was signed just now with one of the secrets.
func ReadEvent(body []byte, signature string, secrets []string, now time.Time) (e Event, err error) {
	at, signed := "", []string{}
	for part := range strings.SplitSeq(signature, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "t":
			at = value
		case "v1":
			signed = append(signed, value)
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if age := now.Sub(time.Unix(seconds, 0)); err != nil || age > tolerance || age < -tolerance {
		return e, errEvent
	}
	for _, secret := range secrets {
		for _, s := range signed {
			if hmac.Equal([]byte(s), []byte(Sign(body, secret, seconds))) {
				if err := json.Unmarshal(body, &e); err != nil || e.ID == "" {
					return e, errEvent
				}
				return e, nil
			}
		}
	}
	return e, errEvent
}

// Sign gives the signature of a body at an instant in Unix seconds.
func Sign(body []byte, secret string, at int64) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strconv.FormatInt(at, 10) + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
