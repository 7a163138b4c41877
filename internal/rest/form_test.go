package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
)

type fileInput struct {
	ID string `path:"id"`
	FormInput
}

func formHandler() http.Handler {
	route := Form(http.MethodPost, "/api/files/{id}", Public, "Send", []FormField{{Name: "mode", Enum: []any{"a", "b"}}}, func(ctx context.Context, in *fileInput) (*echoOutput, error) {
		form, err := in.ReadForm()
		out := &echoOutput{}
		out.Body.Said = fmt.Sprint(in.ID, " ", form.Fields["mode"], " ", form.FileName, " ", len(form.File), " ", form.File == nil)
		return out, err
	})
	return NewHandler([]Route{route, Document("/openapi.json")}, Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) { return actor.Actor{}, nil },
		Logger:       slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: func(h http.Handler) http.Handler { return h }, Fallback: http.NotFoundHandler(),
	})
}

func multipartBody(t *testing.T, write func(*multipart.Writer) error) (body, contentType string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), w.FormDataContentType()
}

func filePart(w *multipart.Writer, name string, size int) error {
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(make([]byte, size))
	}
	return err
}

// A form has a file of at most 10 MiB and small fields; what is wrong with it is
// told, and a form without a file is the use case's to judge.
func TestForm(t *testing.T) {
	tests := map[string]struct {
		write  func(*multipart.Writer) error
		status int
		says   string
	}{
		"a file and a field": {func(w *multipart.Writer) error {
			if err := w.WriteField("mode", "a"); err != nil {
				return err
			}
			return filePart(w, `C:\x\..\a.csv`, 10<<20)
		}, 200, `7 a`},
		"a file after its fields' limit": {func(w *multipart.Writer) error { return filePart(w, "a", 10<<20+1) }, 400, "larger than 10 MB"},
		"nothing":                        {func(*multipart.Writer) error { return nil }, 200, "7   0 true"},
		"no file chosen":                 {func(w *multipart.Writer) error { return filePart(w, "", 0) }, 200, "7   0 true"},
		"two files": {func(w *multipart.Writer) error {
			if err := filePart(w, "a", 1); err != nil {
				return err
			}
			return filePart(w, "b", 1)
		}, 400, "one file at a time"},
		"a long field": {func(w *multipart.Writer) error { return w.WriteField("mode", strings.Repeat("x", 5<<10)) }, 400, "too long"},
		"many fields": {func(w *multipart.Writer) error {
			for i := range 30 {
				if err := w.WriteField(fmt.Sprint(i), ""); err != nil {
					return err
				}
			}
			return nil
		}, 400, "too many fields"},
	}
	for name, tt := range tests {
		body, contentType := multipartBody(t, tt.write)
		answer := call(formHandler(), "POST", "/api/files/7", body, "Content-Type", contentType)
		text, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != tt.status || !strings.Contains(string(text), tt.says) {
			t.Errorf("%s: %d %.200s", name, answer.StatusCode, text)
		}
	}
	if answer := call(formHandler(), "POST", "/api/files/7", "{}"); answer.StatusCode != 200 {
		t.Errorf("no form: %d", answer.StatusCode)
	}
}

// API-5: a form is described with its file and fields.
func TestFormIsDescribed(t *testing.T) {
	text, err := io.ReadAll(call(formHandler(), "GET", "/openapi.json", "").Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"multipart/form-data"`, `"format": "binary"`, `"enum"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is missing: %s", part, text)
		}
	}
}
