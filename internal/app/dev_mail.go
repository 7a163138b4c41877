package app

import (
	"encoding/base64"
	"html/template"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/rest"
)

// mailPage is for the person who tries the demo: what the product would have
// sent, newest first, as text and as HTML. It is plain on purpose and never served
// outside the demo.
var mailPage = template.Must(template.New("mail").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of the demo</title>
<style>body { max-width: 640px } pre { white-space: pre-wrap; overflow-wrap: anywhere } iframe { width: 100%; height: 560px; border: 1px solid }</style></head>
<body><h1>Mail of the demo</h1>
{{with .Open}}<p><a href="/dev/mail">All mail</a></p><h2>{{.Subject}}</h2><p>To {{.To}}, {{.Date.Format "2 Jan 2006 15:04:05"}}</p><pre>{{.Text}}</pre>
{{range $i, $file := .Files}}<p>Attached: <a href="/dev/mail/{{$.Open.Name}}/{{$i}}" download>{{.Name}}</a> ({{.Size}} bytes)</p>{{end}}
{{range $.Links}}<p><a href="{{.}}">Open the link</a></p>{{end}}
<iframe title="As HTML" sandbox {{$.HTML}}></iframe>
{{else}}<ul>{{range .All}}<li><a href="/dev/mail/{{.Name}}">{{.Subject}}</a> to {{.To}}, {{.Date.Format "2 Jan 2006 15:04:05"}}{{range .Files}}, with {{.Name}} ({{.Size}} bytes){{end}}</li>{{else}}<li>Nothing has been sent yet.</li>{{end}}</ul>
{{end}}</body></html>`))

var linkInMail = regexp.MustCompile(`https?://\S+`)

// showMail answers /dev/mail and /dev/mail/{name}.
func (a *App) showMail(w http.ResponseWriter, r *http.Request) {
	var page struct {
		All   []mail.Stored
		Open  *mail.Stored
		Links []string
		HTML  template.HTMLAttr
	}
	var err error
	if name := r.PathValue("name"); name != "" {
		var stored mail.Stored
		stored, err = a.mailFolder.Read(name)
		page.Open, page.Links = &stored, linkInMail.FindAllString(stored.Text, -1)
		for _, file := range stored.Files { // as a mail program shows them
			stored.HTML = strings.ReplaceAll(stored.HTML, "cid:"+file.Name, "data:"+file.ContentType+";base64,"+base64.StdEncoding.EncodeToString(file.Content))
		}
		page.HTML = template.HTMLAttr(`srcdoc="` + template.HTMLEscapeString(stored.HTML) + `"`)
	} else {
		page.All, err = a.mailFolder.List()
	}
	if err != nil {
		rest.WriteError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_ = mailPage.Execute(w, page) // the caller may be gone
}

// showMailFile answers /dev/mail/{name}/{file}: an attachment by its number.
func (a *App) showMailFile(w http.ResponseWriter, r *http.Request) {
	stored, err := a.mailFolder.Read(r.PathValue("name"))
	if err != nil {
		rest.WriteError(w, r, err)
		return
	}
	n, err := strconv.Atoi(r.PathValue("file"))
	if err != nil || n < 0 || n >= len(stored.Files) {
		rest.WriteError(w, r, fault.New(fault.NotFound, "No such file."))
		return
	}
	file, h := stored.Files[n], w.Header()
	h.Set("Content-Type", file.ContentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(file.Content) // the caller may be gone
}
