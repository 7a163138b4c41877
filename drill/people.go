//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	callWithin  = 20 * time.Second
	photoEvery  = 5                     // of a person's writes, the first and then one in so many is a photo
	betweenWork = 50 * time.Millisecond // a session may call 30 times a second
)

type object = map[string]any

// person records to a farm of their own, and remembers what was acknowledged.
type person struct {
	client      *http.Client
	url, token  string
	password    string
	recordsOnly bool // and never photographs
	farm, lease string
	kept        []object      // activities that were acknowledged
	calls       []call        // to record and to photograph, in their order
	longest     time.Duration // until an answer
	cut         atomic.Bool   // the power is, or is about to be
}

// call is what became of a write.
type call struct {
	at           time.Time // of the answer
	photo        bool
	acknowledged bool
	refusal      string // none where no answer came: whether the write took effect is not known
}

// newPerson comes from an address of its own, as the program bounds how often one
// network calls.
func newPerson(number int) *person {
	from := &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(number+1))}
	dial := &net.Dialer{LocalAddr: from}
	return &person{password: rootPassword, client: &http.Client{Timeout: callWithin, Transport: &http.Transport{DialContext: dial.DialContext}}}
}

// answer is what the program answered; status 0 is none.
type answer struct {
	status int
	body   []byte
}

// message is the sentence of an answer that refuses.
func (a answer) message() string {
	var refusal struct{ Message string }
	if json.Unmarshal(a.body, &refusal) != nil || refusal.Message == "" {
		return fmt.Sprintf("%d without a word: %.80q", a.status, a.body)
	}
	return fmt.Sprintf("%d %s", a.status, refusal.Message)
}

func (p *person) send(ctx context.Context, method, path, contentType string, content []byte) answer {
	request, err := http.NewRequestWithContext(ctx, method, p.url+path, bytes.NewReader(content))
	if err != nil {
		return answer{body: []byte(err.Error())}
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Authorization", "Bearer "+p.token)
	began := time.Now()
	response, err := p.client.Do(request)
	if err != nil {
		return answer{body: []byte(err.Error())}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	p.longest = max(p.longest, time.Since(began))
	if err != nil {
		return answer{body: []byte(err.Error())}
	}
	return answer{response.StatusCode, body}
}

// call sends JSON, and reads the answer into the value where it is a yes.
func (p *person) call(ctx context.Context, method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	a := p.send(ctx, method, path, "application/json", text)
	if a.status != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, a.message())
	}
	return json.Unmarshal(a.body, into)
}

// signIn at the server, for the first time or again.
func (p *person) signIn(ctx context.Context, url string) error {
	p.url = url
	var session struct{ Token string }
	err := p.call(ctx, http.MethodPost, "/api/login", object{"username": rootUser, "password": p.password}, &session)
	p.token = session.Token
	return err
}

// settle makes the person's farm and its growing area.
func (p *person) settle(ctx context.Context, name string) error {
	var farm struct {
		ID string `json:"_id"`
	}
	var lease struct{ LeaseID string }
	if err := p.call(ctx, http.MethodPost, "/api/farms", object{"name": name, "country": "USA", "state": "Maine"}, &farm); err != nil {
		return err
	}
	p.farm = farm.ID
	err := p.call(ctx, http.MethodPost, "/api/farms/"+farm.ID+"/leases", object{"name": "North"}, &lease)
	p.lease = lease.LeaseID
	return err
}

// work records until the context ends.
func (p *person) work(ctx context.Context) {
	for n := 1; ctx.Err() == nil; n++ {
		if n%photoEvery == 1 && !p.recordsOnly {
			p.photograph(ctx)
		} else {
			p.record(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(betweenWork):
		}
	}
}

// record sends one activity, and remembers it where it was acknowledged.
func (p *person) record(ctx context.Context) answer {
	activity := object{
		"id": sqldb.NewID(), "activity": "plant", "date": "2026-03-01", "leaseId": p.lease, "count": 1000,
		"group": object{"oysterType": "Pacific", "seedSource": "Hatchery", "year": 2026},
		"lot":   object{"sizeLabel": "Seed", "nickname": "line 1"},
	}
	text, _ := json.Marshal(object{"activities": []object{activity}}) // plain data
	a := p.send(ctx, http.MethodPost, "/api/v2/activities/"+p.farm, "application/json", text)
	if p.note(ctx, a, false) {
		p.kept = append(p.kept, activity)
	}
	return a
}

var photo = func() []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, image.NewGray(image.Rect(0, 0, 60, 40))) // into memory
	return out.Bytes()
}()

// photograph gives the farm a new photo.
func (p *person) photograph(ctx context.Context) answer {
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, _ := parts.CreateFormFile("photo", "picture") // into memory
	_, _ = part.Write(photo)
	_ = parts.Close()
	a := p.send(ctx, http.MethodPost, "/api/farms/"+p.farm+"/photo", parts.FormDataContentType(), form.Bytes())
	p.note(ctx, a, true)
	return a
}

// note remembers the answer, and says whether it acknowledges. What was broken off
// because the drill ends is no answer, and a yes is none once the power is cut: a computer
// without power gives none, and the kernel, of which only the disk is taken away, calls some syncs
// done that it was in the middle of.
func (p *person) note(ctx context.Context, a answer, photo bool) bool {
	if a.status == 0 && ctx.Err() != nil || a.status == http.StatusOK && p.cut.Load() {
		return false
	}
	c := call{at: time.Now(), photo: photo, acknowledged: a.status == http.StatusOK}
	if a.status != 0 && !c.acknowledged {
		c.refusal = a.message()
	}
	p.calls = append(p.calls, c)
	return c.acknowledged
}

// lost sends once more all that was acknowledged, and says how many of it are new
// to the program.
func (p *person) lost(ctx context.Context) (lost int, err error) {
	for part := range slices.Chunk(p.kept, 500) {
		var made struct{ Recorded int }
		if err := p.call(ctx, http.MethodPost, "/api/v2/activities/"+p.farm, object{"activities": part}, &made); err != nil {
			return lost, err
		}
		lost += made.Recorded
	}
	return lost, nil
}
