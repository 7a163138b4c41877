package rest

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// RequestID is the id of the running request, which is in its log lines and in
// the header X-Request-Id of its answer.
func RequestID(ctx context.Context) string {
	if found, _ := ctx.Value(matchKey{}).(*match); found != nil {
		return found.requestID
	}
	return ""
}

// observe gives the request an id, logs it and counts it.
func observe(next http.Handler, o Options) http.Handler {
	times := &requestTimes{set: o.Metrics}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		id := sqldb.NewID()
		matchOf(r).requestID = id
		w.Header().Set("X-Request-Id", id)
		answer := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		route := cmp.Or(r.Pattern, "none")
		took := time.Since(started)
		times.of(route, answer.status).Update(took.Seconds())
		// The pattern and not the path: a path can carry a reset key.
		o.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("route", route),
			slog.Int("status", answer.status), slog.Int("bytes", answer.bytes), slog.Int64("ms", took.Milliseconds()), slog.String("ip", actor.OriginOf(r.Context()).IP))
	})
}

var requestSeconds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// requestTimes are how long requests take, by route and status. The set finds a histogram
// by its name, which would be written anew for each request.
type requestTimes struct {
	set   *metrics.Set
	known sync.Map // of histograms by requestKind
}

type requestKind struct {
	route  string
	status int
}

func (t *requestTimes) of(route string, status int) *metrics.PrometheusHistogram {
	kind := requestKind{route, status}
	known, there := t.known.Load(kind)
	if !there {
		name := fmt.Sprintf(`merroir_http_request_seconds{route=%q,status="%d"}`, route, status)
		known, _ = t.known.LoadOrStore(kind, t.set.GetOrCreatePrometheusHistogramExt(name, requestSeconds))
	}
	return known.(*metrics.PrometheusHistogram)
}

type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// recoverPanics turns a panic into a 500 that reveals nothing of the program.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				WriteError(w, r, fault.Wrap(fault.Internal, "Something went wrong on our side. Please try again.",
					fmt.Errorf("panic: %v\n%s", cause, debug.Stack())))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// findOrigin puts into the context where the request comes from.
func findOrigin(next http.Handler, trusted []*net.IPNet) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := actor.Origin{IP: clientIP(r, trusted), UserAgent: r.UserAgent()}
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			o.Bearer = token
		}
		next.ServeHTTP(w, r.WithContext(actor.WithOrigin(r.Context(), o)))
	})
}

// clientIP is the caller's address: the last one in X-Forwarded-For that is not
// a trusted proxy, as long as the connection comes from one.
func clientIP(r *http.Request, trusted []*net.IPNet) string {
	ip, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		ip = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(ip, trusted); i-- {
		hop := net.ParseIP(strings.TrimSpace(hops[i]))
		if hop == nil {
			break
		}
		ip = hop.String()
	}
	return ip
}

func isTrusted(ip string, trusted []*net.IPNet) bool {
	parsed := net.ParseIP(ip)
	for _, network := range trusted {
		if parsed != nil && network.Contains(parsed) {
			return true
		}
	}
	return false
}

// LogHandler adds the request id to every line that is logged with its context.
func LogHandler(inner slog.Handler) slog.Handler { return logHandler{inner} }

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name)}
}
