package tag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// OpenRecalls gives the recalls in force that reach tags of the farms, by farm,
// the oldest first. It tells what the public page of a tag tells anybody, so it
// asks for no right.
func OpenRecalls(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]farm.OpenRecall, error) {
	open := map[string][]farm.OpenRecall{}
	if len(farmIDs) == 0 {
		return open, nil
	}
	named := map[string][]string{} // places and parcels, by recall and farm
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var found farm.OpenRecall
		var t row
		if err := r.Scan(&found.ID, &found.Party, &found.At, &t.id, &t.farmID, &t.kind, &t.doc, &t.version); err != nil {
			return struct{}{}, err
		}
		states, err := t.states()
		if err != nil {
			return struct{}{}, err
		}
		named[found.ID+t.farmID] = append(named[found.ID+t.farmID], states.HarvestLocation, states.Parcel)
		if before := open[t.farmID]; len(before) > 0 && before[len(before)-1].ID == found.ID {
			before[len(before)-1].Tags++
			return struct{}{}, nil
		}
		found.Tags, found.TagID, found.HarvestDate, found.Place = 1, t.id, states.HarvestDate, states.HarvestLocation
		open[t.farmID] = append(open[t.farmID], found)
		return struct{}{}, nil
	}, `WITH RECURSIVE reached (recall_id, tag_id) AS (
			SELECT r.id, x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id WHERE r.lifted_at IS NULL
			UNION SELECT c.recall_id, p.tag_id FROM reached c JOIN tag_parents p ON p.parent_id = c.tag_id
		) SELECT r.id, r.party, r.created_at, `+rowColumns+`
		FROM reached c JOIN recalls r ON r.id = c.recall_id JOIN tags t ON t.id = c.tag_id
		WHERE t.farm_id IN (`+sqldb.In(1, len(farmIDs))+`) ORDER BY r.created_at, r.id, t.id`, sqldb.Args(farmIDs)...)
	if err != nil {
		return nil, err
	}
	for farmID, recalls := range open {
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return nil, err
		}
		for i := range recalls {
			recalls[i].LeaseIDs = leasesNamed(leases, named[recalls[i].ID+farmID])
		}
	}
	return open, nil
}

// leasesNamed gives the growing areas whose name any of the texts has in it, as
// whole words: tags name their places in words alone.
func leasesNamed(leases []farm.Lease, texts []string) []string {
	ids := []string{}
	for _, l := range leases {
		name := words(l.Name)
		if name != "" && slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(words(text), name) }) {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// words gives the folded words of a text, each between spaces.
func words(text string) string {
	found := strings.FieldsFunc(sqldb.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
	if len(found) == 0 {
		return ""
	}
	return " " + strings.Join(found, " ") + " "
}

// states gives what the tag states, with its item over its own fields.
func (r row) states() (Fields, error) {
	t, err := r.tag()
	if err != nil {
		return Fields{}, err
	}
	states, err := t.Item.over(t.Fields)
	if err != nil {
		err = fmt.Errorf("item of tag %s: %w", t.ID, err)
	}
	return states, err
}

// CountOpenRecalls counts the recalls in force. Anybody may know them.
func CountOpenRecalls(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM recalls WHERE lifted_at IS NULL")
}
