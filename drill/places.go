//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/dns/dnsmessage"
)

const (
	bucketHost = "bucket.drill.example"
	resolverAt = "127.0.77.53:53" // a file of resolvers names no port
)

// failS3 lets the S3 server answer 500, and then take requests and never answer them:
// photos alone are refused.
func (d *drill) failS3(ctx context.Context) error {
	for _, trouble := range []struct{ title, data, mode string }{{"S3 answers 500", "s3-fails", fails}, {"S3 takes requests and does not answer", "s3-hangs", hangs}} {
		if err := d.troubleS3(ctx, trouble.title, trouble.data, trouble.mode); err != nil {
			return err
		}
	}
	return nil
}

func (d *drill) troubleS3(ctx context.Context, title, data, mode string) error {
	own, place, err := d.withBucket(ctx, data)
	if err != nil {
		return err
	}
	defer place.close()
	return own.withFault(ctx, faultDrill{
		title: title, data: filepath.Join(d.dir, data), refused: []string{"photograph"},
		begin: func(*server) error { place.mode.Store(mode); return nil },
		end:   func(*server) error { place.mode.Store(works); return nil },
	})
}

// loseNames lets the resolver of names fall silent, while the S3 server is known by its
// name alone and keeps no connection open.
func (d *drill) loseNames(ctx context.Context) error {
	own, place, err := d.withBucket(ctx, "dns-data")
	if err != nil {
		return err
	}
	defer place.close()
	names, err := startResolver()
	if err != nil {
		return err
	}
	defer names.socket.Close()
	resolvers := filepath.Join(d.dir, "resolv.conf")
	host, _, _ := net.SplitHostPort(resolverAt)
	if err := os.WriteFile(resolvers, []byte("nameserver "+host+"\n"), 0o644); err != nil {
		return err
	}
	own.resolvers = resolvers
	_, port, _ := net.SplitHostPort(place.address)
	own.settings[0] = bucketAddress(net.JoinHostPort(bucketHost, port))
	return own.withFault(ctx, faultDrill{
		title: "DNS does not answer", data: filepath.Join(d.dir, "dns-data"), refused: []string{"photograph"},
		begin: func(*server) error { names.silent.Store(true); return nil },
		end:   func(*server) error { names.silent.Store(false); return nil },
	})
}

// place is an S3 server that can fail.
type place struct {
	address  string
	bucket   *daemon
	listener net.Listener
	mode     atomic.Value // a string
}

const (
	works = "works"
	fails = "fails"
	hangs = "hangs"
)

func (p *place) close() {
	_ = p.listener.Close()
	p.bucket.kill()
}

// withBucket gives a drill whose photos are in S3.
func (d *drill) withBucket(ctx context.Context, data string) (*drill, *place, error) {
	own := *d
	addresses, err := freeAddresses(1)
	if err != nil {
		return nil, nil, err
	}
	if err := os.Mkdir(filepath.Join(d.dir, data), 0o700); err != nil {
		return nil, nil, err
	}
	p := &place{}
	p.mode.Store(works)
	if p.bucket, err = d.startS3(ctx, addresses[0]); err != nil {
		return nil, nil, err
	}
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: addresses[0]})
	behind.ErrorLog = log.New(io.Discard, "", 0) // callers give up on purpose
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		p.bucket.kill()
		return nil, nil, err
	}
	p.address = p.listener.Addr().String()
	front := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		switch p.mode.Load() {
		case fails:
			http.Error(w, "<Error><Code>InternalError</Code></Error>", http.StatusInternalServerError)
		case hangs:
			_, _ = io.Copy(io.Discard, r.Body) // only then it is seen that the caller has gone
			<-r.Context().Done()
		default:
			behind.ServeHTTP(w, r)
		}
	})}
	go func() { _ = front.Serve(p.listener) }() // until it is closed
	own.settings = append([]string{bucketAddress(p.address)}, append(bucketKeys, d.settings...)...)
	return &own, p, nil
}

// resolver answers every question for a name with this machine.
type resolver struct {
	socket net.PacketConn
	silent atomic.Bool
}

