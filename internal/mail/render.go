package mail

import (
	"embed"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/merroir/merroir/internal/plain"
)

//go:embed templates
var files embed.FS

// DateStyle is how mails write a date: 29 Nov 2026.
const DateStyle = "2 Jan 2006"

var templates = template.Must(template.New("").Option("missingkey=error").Funcs(template.FuncMap{
	"number": plain.Number[int64], // 2,000
	"tags":   func(n int64) string { return plain.Counted(n, "tag", "tags") },
}).ParseFS(files, "templates/*"))

type rendered struct{ subject, text, html string }

// render writes the three parts of a mail: the blocks "<name>.subject",
// "<name>.text" and "<name>.html", the last inside the layout.
func render(name, product string, data any) (rendered, error) {
	if templates.Lookup(name+".html") == nil {
		return rendered{}, fmt.Errorf("there is no such template")
	}
	page := struct {
		Product string
		Data    any
		Subject string
		Body    template.HTML
	}{Product: product, Data: data}
	var failed error
	run := func(block string) string {
		var out strings.Builder
		if err := templates.ExecuteTemplate(&out, block, page); err != nil && failed == nil {
			failed = err
		}
		return strings.TrimSpace(out.String())
	}
	// One template engine escapes everything; in the parts that are plain text
	// the escapes are taken back, so that no other engine is ever near HTML.
	// A name in them may be older than the rule for text.
	page.Subject = plain.OneLine(html.UnescapeString(run(name + ".subject")))
	text := plain.Shown(html.UnescapeString(run(name + ".text")))
	page.Body = template.HTML(run(name + ".html")) //nolint:gosec // made by html/template in the line itself
	whole := plain.Shown(run("layout"))
	return rendered{page.Subject, text + "\n", whole + "\n"}, failed
}
