package blob

import (
	"bytes"
	"context"
	"crypto/md5" // the sum that S3 asks for, against errors on the way
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/signer"

	"github.com/merroir/merroir/internal/fault"
)

const (
	tries         = 3
	triesWithin   = 5 * time.Second
	unreachable   = "The place for files cannot be reached. Please try again."
	maxErrorBytes = 8 << 10 // of the text in which an S3 server says what is wrong
)

// s3Error is what an S3 server answers in place of what was asked.
type s3Error struct {
	Status        int `xml:"-"`
	Code, Message string
}

func (e *s3Error) Error() string {
	return fmt.Sprintf("the S3 server answers %d %s %s", e.Status, e.Code, e.Message)
}

// orNoObject tells a missing file from a missing bucket.
func orNoObject(err error) error {
	if said, ok := errors.AsType[*s3Error](err); ok && said.Status == http.StatusNotFound && said.Code != "NoSuchBucket" {
		return errNoFile
	}
	return err
}

// at is where a file is.
func (s *s3Store) at(name string) url.URL {
	address := s.base
	address.Path += name
	return address
}

// call makes a request, and makes it again when the server or the network failed:
// each of the kinds may be repeated to the same effect. The answer is a
// success, and its body must be closed.
func (s *s3Store) call(ctx context.Context, method string, address url.URL, header http.Header, content []byte) (*http.Response, error) {
	pause, began := s.pause, time.Now()
	for try := 1; ; try++ {
		answer, err := s.callOnce(ctx, method, address, header, content)
		if err == nil || ctx.Err() != nil || !passing(err) {
			return answer, err
		}
		if try == tries || time.Since(began) > s.triesWithin {
			return nil, fault.Wrap(fault.Unavailable, unreachable, err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
			pause *= 2
		}
	}
}

// passing reports whether the same request may succeed a moment later.
func passing(err error) bool {
	said, ok := errors.AsType[*s3Error](err)
	return !ok || said.Status >= 500 || said.Status == http.StatusTooManyRequests
}

func (s *s3Store) callOnce(ctx context.Context, method string, address url.URL, header http.Header, content []byte) (*http.Response, error) {
	request, err := s.sign(ctx, method, address, header, content)
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 == 2 {
		return answer, nil
	}
	defer answer.Body.Close()
	said := &s3Error{}
	_ = xml.NewDecoder(io.LimitReader(answer.Body, maxErrorBytes)).Decode(said) // a proxy says it in other ways
	said.Status = answer.StatusCode
	return nil, said
}

// sign makes a signed request. Without TLS the signature covers the content too.
func (s *s3Store) sign(ctx context.Context, method string, address url.URL, header http.Header, content []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, address.String(), bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header.Clone()
	}
	if method == http.MethodPut {
		sum := md5.Sum(content)
		request.Header.Set("Content-MD5", base64.StdEncoding.EncodeToString(sum[:]))
	}
	payload := "UNSIGNED-PAYLOAD"
	if address.Scheme == "http" {
		sum := sha256.Sum256(content)
		payload = hex.EncodeToString(sum[:])
	}
	request.Header.Set("X-Amz-Content-Sha256", payload)
	keys, err := s.keys.GetWithContext(&credentials.CredContext{Client: s.client, Context: ctx})
	if err != nil {
		return nil, err
	}
	return signer.SignV4(*request, keys.AccessKeyID, keys.SecretAccessKey, keys.SessionToken, s.region), nil
}