func startResolver() (*resolver, error) {
	socket, err := net.ListenPacket("udp", resolverAt)
	if err != nil {
		return nil, err
	}
	r := &resolver{socket: socket}
	go r.serve()
	return r, nil
}

func (r *resolver) serve() {
	for packet := make([]byte, 1500); ; {
		n, from, err := r.socket.ReadFrom(packet)
		if err != nil {
			return
		}
		var asked dnsmessage.Message
		if r.silent.Load() || asked.Unpack(packet[:n]) != nil || len(asked.Questions) == 0 {
			continue
		}
		answer := dnsmessage.Message{Header: dnsmessage.Header{ID: asked.ID, Response: true, RecursionAvailable: true}, Questions: asked.Questions}
		if q := asked.Questions[0]; q.Type == dnsmessage.TypeA {
			answer.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 0}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
			}}
		}
		if packed, err := answer.Pack(); err == nil {
			_, _ = r.socket.WriteTo(packed, from) // whoever asks asks again
		}
	}
}

// hangMail lets the mail server take connections and say nothing, while people record
// and each orders a spreadsheet by mail: nobody is kept waiting, and every mail comes
// when the server speaks again.
func (d *drill) hangMail(ctx context.Context) error {
	data := filepath.Join(d.dir, "mail-data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	post, err := startPost()
	if err != nil {
		return err
	}
	defer post.server.Close()
	own := *d
	own.settings = append([]string{"MERROIR_SMTP_URL=smtp://" + post.listener.Addr().String() + "?tls=off"}, d.settings...)
	return own.withFault(ctx, faultDrill{
		title: "Mail server hangs", data: data,
		begin: func(*server) error { post.hang(); return nil },
		end:   func(*server) error { post.speak(); return nil },
		meanwhile: func(ctx context.Context, p *person) error {
			post.asked++
			return p.call(ctx, http.MethodPut, "/api/v2/reportExport/"+p.farm, object{"metric": "Snapshot", "email": fmt.Sprintf("person%d@drill.example", post.asked)}, &struct{}{})
		},
		after: func(ctx context.Context) error {
			began := time.Now()
			err := until(ctx, "not every mail has come", func() bool { return post.came() == post.asked })
			fmt.Printf("mails ordered while it hung: %d; all of them came within %v of its return\n", post.asked, time.Since(began).Round(time.Millisecond))
			return err
		},
	})
}

// post is a mail server that can hang.
type post struct {
	server   *smtp.Server
	listener net.Listener
	asked    int

	mu      sync.Mutex
	silence chan struct{} // closed when it speaks; nil while it does
	to      map[string]bool
}

func startPost() (p *post, err error) {
	p = &post{to: map[string]bool{}}
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	p.server = smtp.NewServer(p)
	p.server.Domain = "localhost"
	p.server.ErrorLog = log.New(io.Discard, "", 0) // callers give up on purpose
	go func() { _ = p.server.Serve(silentListener{p.listener, p}) }()
	return p, nil
}

func (p *post) hang() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silence = make(chan struct{})
}

func (p *post) speak() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.silence)
	p.silence = nil
}

// came is to how many addresses a mail came.
func (p *post) came() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.to)
}

// silentListener takes connections while its server hangs, and says nothing on them.
type silentListener struct {
	net.Listener
	post *post
}

func (l silentListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	l.post.mu.Lock()
	silence := l.post.silence
	l.post.mu.Unlock()
	return &silentConn{Conn: c, silence: silence}, err
}

type silentConn struct {
	net.Conn
	silence chan struct{}
}

func (c *silentConn) Write(b []byte) (int, error) {
	if c.silence != nil {
		<-c.silence
		return 0, errors.Join(net.ErrClosed, c.Close())
	}
	return c.Conn.Write(b)
}

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &letter{post: p}, nil }

type letter struct {
	post *post
	to   string
}

func (l *letter) Reset()                                    {}
func (l *letter) Logout() error                             { return nil }
func (l *letter) Mail(string, *smtp.MailOptions) error      { return nil }
func (l *letter) Rcpt(to string, _ *smtp.RcptOptions) error { l.to = to; return nil }

func (l *letter) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	l.post.mu.Lock()
	defer l.post.mu.Unlock()
	l.post.to[l.to] = true
	return nil
}
