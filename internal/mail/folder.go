package mail

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

// maxListed bounds what a page has to show.
const maxListed = 200

// Folder writes every mail into a file instead of sending it. The files hold
// live links and are for the owner's eyes only.
type Folder struct{ dir string }

// NewFolder makes the folder where it is missing.
func NewFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for mail cannot be made: %w", err)
	}
	return &Folder{dir}, nil
}

// Send writes the letter; sent again it replaces its own file.
func (f *Folder) Send(_ context.Context, l Letter) error {
	msg, err := compose(l)
	if err != nil {
		return err
	}
	var content bytes.Buffer
	if _, err := msg.WriteTo(&content); err != nil {
		return err
	}
	name := time.UnixMilli(l.WrittenAt).UTC().Format("20060102-150405.000") + "-" + l.ID + ".eml"
	half := filepath.Join(f.dir, name+".half")
	if err := os.WriteFile(half, content.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(half, filepath.Join(f.dir, name))
}

// Stored is a mail in the folder.
type Stored struct {
	Name    string // of its file
	From    string
	To      string
	Subject string
	Date    time.Time
	Text    string
	HTML    string
	Files   []StoredFile
}

// StoredFile is an attachment of a stored mail.
type StoredFile struct {
	Name        string
	ContentType string
	Size        int
	Content     []byte // nil in a list
}

// fileName is how Send names its files; nothing else is read.
var fileName = regexp.MustCompile(`^\d{8}-\d{6}\.\d{3}-[0-9a-f]{24}\.eml$`)

// List gives the stored mails, the newest first, at most two hundred.
func (f *Folder) List() ([]Stored, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	all := []Stored{}
	for _, entry := range slices.Backward(entries) { // by name, so by time
		if !fileName.MatchString(entry.Name()) {
			continue
		}
		s, err := f.Read(entry.Name())
		if err != nil {
			return nil, err
		}
		for i := range s.Files {
			s.Files[i].Content = nil
		}
		if all = append(all, s); len(all) == maxListed {
			break
		}
	}
	return all, nil
}

// Read gives one stored mail by the name of its file.
func (f *Folder) Read(name string) (Stored, error) {
	if !fileName.MatchString(name) {
		return Stored{}, fault.New(fault.NotFound, "No such mail.")
	}
	content, err := os.ReadFile(filepath.Join(f.dir, name))
	if errors.Is(err, os.ErrNotExist) {
		return Stored{}, fault.New(fault.NotFound, "No such mail.")
	}
	if err != nil {
		return Stored{}, err
	}
	s, err := parse(content)
	s.Name = name
	return s, err
}

func parse(content []byte) (Stored, error) {
	msg, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		return Stored{}, err
	}
	s := Stored{From: heading(msg, "From"), To: heading(msg, "To"), Subject: heading(msg, "Subject")}
	if s.Date, err = msg.Header.Date(); err != nil {
		return s, err
	}
	return s, s.parseParts(msg.Header.Get("Content-Type"), msg.Body)
}

// parseParts reads the parts of a body, those within parts too.
func (s *Stored) parseParts(contentType string, body io.Reader) error {
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return err
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.parsePart(part); err != nil {
			return err
		}
	}
}

func (s *Stored) parsePart(part *multipart.Part) error {
	full := part.Header.Get("Content-Type")
	contentType, _, err := mime.ParseMediaType(full)
	if err != nil {
		return err
	}
	if strings.HasPrefix(contentType, "multipart/") {
		return s.parseParts(full, part)
	}
	content, err := decode(part)
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	switch {
	case err != nil:
		return err
	case part.FileName() != "":
		s.Files = append(s.Files, StoredFile{decodeWords(part.FileName()), contentType, len(content), content})
	case contentType == "text/html":
		s.HTML = text
	default:
		s.Text = text
	}
	return nil
}

func decode(part *multipart.Part) ([]byte, error) {
	var body io.Reader = part
	switch strings.ToLower(part.Header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(part)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, part)
	}
	return io.ReadAll(body)
}

func heading(msg *netmail.Message, name string) string { return decodeWords(msg.Header.Get(name)) }

// decodeWords reads what a header writes with more than ASCII.
func decodeWords(text string) string {
	decoded, err := new(mime.WordDecoder).DecodeHeader(text)
	if err != nil {
		return text
	}
	return decoded
}
