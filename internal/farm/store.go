package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// searchKey is what a search looks in.
func (d Details) searchKey() string { return sqldb.Fold(d.Name + " " + d.CompanyName) }

func insertFarm(ctx context.Context, tx *sqldb.Tx, id string, d Details, now time.Time) error {
	if d.Activities == nil {
		d.Activities = []string{}
	}
	chosen, err := json.Marshal(d.Activities)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO farms (id, name, name_key, search_key, company_name, owner, email, phone, website,
		address1, address2, city, state, zip, country, type, activities, time_zone, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
		id, d.Name, sqldb.Fold(d.Name), d.searchKey(), d.CompanyName, d.Owner, d.Email, d.Phone, d.Website,
		d.Address1, d.Address2, d.City, d.State, d.Zip, d.Country, d.Type, string(chosen), d.TimeZone, sqldb.Millis(now))
	return err
}

func farmByID(ctx context.Context, tx *sqldb.Tx, id string) (Farm, error) {
	return sqldb.One(ctx, tx, scanFarm, `SELECT id, name, company_name, owner, email, phone, website, address1, address2, city, state, zip, country,
		type, activities, time_zone, photo, features, tagging_active, tagging_setup_invoice, paper_discount FROM farms WHERE id = $1`, id)
}

func scanFarm(r sqldb.Row) (Farm, error) {
	var f Farm
	var chosen, features, photo string
	if err := r.Scan(&f.ID, &f.Name, &f.CompanyName, &f.Owner, &f.Email, &f.Phone, &f.Website, &f.Address1, &f.Address2, &f.City, &f.State,
		&f.Zip, &f.Country, &f.Type, &chosen, &f.TimeZone, &photo, &features, &f.TaggingActive, &f.TaggingSetupInvoice, &f.PaperDiscount); err != nil {
		return f, err
	}
	if photo != "" {
		f.Photo = "/photos/" + photo
	}
	if err := json.Unmarshal([]byte(chosen), &f.Activities); err != nil {
		return f, fmt.Errorf("activities of farm %s: %w", f.ID, err)
	}
	if err := json.Unmarshal([]byte(features), &f.Features); err != nil {
		return f, fmt.Errorf("features of farm %s: %w", f.ID, err)
	}
	return f, nil
}

func linkedUsers(ctx context.Context, tx *sqldb.Tx, farmID string) ([]LinkedUser, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (LinkedUser, error) {
		var u LinkedUser
		var first, middle, last string
		err := r.Scan(&u.ID, &u.Username, &first, &middle, &last)
		u.Name = strings.Join(strings.Fields(first+" "+middle+" "+last), " ")
		return u, err
	}, `SELECT u.id, u.username, u.first_name, u.middle_name, u.last_name FROM farm_users l JOIN users u ON u.id = l.user_id
		WHERE l.farm_id = $1 ORDER BY u.username_key`, farmID)
}

// visible is the condition, and its arguments, that leaves of a list the farms
// that the caller may see and that match the search.
func visible(caller actor.Actor, search string) (string, []any) {
	where, args := "TRUE", []any{}
	if search != "" {
		args = append(args, "%"+sqldb.Like(sqldb.Fold(search))+"%")
		where = fmt.Sprintf("search_key LIKE $%d ESCAPE '!'", len(args))
	}
	if !caller.Staff() {
		args = append(args, caller.UserID)
		where += fmt.Sprintf(" AND id IN (SELECT farm_id FROM farm_users WHERE user_id = $%d)", len(args))
	}
	return where, args
}

func listFarms(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, search string, q rest.ListQuery) (rows []Summary, total int, err error) {
	where, args := visible(caller, search)
	total, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farms WHERE "+where, args...)
	if err != nil {
		return nil, 0, err
	}
	n := len(args)
	rows, err = sqldb.All(ctx, tx, func(r sqldb.Row) (s Summary, err error) {
		return s, r.Scan(&s.ID, &s.Name, &s.CompanyName, &s.Type, &s.PaperDiscount, &s.City, &s.State, &s.Country)
	}, fmt.Sprintf(`SELECT id, name, company_name, type, paper_discount, city, state, country FROM farms WHERE %s ORDER BY %s LIMIT $%d OFFSET $%d`,
		where, q.OrderBy("name_key"), n+1, n+2), append(args, q.Limit, q.Offset())...)
	return rows, total, err
}
