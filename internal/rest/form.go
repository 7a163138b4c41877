package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/fault"
)

const (
	fileField = "file"
	maxFile   = 10 << 20 // of a form, bytes
	// LargestForm is the memory that any one form needs at most.
	LargestForm = maxFile

	maxFormValue  = 4 << 10 // of a field beside the file, bytes
	maxFormParts  = 20
	uploadTimeout = 60 * time.Second // for a slow line; even if the caller has left, as it will ask again
)

// FormField describes a field of a form to the API document.
type FormField struct {
	Name string
	Doc  string
	Enum []any
	File bool // the file itself; where no field says so, it is the field named file
}

// FormData is what a form holds: at most one file, and fields beside it.
type FormData struct {
	Fields   map[string]string
	File     []byte // nil when none was chosen
	FileName string // as the caller named it: not to be trusted
}

// FormInput is embedded by the input of a [Form] route.
type FormInput struct {
	body   io.Reader
	header string
	size   int64 // most bytes that the file can have
}

// attach takes the body of the request, which is read by ReadForm, after the
// use case has asked for the caller's rights.
func (f *FormInput) attach(w http.ResponseWriter, r *http.Request) {
	f.body, f.header, f.size = r.Body, r.Header.Get("Content-Type"), maxFile
	if r.ContentLength >= 0 {
		f.size = min(maxFile, r.ContentLength)
	}
	control, end := http.NewResponseController(w), time.Now().Add(uploadTimeout)
	// A connection that cannot have deadlines of its own keeps those of the server.
	_, _ = control.SetReadDeadline(end), control.SetWriteDeadline(end)
}

func (f *FormInput) most() int64 { return f.size }

// Form is a route that takes multipart/form-data with one file of at most
// 10 MiB, and answers JSON. The input embeds [FormInput]. When many arrive at
// once, some wait, and are refused after a while.
func Form[In, Out any](method, path string, access Access, summary string, fields []FormField, handle func(context.Context, *In) (*Out, error)) Route {
	use := useCaseOf(handle)
	return Route{Method: method, Path: path, Access: access, mount: func(m *mounts, access Access) {
		op := newOperation(method, path, access, summary)
		op.RequestBody = formBody(fields)
		m.mount(op, access, use.withRoom(m.room))
	}}
}

// withRoom waits until there is room for the form before the use case begins.
func (u useCase) withRoom(room *room) useCase {
	run := u.run
	u.run = func(ctx context.Context, in any) (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), uploadTimeout)
		defer cancel()
		free, err := room.take(ctx, in.(interface{ most() int64 }).most())
		if err != nil {
			return nil, err
		}
		defer free()
		return run(ctx, in)
	}
	return u
}

func formBody(fields []FormField) *huma.RequestBody {
	file, properties := FormField{Name: fileField}, map[string]*huma.Schema{}
	for _, field := range fields {
		if field.File {
			file = field
			continue
		}
		properties[field.Name] = &huma.Schema{Type: huma.TypeString, Description: field.Doc, Enum: field.Enum}
	}
	properties[file.Name] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: file.Doc}
	schema := &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: []string{file.Name}}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: schema}}}
}

// ReadForm reads the form. One without a file, or a body that is no form, is no
// error: what to say about that is up to the use case.
func (f *FormInput) ReadForm() (FormData, error) {
	form := FormData{Fields: map[string]string{}}
	kind, parameters, err := mime.ParseMediaType(f.header)
	if err != nil || kind != "multipart/form-data" || parameters["boundary"] == "" {
		return form, nil
	}
	reader := multipart.NewReader(f.body, parameters["boundary"])
	for range maxFormParts {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return form, fault.Wrap(fault.Invalid, "The upload did not arrive completely. Please try again.", err)
		}
		if err := form.take(part, f.size); err != nil {
			return form, err
		}
	}
	return form, fault.New(fault.Invalid, "That form has too many fields.")
}

func (f *FormData) has(name string) bool {
	_, has := f.Fields[name]
	return has
}

func (f *FormData) take(part *multipart.Part, size int64) error {
	name, most := part.FormName(), int64(maxFormValue)
	isFile := name == fileField || part.FileName() != ""
	if isFile {
		most = maxFile
	}
	var buffer bytes.Buffer
	if isFile {
		buffer.Grow(int(size) + bytes.MinRead) // as growing step by step takes twice as much
	}
	_, err := buffer.ReadFrom(io.LimitReader(part, most+1))
	content := buffer.Bytes()
	switch {
	case err != nil:
		return fault.Wrap(fault.Invalid, "The upload did not arrive completely. Please try again.", err)
	case int64(len(content)) > most && isFile:
		return fault.New(fault.Invalid, "That file is larger than 10 MB. Please cut it into several.")
	case int64(len(content)) > most:
		return fault.New(fault.Invalid, "A field of that form is too long.")
	case !isFile && f.has(name):
		return fault.ForField(name, sentTwice)
	case !isFile:
		f.Fields[name] = string(content)
	case f.File != nil:
		return fault.New(fault.Invalid, "Please upload one file at a time.")
	case len(content) > 0 || part.FileName() != "": // a browser sends an empty part when no file was chosen
		f.File, f.FileName = content, part.FileName()
	}
	return nil
}
