package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// NoticeContact is a firm that shipped to a consignee, for its questions.
type NoticeContact struct{ Name, Phone, Email, Address string }

// contactsOf returns the firms that shipped to parties, by party. Of a firm that was deleted it returns
// the name.
func contactsOf(ctx context.Context, tx *sqldb.Tx, recallID string, partyIDs []string) (map[string][]NoticeContact, error) {
	contacts := map[string][]NoticeContact{}
	if len(partyIDs) == 0 {
		return contacts, nil
	}

	list, args := among(recallID, partyIDs)
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var c NoticeContact
		place := make([]string, 5)
		err := r.Scan(&id, &c.Name, &c.Phone, &c.Email, &place[0], &place[1], &place[2], &place[3], &place[4])
		c.Address = strings.Join(slices.DeleteFunc(place, func(part string) bool { return part == "" }), ", ")
		contacts[id] = append(contacts[id], c)
		return struct{}{}, err
	}, `SELECT p.id, COALESCE(f.name, p.farm_name), COALESCE(f.phone, ''), COALESCE(f.email, ''), COALESCE(f.address1, ''), COALESCE(f.address2, ''),
		COALESCE(f.city, ''), COALESCE(f.state, ''), COALESCE(f.zip, '')
		FROM recall_parties p LEFT JOIN farms f ON f.id = p.farm_id WHERE p.recall_id = $1 AND p.kind = 'consignee' AND p.id IN `+list+" ORDER BY 2, p.id", args...)
	if err != nil {
		return nil, fmt.Errorf("read who shipped in recall %s: %w", recallID, err)
	}
	return contacts, nil
}

// describe adds what the tags of the lines state: species, harvest date and area.
func describe(ctx context.Context, tx *sqldb.Tx, all ...[]NoticeLine) error {
	var ids []string
	for _, lines := range all {
		for _, l := range lines {
			ids = append(ids, l.Tag)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)

	states, err := tag.StatesOf(ctx, tx, slices.Compact(ids))
	if err != nil {
		return fmt.Errorf("read recalled tags: %w", err)
	}

	for _, lines := range all {
		for i := range lines {
			f := states[lines[i].Tag]
			lines[i].Species, lines[i].Area = cmp.Or(strings.TrimSpace(f.Species.Value), f.ShellfishType), f.HarvestLocation
			lines[i].kind = f.Kind()
			if day, err := ledger.ParseDay(f.HarvestDate); err == nil {
				lines[i].Harvested = day
			}
		}
	}
	return nil
}
