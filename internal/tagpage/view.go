package tagpage

import (
	"errors"
	"regexp"
	"strings"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/tag"
)

// view is everything that the page shows, decided; the markup only lays it out.
type view struct {
	words              *words
	title, description string
	recall             string // the recalling party, empty when nothing is recalled
	takenBack          string // says that the tag is not valid; empty of one that is
	photo              string
	name               string
	packedBy           string // a distributor under the growers' names: the phone and all below it are its own
	phone, website     link
	address, cert      string
	harvest            string // when and where it was harvested and how soon it was on ice, as far as it is on record
	oysters            string // which, in a word or two: the species, or the brand
	kind               tag.Shellfish
	sections           []section
	tasting            section // shown apart from the others: the diner's first, a recalled page's last
	steps              []step
	farmName           string
	farmID, tagID      string
}

// section is a labelled fact; latin is the end of its value that is a Latin name.
type section struct{ label, value, latin string }

var errRecallUnknown = errors.New("it is not known whether the tag is recalled")

// newView fails where the data does not say for certain whether the product is recalled.
func newView(product string, p *tag.Page, w *words) (*view, error) {
	v := &view{words: w, farmName: text(p.Farm.Name), farmID: text(p.Farm.ID), tagID: text(p.Tag.ID)}
	if p.Recall != nil {
		if v.recall = text(*p.Recall); v.recall == "" {
			return nil, errRecallUnknown
		}
	}
	t, err := p.Tag.Stated()
	if err != nil {
		return nil, err
	}
	v.identify(&p.Farm, p.Tag.Type, &t)
	v.title = w.title(product, v.farmName)
	v.takenBack = takenBack(p.Tag.TakenBack, w)
	v.photo = photoPath(p.Farm.Photo)
	v.state(p, &t)
	v.tell(p, &t)
	v.description = joined(" ", v.takenBack, v.describe())
	return v, nil
}

func takenBack(day string, w *words) string {
	if day == "" {
		return ""
	}
	// However the day is written, it was taken back.
	said := text(day)
	if n, ok := readDay(day); ok {
		said = dayText(n, w)
	}
	return w.takenBack(said)
}

func (v *view) describe() string {
	story := v.words.story(v.name)
	if v.recall == "" {
		return story
	}
	line := v.words.recalledBy(v.recall)
	if line == "" {
		line = recalledInEnglish(v.recall)
	}
	return line + ". " + story
}

// identify says whose the tag is and how to reach them.
func (v *view) identify(f *tag.PublicFarm, kind string, t *tag.Fields) {
	growers := ""
	if isDistributor(f) {
		growers = text(f.GrowerNames)
	}
	v.name = firstText(growers, f.Name, v.words.pageTitle)
	if growers != "" {
		v.packedBy = v.farmName
	}
	facility := f.Facility(*t)
	v.phone, v.website = phoneLink(facility.Phone), websiteLink(facility.Website)
	v.address = addressLine(&facility.Contact)
	// A farm's own tag shows its certificate or its harvester's; any other tag the farm's, else the tag's.
	if named, there := f.Named(t.CertID); there && text(named.Cert) != "" {
		v.cert = text(named.Cert)
		return
	}
	harvester := ""
	if strings.EqualFold(kind, tag.TypeFarm) {
		harvester = f.HarvesterCert
	}
	v.cert = firstText(f.Cert, harvester, t.Cert)
}

func isDistributor(f *tag.PublicFarm) bool {
	return strings.EqualFold(text(f.Type), farm.TypeDistributor)
}

func addressLine(c *tag.Contact) string {
	return joined(", ", text(c.Address1), text(c.Address2), text(c.City), text(c.State), text(c.Zip), text(c.Country))
}

// state fills in the labelled facts, in order, each only where there is something to say.
func (v *view) state(p *tag.Page, t *tag.Fields) {
	add := func(s section) {
		if s.value != "" {
			s.label = v.words.labelled(s.label)
			v.sections = append(v.sections, s)
		}
	}
	brand := text(t.Brand)
	species := firstText(t.Species.Value, t.ShellfishType)
	v.oysters, v.kind = firstText(species, brand), t.Kind()
	v.sections = make([]section, 0, 5)
	add(section{label: "Brand", value: brand})
	add(speciesSection(firstText(p.Farm.Labels.Species, "Species"), species))
	add(section{label: "Size", value: text(t.SizeCull)})
	if !isDistributor(&p.Farm) && (p.RootTag == nil || text(p.RootTag.GrowerNames) == "") {
		add(section{label: "Grown By", value: text(p.Farm.GrowerNames)})
	}
	if p.RootTag != nil || brand == "" {
		return
	}
	for _, of := range p.Farm.DistributorBrands {
		if text(of.Brand) == brand {
			add(section{label: "Growing Process", value: text(of.GrowingProcess)})
			v.tasting = section{label: v.words.labelled("Tasting Notes"), value: text(of.TastingNotes)}
			return
		}
	}
}

var latinName = regexp.MustCompile(`^[A-Z][a-z]+ [a-z]{2,}$`)

// speciesSection sets a Latin name apart: in "Pacific oyster, Magallana gigas" what follows the comma.
func speciesSection(label, value string) section {
	if comma := strings.LastIndex(value, ", ") + 2; comma >= 2 && latinName.MatchString(value[comma:]) {
		return section{label, value[:comma], value[comma:]}
	}
	return section{label: label, value: value}
}

// tell fills in what happened to the product.
func (v *view) tell(p *tag.Page, t *tag.Fields) {
	where := placeOf(p, t)
	v.harvest = harvestLine(&p.Farm, t, where, v.recall != "", v.words)
	if v.recall == "" {
		v.harvest = joined(" ", v.harvest, iceLine(&p.Farm, t, v.words))
	}
	v.steps = timeline(&p.Farm, t, where.recorded(v.words), v.words)
}

var ownPath = regexp.MustCompile(`^/[\w-][\w./-]*$`)

// photoPath gives a path of this server alone: a photo is never fetched from anywhere else.
func photoPath(photo string) string {
	path := text(photo)
	if !ownPath.MatchString(path) || strings.Contains(path, "//") || strings.Contains(path, "..") {
		return ""
	}
	return path
}
