package blob

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	partBytes = 16 << 20 // each but the last; some servers want all alike
	mostParts = 10_000   // that S3 takes of one file

	partPatience    = 10 * time.Minute // until one has arrived
	partTriesWithin = 2 * time.Minute  // nobody waits for what is so large
)

// write sends the file in parts; it is there when the last call has been answered. Parts of
// one that fails are taken back, and what a crash leaves is swept by the next.
func (s *s3Store) write(ctx context.Context, name, contentType string, fill func(io.Writer) error) error {
	patient := *s
	patient.patience, patient.triesWithin = partPatience, partTriesWithin
	parts := &s3Parts{ctx: ctx, store: &patient, name: name, contentType: contentType, buffer: make([]byte, 0, partBytes)}
	err := fill(parts)
	if err == nil {
		err = parts.end()
	}
	if err != nil && parts.id != "" {
		err = errors.Join(err, patient.abort(context.WithoutCancel(ctx), name, parts.id))
	}
	return err
}

// s3Parts is a file on its way, part by part.
type s3Parts struct {
	ctx               context.Context // of the call that writes it
	store             *s3Store
	name, contentType string
	id                string // of the upload, once it has begun
	tags              []string
	buffer            []byte
}

func (p *s3Parts) Write(content []byte) (written int, err error) {
	for len(content) > 0 {
		if len(p.buffer) == cap(p.buffer) { // the last part is sent by end
			if err := p.send(); err != nil {
				return written, err
			}
		}
		n := copy(p.buffer[len(p.buffer):cap(p.buffer)], content)
		p.buffer, content, written = p.buffer[:len(p.buffer)+n], content[n:], written+n
	}
	return written, nil
}

// send sends the part that is full.
func (p *s3Parts) send() error {
	if len(p.tags) == mostParts {
		return fmt.Errorf("more than %d GB: S3 takes no larger file in parts", mostParts*(partBytes>>20)>>10)
	}
	if p.id == "" {
		if err := p.begin(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.store.patience)
	defer cancel()
	address := p.store.at(p.name)
	address.RawQuery = url.Values{"partNumber": {strconv.Itoa(len(p.tags) + 1)}, "uploadId": {p.id}}.Encode()
	answer, err := p.store.call(ctx, http.MethodPut, address, nil, p.buffer)
	if err != nil {
		return err
	}
	p.tags, p.buffer = append(p.tags, answer.Header.Get("ETag")), p.buffer[:0]
	return answer.Body.Close()
}

func (p *s3Parts) begin() error {
	ctx, cancel := context.WithTimeout(p.ctx, p.store.patience)
	defer cancel()
	if err := p.store.sweep(ctx, p.name, time.Now()); err != nil {
		return err
	}
	var begun struct {
		UploadID string `xml:"UploadId"`
	}
	if err := p.store.ask(ctx, http.MethodPost, p.name, url.Values{"uploads": {""}}, http.Header{"Content-Type": {p.contentType}}, nil, &begun); err != nil {
		return err
	}
	if p.id = begun.UploadID; p.id == "" {
		return errors.New("the S3 server does not say how its upload is named")
	}
	return nil
}

type s3Part struct {
	PartNumber int
	ETag       string
}

// end sends the last part and has all of them become the file.
func (p *s3Parts) end() error {
	if p.id == "" {
		return p.store.put(p.ctx, p.name, p.contentType, p.buffer)
	}
	if err := p.send(); err != nil {
		return err
	}
	whole := struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Part    []s3Part
	}{}
	for i, tag := range p.tags {
		whole.Part = append(whole.Part, s3Part{i + 1, tag})
	}
	text, err := xml.Marshal(whole)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.store.patience)
	defer cancel()
	said := struct { // with the status of a success it may be an error all the same
		XMLName       xml.Name
		Code, Message string
	}{}
	if err := p.store.ask(ctx, http.MethodPost, p.name, url.Values{"uploadId": {p.id}}, http.Header{"Content-Type": {"application/xml"}}, text, &said); err != nil {
		return err
	}
	if said.XMLName.Local != "CompleteMultipartUploadResult" {
		return &s3Error{http.StatusOK, said.Code, said.Message}
	}
	return nil
}

func (s *s3Store) abort(ctx context.Context, name, id string) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	address := s.at(name)
	address.RawQuery = url.Values{"uploadId": {id}}.Encode()
	answer, err := s.call(ctx, http.MethodDelete, address, nil, nil)
	if err != nil {
		return fmt.Errorf("taking back what was sent: %w", err)
	}
	return answer.Body.Close()
}

// folderOf is the folder of a name, with a slash at its end; empty where it is in none.
func folderOf(name string) string { return name[:strings.LastIndexByte(name, '/')+1] }

// sweep takes back the parts of files of the same folder that were cut off long ago: nobody
// sees them, and they are paid for. A server that does not tell of them keeps them.
func (s *s3Store) sweep(ctx context.Context, name string, now time.Time) error {
	var under struct {
		Upload []struct {
			Key       string
			UploadID  string `xml:"UploadId"`
			Initiated time.Time
		}
	}
	err := s.ask(ctx, http.MethodGet, "", url.Values{"uploads": {""}, "prefix": {folderOf(name)}}, nil, nil, &under)
	if _, refused := errors.AsType[*s3Error](err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	for _, one := range under.Upload {
		if now.Sub(one.Initiated) >= partLives && folderOf(one.Key) == folderOf(name) {
			if err := s.abort(ctx, one.Key, one.UploadID); err != nil {
				return err
			}
		}
	}
	return nil
}
