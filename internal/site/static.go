package site

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Config is what the web app learns from the server it was loaded from. It is
// public: everybody who opens the page can read it.
type Config struct {
	Product    string            `json:"product"`
	FarmAppURL string            `json:"farmAppUrl"`
	WebsiteURL string            `json:"websiteUrl"`
	Demo       bool              `json:"demo"`
	AppURLs    map[string]string `json:"appUrls,omitempty"` // by app: distributor, farmer
	// ShellOrigins are the origins whose pages may frame the reports and are told
	// what is chosen there (docs/mobile-shell.md).
	ShellOrigins []string `json:"shellOrigins,omitempty"`
}

const (
	appFolder  = "dist/app"
	indexName  = "index.html"
	pagesName  = ".pages.json.gz"
	configMark = "<!--config-->"
	nonceMark  = "<!--nonce-->"
	headEnd    = "</head>"
	htmlType   = "text/html; charset=utf-8"

	// A name with a hash never gets other content.
	cacheForever = "public, max-age=31536000, immutable"
	// Other files of the build may change with the next release.
	cacheChecked = "public, max-age=0, must-revalidate"
	cacheNever   = "no-store"
)

// Static serves the web app: its files, and its page for every other path.
// Who may: anyone; the app asks for a sign-in where one is needed.
type Static struct {
	files   map[string]*body // by URL path
	index   []byte
	screens []screen
	island  []byte // the config, as the page has it
	shells  []string
}

// NewStatic reads the built web app from web, the folder that holds dist/app,
// into memory. It fails when the app has not been built.
func NewStatic(web fs.FS, config Config) (*Static, error) {
	app, err := fs.Sub(web, appFolder)
	if err != nil {
		return nil, err
	}
	index, err := fs.ReadFile(app, indexName)
	if err != nil {
		return nil, fmt.Errorf("the web app is not built: %s/%s is missing, run `npm run build` in web/", appFolder, indexName)
	}
	if !bytes.Contains(index, []byte(configMark)) {
		return nil, fmt.Errorf("the web app is not usable: %s/%s has no %s", appFolder, indexName, configMark)
	}
	files, err := readFiles(app)
	if err != nil {
		return nil, fmt.Errorf("reading the web app: %w", err)
	}
	screens, err := readScreens(app, index)
	if err != nil {
		return nil, fmt.Errorf("the web app is not usable: %w", err)
	}
	island, err := configIsland(config)
	if err != nil {
		return nil, err
	}
	return &Static{files: files, index: index, screens: screens, island: island, shells: config.ShellOrigins}, nil
}

func readFiles(app fs.FS) (map[string]*body, error) {
	files := map[string]*body{}
	err := fs.WalkDir(app, ".", func(name string, entry fs.DirEntry, err error) error {
		name = strings.TrimSuffix(name, ".gz")
		if err != nil || entry.IsDir() || !served(name) {
			return err
		}
		files["/"+name], err = readFile(app, name)
		return err
	})
	return files, err
}

// readFile reads a file with its compressed twins. Where there are any, the plain
// file is not among them: it comes out of the gzip twin, which keeps the binary small.
func readFile(app fs.FS, name string) (*body, error) {
	plain, zipped, err := readZipped(app, name+".gz")
	if errors.Is(err, fs.ErrNotExist) {
		plain, err := fs.ReadFile(app, name)
		return newBody(contentType(name), plain), err
	}
	if err != nil {
		return nil, err
	}
	file := newBody(contentType(name), plain)
	file.gzip = zipped
	file.brotli, err = fs.ReadFile(app, name+".br")
	return file, err
}

// readZipped reads a gzip file, and gives it both unpacked and as it is.
func readZipped(folder fs.FS, name string) (plain, zipped []byte, err error) {
	zipped, err = fs.ReadFile(folder, name)
	if err != nil {
		return nil, nil, err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	plain, err = io.ReadAll(unzip)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return plain, zipped, nil
}

// served keeps back the page itself, which is written per answer, brotli twins,
// and the build's own notes, whose names begin with a dot.
func served(name string) bool {
	return name != indexName && !strings.HasPrefix(name, ".") && path.Ext(name) != ".br"
}

// The machine's own table of types differs from one to the next.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return htmlType
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".jpg":
		return "image/jpeg"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	default:
		return "application/octet-stream"
	}
}

func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address only answers GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	if file, ok := s.files[r.URL.Path]; ok {
		forSubresource(w.Header(), file.contentType)
		file.serve(w, r, http.StatusOK, cacheRule(r.URL.Path))
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		// A script of an older release: a page in its place would only confuse the browser.
		w.Header().Set("Cache-Control", cacheNever)
		http.Error(w, "No such file.", http.StatusNotFound)
		return
	}
	if screen := s.screenAt(r.URL); screen != nil {
		s.servePage(w, r, http.StatusOK, screen.html)
		return
	}
	s.servePage(w, r, http.StatusNotFound, s.index)
}

// The build puts everything with a hash in its name below /assets/.
func cacheRule(urlPath string) string {
	if strings.HasPrefix(urlPath, "/assets/") {
		return cacheForever
	}
	return cacheChecked
}

// servePage writes a page of the app with a nonce of its own.
func (s *Static) servePage(w http.ResponseWriter, r *http.Request, status int, html []byte) {
	nonce := rand.Text()
	page := bytes.ReplaceAll(html, []byte(nonceMark), []byte(nonce))
	page = bytes.Replace(page, []byte(configMark), s.island, 1)
	source := "'self' 'nonce-" + nonce + "'"
	w.Header().Set("Content-Security-Policy", framedPolicy(source, source, s.ancestors(r.URL.Path)))
	w.Header().Set("Permissions-Policy", permissionsOfApp)
	w.Header().Set("Cache-Control", cacheNever)
	w.Header().Add("Vary", "Accept-Encoding")
	// Nothing in a page is secret, so its length gives nothing away.
	content, encoding, _ := (&body{plain: page}).compressed().choose(r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	send(w, r, status, htmlType, content...)
}

// ancestors names who may frame the page at a path: the mobile shells the
// reports without header and footer, nobody any other page.
func (s *Static) ancestors(path string) string {
	if !strings.HasPrefix(path, "/reports/") || len(s.shells) == 0 {
		return "'none'"
	}
	return strings.Join(s.shells, " ")
}

// configIsland is the JSON for the app. Marshal escapes <, > and &, so no value
// can end the element early.
func configIsland(config Config) ([]byte, error) {
	settings, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `<script type="application/json" id="merroir-config">%s</script>`, settings), nil
}

// Moved answers the address the product used to have.
func Moved(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/", http.StatusMovedPermanently)
}
