// Package s3test is an S3 server in the process of a test. It speaks as much S3 as
// package blob does. Only tests import it.
package s3test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server has one bucket. What it keeps may be looked at and changed under its lock.
type Server struct {
	sync.Mutex
	Objects map[string]Object  // by name
	Uploads map[string]*Upload // in parts, that are not whole yet, by id
	// Answer, where it is set, may answer a request in the server's place. It is called without the lock.
	Answer func(w http.ResponseWriter, r *http.Request) (answered bool)

	url string
}

// Object is a file that is kept.
type Object struct {
	Content     []byte
	ContentType string
	Modified    time.Time
}

// Upload is a file that comes in parts.
type Upload struct {
	Name, ContentType string
	Began             time.Time
	Parts             map[int][]byte
}

const bucket = "kept"

// Serve starts a server, which ends with the test, and gives the process keys for it.
func Serve(t testing.TB) *Server {
	t.Helper()
	s := &Server{Objects: map[string]Object{}, Uploads: map[string]*Upload{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	s.url = server.URL
	return s
}

// Address is that of the bucket, or of a name in it.
func (s *Server) Address(name string) string {
	if name != "" {
		name = "/" + name
	}
	return "s3://" + bucket + name + "?region=us-east-1&use_path_style=true&endpoint=" + s.url
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(content))
	if s.Answer != nil && s.Answer(w, r) {
		return
	}
	s.Lock()
	defer s.Unlock()
	name, inBucket := strings.CutPrefix(r.URL.Path, "/"+bucket+"/")
	query := r.URL.Query()
	id, begins := query.Get("uploadId"), query.Has("uploads")
	switch {
	case !inBucket:
		refuse(w, http.StatusNotFound, "NoSuchBucket")
	case r.Method == http.MethodGet && name == "" && begins:
		s.listUploads(w, query.Get("prefix"))
	case r.Method == http.MethodGet && name == "":
		s.list(w, query.Get("prefix"))
	case r.Method == http.MethodPost && begins:
		id := fmt.Sprint("upload ", len(s.Uploads)+1)
		s.Uploads[id] = &Upload{name, r.Header.Get("Content-Type"), time.Now(), map[int][]byte{}}
		say(w, "InitiateMultipartUploadResult", "<UploadId>"+id+"</UploadId>")
	case id != "":
		s.upload(w, r, id, content)
	case r.Method == http.MethodPut:
		s.Objects[name] = Object{content, r.Header.Get("Content-Type"), time.Now()}
	case r.Method == http.MethodDelete:
		delete(s.Objects, name)
		w.WriteHeader(http.StatusNoContent)
	default:
		s.get(w, r, name)
	}
}

func (s *Server) get(w http.ResponseWriter, r *http.Request, name string) {
	found, there := s.Objects[name]
	if !there {
		refuse(w, http.StatusNotFound, "NoSuchKey")
		return
	}
	w.Header().Set("Content-Type", found.ContentType)
	w.Header().Set("ETag", tag(found.Content))
	http.ServeContent(w, r, "", found.Modified, bytes.NewReader(found.Content))
}

// upload takes a part, has the parts become a file, or takes them back.
func (s *Server) upload(w http.ResponseWriter, r *http.Request, id string, content []byte) {
	u := s.Uploads[id]
	if u == nil {
		refuse(w, http.StatusNotFound, "NoSuchUpload")
		return
	}
	switch r.Method {
	case http.MethodPut:
		number, _ := strconv.Atoi(r.URL.Query().Get("partNumber"))
		u.Parts[number] = content
		w.Header().Set("ETag", tag(content))
	case http.MethodDelete:
		delete(s.Uploads, id)
		w.WriteHeader(http.StatusNoContent)
	case http.MethodPost:
		var asked struct {
			Part []struct {
				PartNumber int
				ETag       string
			}
		}
		_ = xml.Unmarshal(content, &asked)
		var whole []byte
		for i, part := range asked.Part {
			if part.PartNumber != i+1 || part.ETag != tag(u.Parts[i+1]) || i+1 < len(asked.Part) && len(u.Parts[i+1]) < 5<<20 {
				refuse(w, http.StatusBadRequest, "InvalidPart")
				return
			}
			whole = append(whole, u.Parts[i+1]...)
		}
		s.Objects[u.Name] = Object{whole, u.ContentType, time.Now()}
		delete(s.Uploads, id)
		say(w, "CompleteMultipartUploadResult", "")
	}
}

func (s *Server) list(w http.ResponseWriter, prefix string) {
	text := ""
	for name, o := range s.Objects {
		if below, under := strings.CutPrefix(name, prefix); under && !strings.Contains(below, "/") {
			text += fmt.Sprintf("<Contents><Key>%s</Key><Size>%d</Size><LastModified>%s</LastModified></Contents>", name, len(o.Content), o.Modified.UTC().Format(time.RFC3339))
		}
	}
	say(w, "ListBucketResult", text)
}

func (s *Server) listUploads(w http.ResponseWriter, prefix string) {
	text := ""
	for id, u := range s.Uploads {
		if strings.HasPrefix(u.Name, prefix) {
			text += fmt.Sprintf("<Upload><Key>%s</Key><UploadId>%s</UploadId><Initiated>%s</Initiated></Upload>", u.Name, id, u.Began.UTC().Format(time.RFC3339))
		}
	}
	say(w, "ListMultipartUploadsResult", text)
}

func say(w io.Writer, document, text string) {
	_, _ = fmt.Fprintf(w, "<?xml version=\"1.0\"?><%s>%s</%s>", document, text, document)
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	say(w, "Error", "<Code>"+code+"</Code><Message>So it is.</Message>")
}

func tag(content []byte) string {
	sum := md5.Sum(content)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

// Tag is the ETag of a file that is kept. The caller holds the lock.
func (s *Server) Tag(name string) string { return tag(s.Objects[name].Content) }
