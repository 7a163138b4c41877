package reach

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

const (
	maxNamed = 10_000 // tags named by one recall
	maxTerms = 1_000  // lots, growing areas or certificates of a choice
)

// Choice says what is to be recalled: the tags that are named, and those that meet
// every other condition that is given. What is empty is no condition.
//
// A tag meets them by the harvests that were copied onto it. One without a copy, as
// tags on paper are, meets them by what it states in words; what a tag at the
// beginning of a lineage does not state does not exclude it, as long as something
// that it states does fit. A tag of another firm states this one's certificate.
type Choice struct {
	Tags     []string   `json:"tags,omitempty"`
	FarmID   string     `json:"farmId,omitempty"` // whose harvests; no condition by itself
	LotIDs   []string   `json:"lotIds,omitempty"`
	LeaseIDs []string   `json:"leaseIds,omitempty"` // growing areas of that firm
	Area     string     `json:"area,omitempty"`     // as tags have it in words
	Certs    []string   `json:"certs,omitempty"`    // of the original shipper or harvester
	From     ledger.Day `json:"from,omitempty"`     // days of harvest, both inclusive
	To       ledger.Day `json:"to,omitempty"`
}

// conditional says whether the choice has more than named tags.
func (c Choice) conditional() bool {
	return len(c.LotIDs) > 0 || len(c.LeaseIDs) > 0 || c.Area != "" || len(c.Certs) > 0 || c.From != 0 || c.To != 0
}

// stored is the choice as JSON.
func (c Choice) stored() string {
	doc, _ := json.Marshal(c) // texts and numbers
	return string(doc)
}

// Check brings the choice into its stored form and gives what is wrong with it.
func (c *Choice) Check() error {
	var fields []fault.Field
	refuse := func(name, format string, values ...any) {
		fields = append(fields, fault.Field{Name: name, Message: fmt.Sprintf(format, values...)})
	}
	for _, all := range []*[]string{&c.Tags, &c.LotIDs, &c.LeaseIDs, &c.Certs} {
		*all = slices.Compact(slices.Sorted(slices.Values(*all)))
	}
	c.Area = strings.TrimSpace(c.Area)
	switch {
	case len(c.Tags) == 0 && !c.conditional():
		refuse("tags", "Please say what is recalled")
	case len(c.Tags) > maxNamed:
		refuse("tags", "A recall names at most %d tags", maxNamed)
	}
	for name, all := range map[string][]string{"lotIds": c.LotIDs, "leaseIds": c.LeaseIDs, "certs": c.Certs} {
		if len(all) > maxTerms {
			refuse(name, "At most %d at once", maxTerms)
		}
	}
	if len(c.LeaseIDs) > 0 && c.FarmID == "" {
		refuse("farmId", "Please say whose growing areas")
	}
	if utf8.RuneCountInString(c.Area) > tag.MaxText || !plain.Line(c.Area) || c.Area != "" && words(c.Area) == "" {
		refuse("area", "That is not the name of a place")
	}
	if c.From != 0 && c.To != 0 && c.From > c.To {
		refuse("to", "The last day is before the first")
	}
	return fault.ForFields(fields)
}

// roots gives the tags that the choice means itself, without what was made of them, sorted.
func (s spoken) roots(ctx context.Context, tx *sqldb.Tx) ([]string, error) {
	if err := tag.RequireTags(ctx, tx, "tags", s.Tags); err != nil {
		return nil, err
	}
	found, err := s.meeting(ctx, tx, nil)
	return slices.Compact(slices.Sorted(slices.Values(append(found, s.Tags...)))), err
}

// meeting gives the tags that meet the conditions, of all tags or of some.
func (s spoken) meeting(ctx context.Context, tx *sqldb.Tx, some []string) ([]string, error) {
	if !s.conditional() {
		return nil, nil
	}
	copied, err := s.copied(ctx, tx, some)
	if err != nil || len(s.LotIDs) > 0 { // nobody writes the id of a lot on a tag
		return copied, err
	}
	stated, err := s.stated(ctx, tx, some)
	return append(copied, stated...), err
}

// copied gives the tags by the harvests that they copied.
func (c Choice) copied(ctx context.Context, tx *sqldb.Tx, some []string) ([]string, error) {
	where := &stock.Where{}
	where.Among(tx, "h.tag_id", some)
	where.Among(tx, "h.lot_id", c.LotIDs)
	where.Among(tx, "h.lease_id", c.LeaseIDs)
	where.Among(tx, "t.origin_cert", c.Certs)
	if c.FarmID != "" {
		where.And("h.farm_id = ?", c.FarmID)
	}
	if c.From != 0 {
		where.And("h.day >= ?", int64(c.From))
	}
	if c.To != 0 {
		where.And("h.day <= ?", int64(c.To))
	}
	name, found := words(c.Area), []string{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, area string
		err := r.Scan(&id, &area)
		if strings.Contains(words(area), name) {
			found = append(found, id)
		}
		return struct{}{}, err
	}, "SELECT h.tag_id, h.area FROM tag_harvests h JOIN tags t ON t.id = h.tag_id WHERE 1 = 1"+where.Text.String(), where.Args...)
	return found, err
}

