package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/merroir/merroir/internal/fault"
)

// s3Store keeps files in a bucket of an S3 server. Its credentials come from the
// environment, from the credentials file of AWS, or from the machine it runs on.
type s3Store struct {
	client *http.Client
	keys   *credentials.Credentials
	base   url.URL // of the bucket, ends in a slash
	region string
	pause  time.Duration // before the second try; doubles with each

	triesWithin time.Duration // no other try begins later: somebody waits
	patience    time.Duration // until a call is answered, all tries included
}

const (
	defaultPatience = time.Minute
	dialPatience    = 3 * time.Second // until the server is found and takes a connection
	headPatience    = 8 * time.Second // until it begins to answer
)

// openS3 opens s3://bucket with the parameters region, endpoint (the address of
// a server that is not Amazon's) and use_path_style.
func openS3(u *url.URL) (*s3Store, error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, err
	}
	region, endpoint, byPath := "us-east-1", "", false
	for name := range query {
		switch value := query.Get(name); name {
		case "region":
			region = value
		case "endpoint":
			endpoint = value
		case "use_path_style", "s3ForcePathStyle":
			byPath = value == "true"
		case "request_checksum_calculation", "response_checksum_validation":
			// Earlier releases took them; files are sent with an MD5 sum now.
		default:
			return nil, fmt.Errorf("an S3 address has no parameter %s", name)
		}
	}
	base, err := bucketAddress(endpoint, region, u.Host, byPath)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // a file comes as it was stored, with its length
	transport.DialContext = (&net.Dialer{Timeout: dialPatience, KeepAlive: 30 * time.Second}).DialContext
	transport.ResponseHeaderTimeout = headPatience
	transport.MaxIdleConnsPerHost = 16
	return &s3Store{
		client: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // what is signed for one server is not for another
		}},
		keys: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
		base: *base, region: region, pause: 200 * time.Millisecond, triesWithin: triesWithin, patience: defaultPatience,
	}, nil
}

// bucketAddress is where the bucket is: in the name of the host where the server
// takes it there, as Amazon's do, else in the path.
func bucketAddress(endpoint, region, bucket string, byPath bool) (*url.URL, error) {
	if host := strings.TrimSuffix(strings.TrimPrefix(endpoint, "https://"), "/"); host == "" || host == "s3.amazonaws.com" {
		endpoint = "s3.dualstack." + region + ".amazonaws.com"
		if strings.HasPrefix(region, "cn-") {
			endpoint += ".cn"
		}
	}
	if !strings.HasPrefix(endpoint, "http://") && !strings.HasPrefix(endpoint, "https://") {
		endpoint = "https://" + endpoint
	}
	base, err := url.Parse(strings.TrimSuffix(endpoint, "/"))
	if err != nil || base.Host == "" || base.Path != "" || base.RawQuery != "" || base.User != nil {
		return nil, errors.New("the endpoint of an S3 address must look like https://host:port")
	}
	if !byPath && s3utils.IsVirtualHostSupported(*base, bucket) {
		base.Host, base.Path = bucket+"."+base.Host, "/"
	} else {
		base.Path = "/" + bucket + "/"
	}
	return base, nil
}

func (s *s3Store) close() error {
	s.client.CloseIdleConnections()
	return nil
}

func (s *s3Store) put(ctx context.Context, name, contentType string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	answer, err := s.call(ctx, http.MethodPut, s.at(name), http.Header{"Content-Type": {contentType}}, content)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// get opens a file. The caller's context says how long it may be read: a person
// with a slow connection takes minutes to download an export.
func (s *s3Store) get(ctx context.Context, name string) (*Object, error) {
	ctx, cancel := context.WithCancel(ctx)
	overdue := time.AfterFunc(s.patience, cancel)
	answer, err := s.call(ctx, http.MethodGet, s.at(name), nil, nil)
	if !overdue.Stop() {
		if err == nil {
			_ = answer.Body.Close()
		}
		err = fault.Wrap(fault.Unavailable, unreachable, context.DeadlineExceeded)
	}
	if err != nil {
		cancel()
		return nil, orNoObject(err)
	}
	modified, err := http.ParseTime(answer.Header.Get("Last-Modified"))
	if err == nil && answer.ContentLength < 0 {
		err = errors.New("the S3 server does not say how long the file is")
	}
	if err != nil {
		cancel()
		return nil, errors.Join(err, answer.Body.Close())
	}
	reader := &s3Reader{ctx: ctx, cancel: cancel, store: s, name: name, etag: answer.Header.Get("ETag"), size: answer.ContentLength, body: answer.Body}
	return &Object{reader, answer.Header.Get("Content-Type"), answer.ContentLength, modified}, nil
}

func (s *s3Store) delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	answer, err := s.call(ctx, http.MethodDelete, s.at(name), nil, nil)
	if err != nil {
		if errors.Is(orNoObject(err), errNoFile) {
			return nil
		}
		return err
	}
	return answer.Body.Close()
}

// s3Reader reads an object from the answer that it came with, and asks again for
// the rest when it is moved to another place.
type s3Reader struct {
	ctx        context.Context // of the call that opened it, which its reading is part of
	cancel     context.CancelFunc
	store      *s3Store
	name, etag string
	size       int64
	body       io.ReadCloser
	at, bodyAt int64
	again      int // times that it was asked for since anything came
}

func (r *s3Reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.at != r.bodyAt {
		if err := r.reopen(); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	r.bodyAt = r.at
	if err == io.EOF && r.at < r.size {
		err = io.ErrUnexpectedEOF
	}
	if n > 0 {
		r.again = 0
	}
	if err != nil && r.at < r.size && r.etag != "" && r.again < tries && r.ctx.Err() == nil {
		r.again, r.bodyAt, err = r.again+1, -1, nil // what was cut off is asked for by the next call
	}
	return n, err
}

func (r *s3Reader) reopen() error {
	header := http.Header{"Range": {fmt.Sprintf("bytes=%d-", r.at)}}
	if r.etag != "" {
		header.Set("If-Match", r.etag) // else the parts could be of two files
	}
	answer, err := r.store.call(r.ctx, http.MethodGet, r.store.at(r.name), header, nil)
	if err != nil {
		return err
	}
	if r.at != 0 && answer.StatusCode != http.StatusPartialContent {
		return errors.Join(errors.New("the S3 server does not give a part of a file"), answer.Body.Close())
	}
	_ = r.body.Close()
	r.body, r.bodyAt = answer.Body, r.at
	return nil
}

func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("a place before the beginning of a file")
	}
	r.at = offset
	return offset, nil
}

func (r *s3Reader) Close() error {
	r.cancel()
	return r.body.Close()
}
