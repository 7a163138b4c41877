package tagpage

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	dom "golang.org/x/net/html"

	"github.com/merroir/merroir/internal/tag"
)

// opened is a page as a browser reads it.
func opened(t *testing.T, page string) *dom.Node {
	t.Helper()
	document, err := dom.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func attribute(n *dom.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// all gives the elements of a kind: a tag, .class or tag.class.
func all(n *dom.Node, kind string) (found []*dom.Node) {
	name, class, _ := strings.Cut(kind, ".")
	for d := range n.Descendants() {
		if d.Type == dom.ElementNode && (name == "" || d.Data == name) && (class == "" || attribute(d, "class") == class) {
			found = append(found, d)
		}
	}
	return found
}

func wordsIn(n *dom.Node) string {
	var said strings.Builder
	for d := range n.Descendants() {
		if d.Type == dom.TextNode {
			said.WriteString(d.Data)
		}
	}
	return said.String()
}

func texts(n *dom.Node, kind string) (said []string) {
	for _, one := range all(n, kind) {
		said = append(said, wordsIn(one))
	}
	return said
}

func recalledBy(p *tag.Page, party string) *tag.Page {
	p.Recall = &party
	return p
}

func inOrderIn(t *testing.T, page string, marks ...string) {
	t.Helper()
	var places []int
	for _, mark := range marks {
		places = append(places, strings.Index(page, mark))
	}
	if !slices.IsSorted(places) || places[0] < 0 {
		t.Errorf("%q stand at %v", marks, places)
	}
}

func wantTexts(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// TAGP-1 TAGP-2: header with mark and link to the product's site, and nothing from elsewhere.
func TestHeader(t *testing.T) {
	page := opened(t, pageOf(t, "en", stored(t, "full")))
	for _, kind := range []string{"a.brand", "a.site"} {
		if links := all(page, kind); len(links) != 1 || attribute(links[0], "href") != "https://merroir.example/about" {
			t.Errorf("%s: %v", kind, links)
		}
	}
	wantTexts(t, "the site", texts(page, "a.site"), "merroir.example")
	name := all(page, "svg.wordmark")
	if len(name) != 1 || attribute(name[0], "aria-label") != "Merroir" || !strings.HasPrefix(attribute(all(name[0], "path")[0], "d"), "M-5 171c") {
		t.Errorf("the name is %v", name)
	}
	for _, link := range all(page, "link") {
		if rel := attribute(link, "rel"); rel == "stylesheet" || rel == "icon" && !strings.HasPrefix(attribute(link, "href"), "data:image/svg+xml,") {
			t.Errorf("%v", link.Attr)
		}
	}
	if len(all(page, "iframe")) != 0 || attribute(all(page, "script")[0], "src") != "" {
		t.Error("the page loads from elsewhere")
	}
}

// TAGP-3: the banner is first and an alert, says what to do, and in English the line stands once.
func TestRecalledPage(t *testing.T) {
	text := pageOf(t, "en", recalledBy(stored(t, "full"), "Health"))
	page := opened(t, text)
	body := all(page, "body")[0]
	banner := body.FirstChild
	if attribute(banner, "role") != "alert" || attribute(banner, "class") != "recall" || attribute(body, "class") != "recalled" {
		t.Fatalf("first in the document is %v", banner)
	}
	var lines []string
	for line := range banner.ChildNodes() {
		lines = append(lines, wordsIn(line))
	}
	wantTexts(t, "the banner", lines, "PRODUCT RECALLED BY Health", "Do not eat, serve or sell these oysters.",
		"Harvested 14 Nov 2026 at Willapa Bay, parcel 112.", "Keep them apart. Keep this tag.", "Call +1 360 555 0142")
	if call := all(banner, "a.call"); len(call) != 1 || attribute(call[0], "href") != "tel:+13605550142" {
		t.Errorf("%v", call)
	}
	inOrderIn(t, text, "Keep this tag", "<h1>", "Growing Process", "From the water", "<img", "Tasting Notes")
	if strings.Contains(text, "On ice") {
		t.Error("a recalled page praises its ice")
	}
	clean := opened(t, pageOf(t, "en", stored(t, "full")))
	if attribute(all(clean, "body")[0], "class") != "" || len(all(clean, ".recall")) != 0 {
		t.Error("a clean page is recalled")
	}
}

// TAGP-3: the exact English line of a recall stays above its translation.
func TestRecallInOtherLanguages(t *testing.T) {
	for lang, want := range map[string][]string{
		"es": {"PRODUCT RECALLED BY Health", "Producto retirado del mercado por Health", "No coma, no sirva ni venda estas ostras.", "Llamar al +1 360 555 0142"},
		"fr": {"PRODUCT RECALLED BY Health", "Produit rappelé par Health", "Ne pas manger, ni servir, ni vendre ces huîtres.", "Appeler le +1 360 555 0142"},
	} {
		p := recalledBy(stored(t, "full"), "Health")
		banner := all(opened(t, pageOf(t, lang, p)), ".recall")[0]
		wantTexts(t, lang, append(texts(banner, "p")[:3], texts(banner, "a.call")...), want...)
		if line := all(banner, "span")[0]; attribute(line, "lang") != "en" {
			t.Errorf("%s: %v", lang, line.Attr)
		}
		picture, err := newFrame(t).Picture(lang, p)
		if err != nil || picture.Recall != want[0] || picture.RecallHere != want[1] || picture.Do != want[2] {
			t.Errorf("%+v %v", picture, err)
		}
	}
}

// A tag that its firm took back is no good, in every language, before all else but a recall.
func TestTakenBack(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "This tag is not valid. The firm that made it took it back on 21 Nov 2026.",
		"es": "Esta etiqueta no es válida. La empresa que la hizo la retiró el 21 nov 2026.",
		"fr": "Cette étiquette n’est pas valable. L’entreprise qui l’a faite l’a annulée le 21 nov. 2026.",
	} {
		p := stored(t, "full")
		p.Tag.TakenBack = "2026-11-21"
		text := pageOf(t, lang, p)
		wantTexts(t, lang, texts(opened(t, text), "p.void"), want)
		inOrderIn(t, text, `<main><p class="void" role="alert">`, "<h1>")
		if !strings.Contains(text, `<meta name="description" content="`+want) {
			t.Errorf("%s: not in the description", lang)
		}
		inOrderIn(t, pageOf(t, lang, recalledBy(p, "DOH")), "PRODUCT RECALLED BY DOH", `<p class="void"`)
	}
}

// TAGP-5 TAGP-6: the diner reads the harvest and the notes before the telephone.
func TestDinersPage(t *testing.T) {
	text := pageOf(t, "en", stored(t, "full"))
	page := opened(t, text)
	wantTexts(t, "what is told", texts(page, "p.told"), "Harvested 14 Nov 2026 at Willapa Bay. On ice 1 h 25 min later.")
	inOrderIn(t, text, "<img", "<h1>", "Harvested", "Tasting Notes", "tel:", "Species")
	wantTexts(t, "the Latin name", texts(page, "i"), "Magallana gigas")
	wantTexts(t, "the address", texts(all(page, "address")[0], "p"), "+1 360 555 0142", "stonypoint.example", "12 Tide Street, Bay Center, WA, 98527, USA", "CERT# WA-1234-SP")
	website := all(all(page, "address")[0], "a")[1]
	if attribute(website, "href") != "https://stonypoint.example" || attribute(website, "rel") != "noopener noreferrer" {
		t.Errorf("%v", website.Attr)
	}
	wantTexts(t, "what is no moment", texts(all(page, "ol")[0], "li.fact"), "Original ShipperWA-1234-SP", "Wet Storage Lot #W-2611-07")
	distributed := stored(t, "full")
	distributed.Farm.Type, distributed.Farm.GrowerNames = "distributor", "Ada, Ben"
	packed := opened(t, pageOf(t, "en", distributed))
	wantTexts(t, "the name over a distributor's tag", texts(packed, "h1"), "Ada, Ben")
	wantTexts(t, "whose phone it is then", texts(all(packed, "address")[0], "p")[:2], "Packed by Stony Point Shellfish", "+1 360 555 0142")
	bare := opened(t, pageOf(t, "en", &tag.Page{}))
	wantTexts(t, "of nothing", texts(bare, "p.none"), "Nothing has been recorded for this tag yet.")
	if len(all(bare, "p.told")) != 0 || len(all(bare, "img")) != 0 {
		t.Error("a page of nothing tells something")
	}
}

// TAG-7: title, labels and timeline in each language; what the farm typed stays as it is.
func TestLanguages(t *testing.T) {
	p := stored(t, "full")
	p.Farm.Labels = tag.Labels{Species: "Type", Harvest: "Landed"}
	spanish := opened(t, pageOf(t, "es", p))
	wantTexts(t, "the title", texts(spanish, "title"), "Merroir Stony Point Shellfish: información de la etiqueta de cosecha")
	if !slices.Contains(texts(spanish, "dt"), "Tipo") || texts(spanish, "h3")[0] != "Landed" || attribute(all(spanish, "html")[0], "lang") != "es" {
		t.Errorf("%q", texts(spanish, "dt"))
	}
	french := opened(t, pageOf(t, "fr", stored(t, "full")))
	wantTexts(t, "the title", texts(french, "title"), "Merroir Stony Point Shellfish : informations de l'étiquette de récolte")
	wantTexts(t, "what is told", texts(french, "p.told"), "Récolte du 14 nov. 2026 à Willapa Bay. Sur glace 1 h 25 min plus tard.")
	wantTexts(t, "the steps", texts(french, "li")[:3], "RécolteWillapa Bay, parcelle 11214 nov. 2026, 6 h 40", "Expéditeur d'origineWA-1234-SP",
		"Glace/Réfrigération14 nov. 2026, 8 h 051 h 25 min après la récolte")
	for _, lang := range []string{"", "en", "de", "__proto__"} {
		if wordsOf(lang) != &english {
			t.Errorf("%q is not read as English", lang)
		}
	}
	for _, w := range []*words{wordsOf("en"), wordsOf("es"), wordsOf("fr")} {
		seen := map[string]bool{}
		for _, label := range labelNames {
			if own := w.labelled(label); own == "" || seen[own] {
				t.Errorf("%s: the label %q is %q", w.lang, label, own)
			} else {
				seen[own] = true
			}
		}
	}
}

// TAGP-11: style and script stand in the page as given, the beacon's values beside it.
func TestBeacon(t *testing.T) {
	p := stored(t, "full")
	p.Farm.Name = `Ada's "Bay" & <Sons>`
	text := pageOf(t, "en", p)
	if !strings.Contains(text, ">SCRIPT</script>") || !strings.Contains(text, "<style>STYLE</style>") {
		t.Error(text)
	}
	beacon := all(opened(t, text), "script")[0]
	if attribute(beacon, "data-farm") != p.Farm.Name || attribute(beacon, "data-id") != p.Farm.ID || attribute(beacon, "data-tag") != p.Tag.ID {
		t.Errorf("%v", beacon.Attr)
	}
	for _, ending := range []string{"", "a</style>", "<!--", "<SCRIPT"} {
		if _, err := NewFrame("Merroir", "", "", ending, "x"); err == nil {
			t.Errorf("%q is a style", ending)
		}
		if _, err := NewFrame("Merroir", "", "", "x", ending); err == nil {
			t.Errorf("%q is a script", ending)
		}
	}
}

// TAGP-12
func TestTroublePages(t *testing.T) {
	for lang, want := range map[string][4]string{
		"en": {"Tag not found", "We're sorry. The tag you scanned could not be found.", "An Error Occured", "We're sorry. Something went wrong looking for your tag."},
		"es": {"Etiqueta no encontrada", "Lo sentimos. No se ha encontrado la etiqueta que ha escaneado.", "Se ha producido un error", "Lo sentimos. Algo ha salido mal al buscar su etiqueta."},
		"fr": {"Étiquette introuvable", "Nous sommes désolés. L'étiquette que vous avez scannée est introuvable.", "Une erreur s'est produite", "Nous sommes désolés. La recherche de votre étiquette a échoué."},
	} {
		for status, said := range map[int][]string{404: want[:2], 500: want[2:], 503: want[2:]} {
			page := opened(t, string(newFrame(t).Trouble(lang, status)))
			wantTexts(t, lang, append(texts(page, "h1"), texts(all(page, "main")[0], "p")...), said...)
			wantTexts(t, "the title", texts(page, "title"), "Merroir "+said[0])
			if len(all(page, "script")) != 0 || len(all(page, "a.again")) == 0 != (status == 404) {
				t.Errorf("%s %d", lang, status)
			}
		}
	}
}

// Where the page is shared it has a picture, another one after a recall and for each language.
func TestSharedPicture(t *testing.T) {
	address := regexp.MustCompile(`<meta property="og:image" content="([^"]+)"/>`)
	p := stored(t, "full")
	for lang, want := range map[string]string{"en": "", "es": "?lang=es"} {
		if got := address.FindStringSubmatch(pageOf(t, lang, p))[1]; got != "https://app.merroir.example/tag-picture/"+p.Tag.ID+want {
			t.Error(got)
		}
	}
	picture, err := newFrame(t).Picture("en", p)
	if err != nil || picture != (Picture{"Stony Point Shellfish", "Pacific oyster, Magallana gigas", "Harvested 14 Nov 2026 at Willapa Bay. On ice 1 h 25 min later.", "", "", ""}) {
		t.Errorf("%+v %v", picture, err)
	}
	if got := address.FindStringSubmatch(pageOf(t, "fr", recalledBy(p, "Health")))[1]; !strings.HasSuffix(got, p.Tag.ID+"?recalled&amp;lang=fr") {
		t.Error(got)
	}
	if strings.Contains(string(newFrame(t).Trouble("en", 404)), "og:") {
		t.Error("an error page has a picture")
	}
}

// TAGP-3 TAGP-4: nothing but the warning of a recalled page is coloured, and the photo is 300 px high.
func TestStyle(t *testing.T) {
	css, err := os.ReadFile("../../web/tag/tag.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{
		`--recall: #c2410c`, `\.recall \{[^}]*background: var\(--recall\)`, `\.recall \{[^}]*min-height: 45svh;`, `\.recalled \{\s*--sea: var\(--ink\);`, `\.photo \{[^}]*height: 300px`,
	} {
		if !regexp.MustCompile(rule).Match(css) {
			t.Errorf("no %s", rule)
		}
	}
	if n := strings.Count(string(css), "--recall:"); n != 1 {
		t.Errorf("%d colours of a recall", n)
	}
	photo := all(opened(t, pageOf(t, "en", stored(t, "full"))), "img")[0]
	if attribute(photo, "height") != "300" || attribute(photo, "width") != "1440" || attribute(photo, "fetchpriority") != "high" || attribute(photo, "alt") != "Stony Point Shellfish" {
		t.Errorf("%v", photo.Attr)
	}
}
