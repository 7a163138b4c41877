package blob

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

// s3At is a bucket on a server that answers as the test says, the first request as number 1.
func s3At(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, number int)) (*Bucket, *atomic.Int32) {
	t.Helper()
	number := new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(w, r, int(number.Add(1)))
	}))
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	b, err := Open(ctx, "s3://photos?region=eu-west-1&endpoint="+server.URL)
	must(t, err)
	s, _ := b.store.(*s3Store)
	s.pause = 0
	t.Cleanup(func() { must(t, b.Close()) })
	return b, number
}

func s3Says(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<?xml version="1.0"?><Error><Code>`+code+`</Code><Message>So it is.</Message></Error>`)
}

func TestS3RequestsAreSigned(t *testing.T) {
	signed := regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=test/\d{8}/eu-west-1/s3/aws4_request, ?SignedHeaders=content-md5;content-type;host;x-amz-content-sha256;x-amz-date, ?Signature=[0-9a-f]{64}$`)
	b, _ := s3At(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		if got := r.Header.Get("Authorization"); !signed.MatchString(got) {
			t.Errorf("Authorization: %s", got)
		}
		if r.URL.Path != "/photos/a.txt" || r.ContentLength != 3 || r.Header.Get("Content-MD5") != "kAFQmDzST7DWlj99KOF/cg==" ||
			r.Header.Get("X-Amz-Content-Sha256") != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
			t.Errorf("%s %d %v", r.URL.Path, r.ContentLength, r.Header)
		}
	})
	must(t, b.Put(ctx, "a.txt", "text/plain", []byte("abc")))
}

func TestS3IsAskedAgainWhereItMayHelp(t *testing.T) {
	b, asked := s3At(t, func(w http.ResponseWriter, r *http.Request, number int) {
		content, _ := io.ReadAll(r.Body)
		switch {
		case string(content) != "abc":
			t.Errorf("try %d sent %q", number, content)
		case number == 1:
			s3Says(w, http.StatusServiceUnavailable, "SlowDown")
		case number == 2:
			panic(http.ErrAbortHandler) // the connection is reset
		}
	})
	must(t, b.Put(ctx, "a.txt", "text/plain", []byte("abc")))
	if asked.Load() != 3 {
		t.Errorf("asked %d times", asked.Load())
	}
}

// Somebody waits for the answer: where the first try took long, it is the last.
func TestS3IsNotAskedAgainForLong(t *testing.T) {
	b, asked := s3At(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		s3Says(w, http.StatusInternalServerError, "InternalError")
	})
	b.store.(*s3Store).triesWithin = 0
	if err := b.Put(ctx, "a.txt", "text/plain", nil); !fault.Is(err, fault.Unavailable) || asked.Load() != 1 {
		t.Errorf("asked %d times: %v", asked.Load(), err)
	}
}

func TestS3Errors(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		kind   fault.Kind // of a get
		asked  int
		gone   bool // a delete succeeds
	}{
		{404, "NoSuchKey", fault.NotFound, 1, true},
		{404, "NoSuchBucket", fault.Internal, 1, false},
		{403, "AccessDenied", fault.Internal, 1, false},
		{307, "TemporaryRedirect", fault.Internal, 1, false},
		{500, "InternalError", fault.Unavailable, tries, false},
	} {
		b, asked := s3At(t, func(w http.ResponseWriter, _ *http.Request, _ int) { s3Says(w, c.status, c.code) })
		_, err := b.Get(ctx, "a.txt")
		if fault.KindOf(err) != c.kind || int(asked.Load()) != c.asked {
			t.Errorf("%s: asked %d times: %v", c.code, asked.Load(), err)
		}
		if c.kind != fault.NotFound && !strings.Contains(err.Error(), c.code+" So it is.") {
			t.Errorf("%s is not told: %v", c.code, err)
		}
		if err := b.Delete(ctx, "a.txt"); (err == nil) != c.gone {
			t.Errorf("%s: deleting: %v", c.code, err)
		}
	}
}

