package scope

import (
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Choice says what is recalled: the tags named, and of all others those harvested, or
// received as they came, that meet every other condition given.
type Choice struct {
	Tags     []string `json:"tags,omitempty" maxItems:"1000"`
	FarmID   string   `json:"farmId,omitempty" maxLength:"64" doc:"Narrows the other conditions to one firm"`
	LotIDs   []string `json:"lotIds,omitempty" maxItems:"1000"`
	LeaseIDs []string `json:"leaseIds,omitempty" maxItems:"1000" doc:"Growing areas"`
	Area     string   `json:"area,omitempty" maxLength:"200" doc:"A part of the place as tags state it"`
	Certs    []string `json:"certs,omitempty" maxItems:"1000" doc:"Certificates of the original shipper or harvester"`
	From     string   `json:"from,omitempty" doc:"YYYY-MM-DD, the first day of harvest"`
	To       string   `json:"to,omitempty" doc:"YYYY-MM-DD, the last day of harvest"`
}

// Tagged is the choice as package reach reads it, and what is wrong with it.
func (c *Choice) Tagged() (reach.Choice, error) {
	var fields []fault.Field
	day := func(name, text string) ledger.Day {
		if text == "" {
			return 0
		}
		day, err := ledger.ParseDay(text)
		if err != nil {
			fields = append(fields, fault.Field{Name: "choice." + name, Message: "A date looks like 2026-11-20"})
		}
		return day
	}
	t := reach.Choice{
		Tags: tagIDs(c.Tags), FarmID: c.FarmID, LotIDs: trimmed(c.LotIDs), LeaseIDs: trimmed(c.LeaseIDs), Area: c.Area, Certs: trimmed(c.Certs),
		From: day("from", c.From), To: day("to", c.To),
	}
	if len(fields) == 0 {
		if err := t.Check(); err != nil {
			for _, f := range fault.As(err).Fields {
				fields = append(fields, fault.Field{Name: "choice." + f.Name, Message: f.Message})
			}
		}
	}
	c.Tags, c.LotIDs, c.LeaseIDs, c.Area, c.Certs = t.Tags, t.LotIDs, t.LeaseIDs, t.Area, t.Certs
	return t, fault.ForFields(fields)
}

// tagIDs returns the ids of tags that were typed, as they are stored.
func tagIDs(typed []string) []string {
	ids := trimmed(typed)
	for i, id := range ids {
		ids[i] = tag.CanonicalID(id)
	}
	return ids
}

// trimmed are the texts that say something.
func trimmed(texts []string) (said []string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			said = append(said, text)
		}
	}
	return said
}
