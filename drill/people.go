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
	"strings"
	"sync"
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
	farm, lease string
	kept        []object // activities that were acknowledged
	photos      int      // that were acknowledged
	refused     map[string]int
	silent      int           // calls without an answer: whether they took effect is not known
	longest     time.Duration // until an answer
}

// newPerson comes from an address of its own, as the program bounds how often one
// network calls.
func newPerson(number int) *person {
	from := &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(number+1))}
	dial := &net.Dialer{LocalAddr: from}
	return &person{client: &http.Client{Timeout: callWithin, Transport: &http.Transport{DialContext: dial.DialContext}}, refused: map[string]int{}}
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
	err := p.call(ctx, http.MethodPost, "/api/login", object{"username": rootUser, "password": rootPassword}, &session)
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
		if n%photoEvery == 1 {
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
	if p.note(ctx, a) {
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
	if p.note(ctx, a) {
		p.photos++
	}
	return a
}

// note counts the answer, and says whether it acknowledges.
func (p *person) note(ctx context.Context, a answer) bool {
	switch {
	case a.status == http.StatusOK:
		return true
	case a.status != 0:
		p.refused[a.message()]++
	case ctx.Err() == nil:
		p.silent++
	}
	return false
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

// crowd are the people of a drill.
type crowd []*person

func (d *drill) gather(ctx context.Context, s *server) (crowd, error) {
	var all crowd
	for i := range d.people {
		p := newPerson(i)
		if err := p.signIn(ctx, s.url); err != nil {
			return nil, err
		}
		if err := p.settle(ctx, fmt.Sprintf("Farm %d", i+1)); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// signIn lets all sign in at a server that was started again.
func (all crowd) signIn(ctx context.Context, s *server) error {
	for _, p := range all {
		if err := p.signIn(ctx, s.url); err != nil {
			return err
		}
	}
	return nil
}

// workUntil lets all record until the function is through.
func (all crowd) workUntil(ctx context.Context, through func() error) error {
	ctx, stop := context.WithCancel(ctx)
	var working sync.WaitGroup
	for _, p := range all {
		working.Go(func() { p.work(ctx) })
	}
	err := through()
	stop()
	working.Wait()
	return err
}

// kept is what was acknowledged, the calls that got no answer, and the longest wait for one.
func (all crowd) kept() (activities, photos, silent int, longest time.Duration) {
	for _, p := range all {
		activities, photos, silent, longest = activities+len(p.kept), photos+p.photos, silent+p.silent, max(longest, p.longest)
	}
	return activities, photos, silent, longest
}

// refusals are the sentences that people were told, the most frequent first.
func (all crowd) refusals() string {
	count := map[string]int{}
	for _, p := range all {
		for message, n := range p.refused {
			count[message] += n
		}
	}
	var lines []string
	for message, n := range count {
		lines = append(lines, fmt.Sprintf("%7d  %s", n, message))
	}
	slices.Sort(lines)
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// lost is how many of all that was acknowledged the program does not have.
func (all crowd) lost(ctx context.Context) (lost int, err error) {
	for _, p := range all {
		n, err := p.lost(ctx)
		if err != nil {
			return lost, err
		}
		lost += n
	}
	return lost, nil
}