func TestS3FileThatIsCutShort(t *testing.T) {
	b, _ := s3At(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.Header().Set("Content-Length", "100")
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
		_, _ = io.WriteString(w, "only this")
	})
	o, err := b.Get(ctx, "a.txt")
	must(t, err)
	defer o.Close()
	if content, err := io.ReadAll(o); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", content, err)
	}
}

// A file is read for as long as its reader takes, however soon its server must
// answer; only a server that does not answer is given up.
func TestASlowReaderGetsTheWholeS3File(t *testing.T) {
	first := strings.Repeat("a", 1<<10)
	goOn := make(chan struct{})
	b, _ := s3At(t, func(w http.ResponseWriter, r *http.Request, number int) {
		if number == 2 {
			<-r.Context().Done() // the second file never comes
			return
		}
		w.Header().Set("Content-Length", "1025")
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
		_, _ = io.WriteString(w, first)
		_ = http.NewResponseController(w).Flush()
		<-goOn
		_, _ = io.WriteString(w, "b")
	})
	s, _ := b.store.(*s3Store)
	s.patience = 200 * time.Millisecond
	o, err := b.Get(ctx, "a.txt")
	must(t, err)
	defer o.Close()
	if _, err := b.Get(ctx, "b.txt"); !fault.Is(err, fault.Unavailable) || errors.Is(err, context.Canceled) { // which takes as long as the patience lasts
		t.Errorf("a server that does not answer: %v", err)
	}
	close(goOn)
	if content, err := io.ReadAll(o); err != nil || string(content) != first+"b" {
		t.Errorf("%d bytes, %v", len(content), err)
	}
}

func TestPartOfAnS3FileThatIsTooShort(t *testing.T) {
	b, _ := s3At(t, func(w http.ResponseWriter, _ *http.Request, number int) {
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
		if number == 2 {
			w.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(w, "67")
			return
		}
		_, _ = io.WriteString(w, "0123456789")
	})
	o, err := b.Get(ctx, "a.txt")
	must(t, err)
	defer o.Close()
	_, err = o.Seek(6, io.SeekStart)
	must(t, err)
	if content, err := io.ReadAll(o); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", content, err)
	}
}

func TestPartsOfAnS3File(t *testing.T) {
	b, asked := s3At(t, func(w http.ResponseWriter, r *http.Request, number int) {
		w.Header().Set("ETag", `"1"`)
		if number == 2 && r.Header.Get("If-Match") != `"1"` {
			t.Error("the part may be of another file")
		}
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader("0123456789"))
	})
	o, err := b.Get(ctx, "a.txt")
	must(t, err)
	defer o.Close()
	size, err := o.Seek(0, io.SeekEnd)
	must(t, err)
	_, err = o.Seek(6, io.SeekStart)
	must(t, err)
	content, err := io.ReadAll(o)
	if err != nil || size != 10 || string(content) != "6789" || asked.Load() != 2 {
		t.Errorf("%d %q %v, asked %d times", size, content, err, asked.Load())
	}
}

func TestWhereAnS3BucketIs(t *testing.T) {
	for _, c := range []struct {
		endpoint, region, bucket string
		byPath                   bool
		want                     string
	}{
		{"", "eu-west-1", "photos", false, "https://photos.s3.dualstack.eu-west-1.amazonaws.com/"},
		{"", "eu-west-1", "my.photos", false, "https://s3.dualstack.eu-west-1.amazonaws.com/my.photos/"},
		{"s3.amazonaws.com", "eu-west-1", "photos", true, "https://s3.dualstack.eu-west-1.amazonaws.com/photos/"},
		{"http://minio:9000/", "us-east-1", "photos", false, "http://minio:9000/photos/"},
		{"minio.example", "us-east-1", "photos", false, "https://minio.example/photos/"},
		{"https://minio.example/under", "us-east-1", "photos", false, ""},
	} {
		got, err := bucketAddress(c.endpoint, c.region, c.bucket, c.byPath)
		if c.want == "" && err == nil || c.want != "" && (err != nil || got.String() != c.want) {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}
