package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// columns are those of a record that can change, in the order of values and
// scanFarm.
var columns = []string{
	"name", "company_name", "owner", "email", "phone", "website", "address1", "address2", "city", "state", "zip", "country",
	"type", "activities", "time_zone", "location", "setup_fee", "dealer", "grower_names", "cert", "harvester_cert", "certs",
	"distributor_brands", "species_label", "harvest_label", "shipping_address", "photo", "features",
	"tagging_active", "tagging_setup_invoice", "paper_discount",
}

func (f *Farm) values() ([]any, error) {
	lists := make([]string, 0, 5)
	for _, list := range []any{f.Activities, f.Certs, f.DistributorBrands, f.ShippingAddress, f.Features} {
		stored, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		lists = append(lists, string(stored))
	}
	return []any{
		f.Name, f.CompanyName, f.Owner, f.Email, f.Phone, f.Website, f.Address1, f.Address2, f.City, f.State, f.Zip, f.Country,
		f.Type, lists[0], f.TimeZone, f.Location, f.SetupFee, f.Dealer, f.GrowerNames, f.Public.Cert, f.HarvesterCert, lists[1],
		lists[2], f.Labels.Species, f.Labels.Harvest, lists[3], f.photoName, lists[4],
		f.TaggingActive, f.TaggingSetupInvoice, f.PaperDiscount,
	}, nil
}

func scanFarm(r sqldb.Row) (Farm, error) {
	var f Farm
	var activities, certs, brands, shipping, features string
	if err := r.Scan(&f.ID, &f.Version,
		&f.Name, &f.CompanyName, &f.Owner, &f.Email, &f.Phone, &f.Website, &f.Address1, &f.Address2, &f.City, &f.State, &f.Zip, &f.Country,
		&f.Type, &activities, &f.TimeZone, &f.Location, &f.SetupFee, &f.Dealer, &f.GrowerNames, &f.Public.Cert, &f.HarvesterCert, &certs,
		&brands, &f.Labels.Species, &f.Labels.Harvest, &shipping, &f.photoName, &features,
		&f.TaggingActive, &f.TaggingSetupInvoice, &f.PaperDiscount); err != nil {
		return f, err
	}
	for _, list := range []struct {
		what, stored string
		into         any
	}{
		{"activities", activities, &f.Activities}, {"certs", certs, &f.Certs}, {"brands", brands, &f.DistributorBrands},
		{"shipping address", shipping, &f.ShippingAddress}, {"features", features, &f.Features},
	} {
		if err := json.Unmarshal([]byte(list.stored), list.into); err != nil {
			return f, fmt.Errorf("%s of farm %s: %w", list.what, f.ID, err)
		}
	}
	f.fill()
	return f, nil
}

func farmByID(ctx context.Context, tx *sqldb.Tx, id string) (Farm, error) {
	return sqldb.One(ctx, tx, scanFarm, "SELECT id, version, "+strings.Join(columns, ", ")+" FROM farms WHERE id = $1", id)
}

func insertFarm(ctx context.Context, tx *sqldb.Tx, f Farm, now time.Time) error {
	values, err := f.values()
	if err != nil {
		return err
	}
	args := append([]any{f.ID, sqldb.Millis(now)}, values...)
	if _, err := tx.Exec(ctx, fmt.Sprintf("INSERT INTO farms (id, created_at, updated_at, %s) VALUES ($1, $2, $2, %s)",
		strings.Join(columns, ", "), sqldb.In(3, len(columns))), args...); err != nil {
		return err
	}
	return listFarm(ctx, tx, f.ID)
}

// updateFarm stores a record with its new version, by which everything that was
// made from the farm is known to be out of date. Only what differs from the values
// before is written: lists that nobody changed keep what a later release put there.
func updateFarm(ctx context.Context, tx *sqldb.Tx, before []any, f Farm, now time.Time) error {
	values, err := f.values()
	if err != nil {
		return err
	}
	var set strings.Builder
	args := []any{f.ID, sqldb.Millis(now), f.Version}
	listed := false
	for i, column := range columns {
		if values[i] != before[i] {
			args = append(args, values[i])
			fmt.Fprintf(&set, ", %s = $%d", column, len(args))
			listed = listed || slices.Contains(listedColumns, column)
		}
	}
	if _, err := tx.Exec(ctx, "UPDATE farms SET updated_at = $2, version = $3"+set.String()+" WHERE id = $1", args...); err != nil || !listed {
		return err
	}
	return listFarm(ctx, tx, f.ID)
}

func fullName(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

func linkedUsers(ctx context.Context, tx *sqldb.Tx, farmID string) ([]LinkedUser, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (LinkedUser, error) {
		var u LinkedUser
		var first, middle, last string
		err := r.Scan(&u.ID, &u.Username, &first, &middle, &last)
		u.Name = fullName(first, middle, last)
		return u, err
	}, `SELECT u.id, u.username, u.first_name, u.middle_name, u.last_name FROM farm_users l JOIN users u ON u.id = l.user_id
		WHERE l.farm_id = $1 ORDER BY u.username_key`, farmID)
}
