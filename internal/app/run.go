package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	requestsPatience = 20 * time.Second // for running requests to end, and beside them for jobs
	failedPatience   = 2 * time.Second  // where nothing can be saved any more
)

// Run serves until ctx ends, then lets what was accepted finish. It ends with
// an error when the database or a folder is lost while it runs.
func (a *App) Run(ctx context.Context) error {
	if err := a.join(ctx); err != nil {
		return errors.Join(err, a.db.Close())
	}
	s := a.newServers()
	public, err := a.listen(ctx, s)
	if err != nil {
		return errors.Join(err, a.db.Close())
	}
	if err := a.queue.Start(ctx); err != nil {
		return errors.Join(err, public.Close(), s.private.Close(), s.plain.Close(), a.db.Close())
	}
	a.scanned.Start()
	s.serve(s.public, a.limited(s.public, public))
	a.announce(ctx, public.Addr())
	watching, endWatch := context.WithCancel(context.WithoutCancel(ctx))
	var watched sync.WaitGroup
	watched.Go(func() { a.keepBeating(watching) })
	if a.certificate != nil {
		watched.Go(func() { a.fetchCertificate(watching) })
	}
	defer func() { endWatch(); watched.Wait() }()
	select {
	case err = <-s.failed:
	case err = <-a.failed:
	case <-a.db.Failed():
		err = a.db.Failure()
	case <-ctx.Done():
		return a.stop(s)
	}
	a.log.Error("this cannot go on; ending", "error", err)
	return errors.Join(err, a.shutdown(s, failedPatience))
}

// servers are what listens: to everybody, to those who come without TLS and are
// sent on, and to those who look after the program.
type servers struct {
	public, plain, private *http.Server
	failed                 chan error
}

func (a *App) newServers() *servers {
	s := &servers{
		public: newServer(a.handler), plain: newServer(nil), private: newServer(a.privateHandler()), failed: make(chan error, 3),
	}
	if a.certificate != nil {
		s.public.TLSConfig = a.certificate.Config()
		s.plain.Handler = a.certificate.Challenges(a.toHTTPS())
	}
	return s
}

// listen opens every address that is set. The public one is served by the caller,
// when all else is ready.
func (a *App) listen(ctx context.Context, s *servers) (public net.Listener, err error) {
	if public, err = listen(ctx, "MERROIR_ADDR", a.config.Addr); err != nil {
		return nil, err
	}
	for _, other := range []struct {
		setting, address string
		server           *http.Server
	}{{"MERROIR_METRICS_ADDR", a.config.MetricsAddr, s.private}, {"MERROIR_HTTP_ADDR", a.config.HTTPAddr, s.plain}} {
		if other.address == "" {
			continue
		}
		listener, err := listen(ctx, other.setting, other.address)
		if err != nil {
			return nil, errors.Join(err, public.Close(), s.private.Close(), s.plain.Close())
		}
		if other.server == s.plain {
			listener = a.limited(other.server, listener)
		}
		s.serve(other.server, listener)
	}
	return public, nil
}

// limited returns the listener with limits on its connections, of which the server says when
// they are idle.
func (a *App) limited(server *http.Server, l net.Listener) net.Listener {
	limits := limitConnections(l, a.config.MaxConnections, a.proxies, a.metrics)
	server.ConnState = limits.note
	return limits
}

func (s *servers) serve(server *http.Server, listener net.Listener) {
	go func() {
		serve := server.Serve
		if server.TLSConfig != nil {
			serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
		}
		if err := serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.failed <- err
		}
	}()
}

// privateHandler answers those who look after the program, on an address whose
// connections are not counted.
func (a *App) privateHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", http.HandlerFunc(a.serveMetrics))
	mux.HandleFunc("GET /healthz", healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
	return mux
}

func listen(ctx context.Context, setting, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot listen on %s: %w", setting, address, err)
	}
	return listener, nil
}

func newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       75 * time.Second, // longer than proxies wait, so that they close first
		MaxHeaderBytes:    32 << 10,
	}
}

// keepBeating looks from time to time, also where nobody asks, whether this
// process can still write, and tells the other copies that it lives.
func (a *App) keepBeating(ctx context.Context) {
	for ctx.Err() == nil {
		_ = a.ready.check(ctx) // it logs what it finds
		select {
		case <-ctx.Done():
		case <-time.After(beatEvery):
		}
	}
}

// stop says that no more requests should come, gives those who send them time
// to hear it, and ends.
func (a *App) stop(s *servers) error {
	a.ready.stop()
	if a.config.ShutdownGrace > 0 {
		a.log.Info("stopping: not ready any more; requests are still answered", "for", a.config.ShutdownGrace)
		time.Sleep(a.config.ShutdownGrace)
	}
	return a.shutdown(s, requestsPatience)
}

// shutdown lets running requests and jobs end, at the same time and each with
// their own patience, and closes the database last.
func (a *App) shutdown(s *servers, patience time.Duration) error {
	a.ready.stop()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var requests, jobs error
	var both sync.WaitGroup
	both.Go(func() {
		if requests = s.public.Shutdown(ctx); requests != nil {
			requests = fmt.Errorf("some requests did not end in time: %w", errors.Join(requests, s.public.Close()))
		}
	})
	both.Go(func() { jobs = a.queue.Stop(ctx) })
	both.Wait()
	_ = s.private.Close() // both answer until the end, and nobody waits for them
	_ = s.plain.Close()
	ending, cancelEnding := context.WithTimeout(context.Background(), failedPatience)
	defer cancelEnding()
	a.keys.Close()
	a.reaches.Close()
	if err := a.accounts.Close(ending); err != nil {
		a.log.Warn("the last use of some sessions was not stored", "error", err)
	}
	if err := a.scanned.Close(ending); err != nil {
		a.log.Warn("the last scans of tags were not stored", "error", err)
	}
	if err := a.leave(ending); err != nil {
		a.log.Warn("the other copies will take this one to be alive for a while", "error", err)
	}
	return errors.Join(requests, jobs, a.db.Close())
}