// stated gives the tags without a copy by what they state.
func (s spoken) stated(ctx context.Context, tx *sqldb.Tx, some []string) (found []string, err error) {
	where := &stock.Where{}
	where.Among(tx, "t.id", some)
	if s.From != 0 {
		where.And("(t.harvest_day >= ? OR t.harvest_day = 0 OR t.harvest_day IS NULL)", int64(s.From))
	}
	if s.To != 0 {
		where.And("(t.harvest_day <= ? OR t.harvest_day IS NULL)", int64(s.To))
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var first bool
		t, err := tag.ScanRow(sqldb.Besides(r, &first))
		if err != nil {
			return struct{}{}, err
		}
		states, err := t.States()
		if err == nil && s.mean(t.FarmID, states, first) {
			found = append(found, t.ID)
		}
		return struct{}{}, err
	}, `SELECT `+tag.RowColumns+`, NOT EXISTS (SELECT 1 FROM tag_parents p WHERE p.tag_id = t.id)
		FROM tags t WHERE (t.made_by IS NULL OR t.made_by = 'receive' AND (t.origin_area = '' OR t.origin_area LIKE '%
%'))
		AND (t.made_by IS NULL OR NOT EXISTS (SELECT 1 FROM tag_parents p WHERE p.tag_id = t.id))`+where.Text.String(), where.Args...)
	return found, err
}

// spoken is a choice in the words that tags use.
type spoken struct {
	Choice
	areas     []string // words of any of these, where the choice has a growing area
	certs     []string
	firmCerts []string // of the firm whose harvests are meant
}

func (c Choice) spoken(ctx context.Context, tx *sqldb.Tx) (s spoken, err error) {
	s.Choice = c
	for _, cert := range c.Certs {
		s.certs = append(s.certs, certKey(cert))
	}
	if c.Area != "" {
		s.areas = append(s.areas, words(c.Area))
	}
	if c.FarmID == "" || !c.conditional() || len(c.LotIDs) > 0 {
		return s, nil
	}
	certs, err := sqldb.All(ctx, tx, func(r sqldb.Row) (certs [2]string, err error) { return certs, r.Scan(&certs[0], &certs[1]) },
		"SELECT cert, harvester_cert FROM farms WHERE id = $1", c.FarmID)
	if err != nil {
		return s, err
	}
	for _, both := range certs {
		for _, cert := range both {
			if key := certKey(cert); key != "" {
				s.firmCerts = append(s.firmCerts, key)
			}
		}
	}
	if len(c.LeaseIDs) == 0 {
		return s, nil
	}
	areas, err := farm.AreaNames(ctx, tx, []string{c.FarmID})
	if err != nil {
		return s, err
	}
	names, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT DISTINCT area FROM tag_harvests WHERE farm_id = $1 AND lease_id IN "+tx.Among(2)+" ORDER BY area", c.FarmID, sqldb.List(c.LeaseIDs))
	for _, a := range areas[c.FarmID] {
		if slices.Contains(c.LeaseIDs, a.ID) {
			names = append(names, a.Name)
		}
	}
	for _, name := range names { // a growing area may have had another name
		if w := words(name); w != "" {
			s.areas = append(s.areas, w)
		}
	}
	return s, err
}

// certKey is the number of a certificate without what people write between its parts.
func certKey(number string) string { return strings.ReplaceAll(words(number), " ", "") }

// mean says whether a tag that states this is meant; first is one that was made of
// no other.
func (s spoken) mean(farmID string, states tag.Fields, first bool) bool {
	fits := 0
	judge := func(asked, stated, same bool) bool {
		switch {
		case !asked:
			return true
		case !stated:
			return first
		case same:
			fits++
		}
		return same
	}
	cert := certKey(states.SourceCert)
	if cert == "" {
		cert = certKey(states.Cert)
	}
	place := words(states.HarvestLocation) + words(states.Parcel)
	day, _ := ledger.ParseDay(states.HarvestDate)
	inWords := func(name string) bool { return strings.Contains(place, name) }
	within := day >= s.From && (s.To == 0 || day <= s.To)
	return (s.FarmID == "" || s.FarmID == farmID || cert != "" && slices.Contains(s.firmCerts, cert)) &&
		judge(len(s.Certs) > 0, cert != "", slices.Contains(s.certs, cert)) &&
		judge(len(s.LeaseIDs) > 0 || s.Area != "", place != "", slices.ContainsFunc(s.areas, inWords)) &&
		judge(s.From != 0 || s.To != 0, day != 0, within) && fits > 0
}
