package download

import "mime"

// What a file is.
const (
	CSV  = "text/csv; charset=utf-8"
	PDF  = "application/pdf"
	XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// File is the answer: a browser stores it instead of showing it.
type File struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// New gives content under a name of any script.
func New(name, contentType string, content []byte) *File {
	return &File{contentType, mime.FormatMediaType("attachment", map[string]string{"filename": name}), content}
}
