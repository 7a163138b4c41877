package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

// nextSeq numbers a change of the list. Transactions that change the list wait
// for one another, so a reader who has seen a number has seen all before it.
func nextSeq(ctx context.Context, tx *sqldb.Tx) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "UPDATE farm_list SET seq = seq + 1 WHERE id = 1 RETURNING seq")
}

// listFarm tells the lists of all processes that a farm is new or that one of its
// listedColumns has changed.
func listFarm(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	seq, err := nextSeq(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE farms SET list_seq = $2 WHERE id = $1", farmID, seq)
	return err
}

// unlistFarm tells them that a farm was deleted.
func unlistFarm(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	seq, err := nextSeq(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO farm_list_removed (farm_id, seq) VALUES ($1, $2)
		ON CONFLICT (farm_id) DO UPDATE SET seq = excluded.seq`, farmID, seq)
	return err
}

func listSeq(ctx context.Context, tx *sqldb.Tx) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT seq FROM farm_list WHERE id = 1")
}

// changedSince gives the farms that were made, changed or deleted after the number.
func changedSince(ctx context.Context, tx *sqldb.Tx, seq int64) (changed []*listed, removed []string, err error) {
	changed, err = sqldb.All(ctx, tx, scanListed, "SELECT "+listedOf("farms")+` FROM farms
		WHERE list_seq > $1 AND NOT EXISTS (SELECT 1 FROM farm_emptying e WHERE e.farm_id = farms.id AND e.deletes)`, seq)
	if err != nil {
		return nil, nil, err
	}
	removed, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT farm_id FROM farm_list_removed WHERE seq > $1", seq)
	return changed, removed, err
}

// summaries gives the rows of a page in the order of its ids. A farm that was
// deleted just now is left out.
func summaries(ctx context.Context, tx *sqldb.Tx, ids []string) ([]Summary, error) {
	if len(ids) == 0 {
		return []Summary{}, nil
	}
	found, err := sqldb.All(ctx, tx, scanSummary, "SELECT "+summaryColumns+" FROM farms WHERE id IN ("+sqldb.In(1, len(ids))+")", sqldb.Args(ids)...)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Summary, len(found))
	for _, s := range found {
		byID[s.ID] = s
	}
	rows := make([]Summary, 0, len(ids))
	for _, id := range ids {
		if s, there := byID[id]; there {
			rows = append(rows, s)
		}
	}
	return rows, nil
}

// linkedNames gives the farms that the caller is linked to, of which there are few.
func linkedNames(ctx context.Context, tx *sqldb.Tx, caller actor.Actor) ([]*listed, error) {
	links, whose := linksOf(caller, 1)
	return sqldb.All(ctx, tx, scanListed, "SELECT "+listedOf("f")+" FROM "+links+" u JOIN farms f ON f.id = u.farm_id", whose)
}

// listedOf are the id and the listedColumns of a table.
func listedOf(table string) string {
	return table + ".id, " + table + "." + strings.Join(listedColumns, ", "+table+".")
}

func scanListed(r sqldb.Row) (*listed, error) {
	var id string
	var stored record
	if err := r.Scan(append([]any{&id}, stored.fields()...)...); err != nil {
		return nil, err
	}
	return stored.listed(id)
}

const summaryColumns = "id, name, company_name, type, paper_discount, city, state, country, owner, email, phone, tagging_active, cert, harvester_cert, certs"

func scanSummary(r sqldb.Row) (s Summary, err error) {
	var cert, harvesterCert, stored string
	if err := r.Scan(&s.ID, &s.Name, &s.CompanyName, &s.Type, &s.PaperDiscount, &s.City, &s.State, &s.Country,
		&s.Owner, &s.Email, &s.Phone, &s.TaggingActive, &cert, &harvesterCert, &stored); err != nil {
		return s, err
	}
	var certs []Certificate
	if err := json.Unmarshal([]byte(stored), &certs); err != nil {
		return s, fmt.Errorf("certs of farm %s: %w", s.ID, err)
	}
	s.Certificates = []string{}
	for _, c := range append([]Certificate{{Cert: cert}, {Cert: harvesterCert}}, certs...) {
		if c.Cert != "" && !slices.Contains(s.Certificates, c.Cert) {
			s.Certificates = append(s.Certificates, c.Cert)
		}
	}
	return s, nil
}
