package tag

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const firmBytes = 8 << 20

// knownFirm is a firm as its pages show it, in a state of its record.
type knownFirm struct {
	PublicFarm
	version int64
	gone    bool
	size    uint32
}

func newFirms() *otter.Cache[string, *knownFirm] {
	return otter.Must(&otter.Options[string, *knownFirm]{
		MaximumWeight: firmBytes,
		Weigher:       func(_ string, f *knownFirm) uint32 { return f.size },
	})
}

// firm gives the firm as anyone may see it. The state is asked for first: what is read
// after it is no older.
func (s *Service) firm(ctx context.Context, farmID string) (f PublicFarm, err error) {
	version, gone, known := s.Graph.FirmState(farmID)
	if f, there := s.firms.GetIfPresent(farmID); known && there && f.version == version && f.gone == gone {
		return f.PublicFarm, nil
	}
	if err = s.db.Read(ctx, func(tx *sqldb.Tx) error { f, err = PublicFarmOf(ctx, tx, farmID); return err }); err != nil || !known {
		return f, err
	}
	doc, err := json.Marshal(f)
	const beside = 1000 // of its texts, and of the cache
	s.firms.Set(farmID, &knownFirm{f, version, gone, uint32(2*len(doc) + beside)})
	return f, err
}

// PublicFarmOf gives the farm as anyone may see it, as it was kept when it is
// gone.
func PublicFarmOf(ctx context.Context, tx *sqldb.Tx, farmID string) (PublicFarm, error) {
	f, err := liveFarm(ctx, tx, farmID)
	if fault.Is(err, fault.NotFound) {
		f, err = KeptFarm(ctx, tx, farmID)
	}
	f.hideUnsafe()
	return f, err
}

// liveFarm names the columns that are public; no other column of farms may
// ever stand here.
func liveFarm(ctx context.Context, tx *sqldb.Tx, farmID string) (PublicFarm, error) {
	return sqldb.One(ctx, tx, scanFarm, `SELECT id, name, type, photo, dealer, grower_names, distributor_brands, certs,
		phone, website, address1, address2, city, state, zip, country, cert, harvester_cert, species_label, harvest_label
		FROM farms WHERE id = $1`, farmID)
}

func scanFarm(r sqldb.Row) (f PublicFarm, err error) {
	var brands, certs string
	if err := r.Scan(&f.ID, &f.Name, &f.Type, &f.Photo, &f.Dealer, &f.GrowerNames, &brands, &certs,
		&f.Phone, &f.Website, &f.Address1, &f.Address2, &f.City, &f.State, &f.Zip, &f.Country,
		&f.Cert, &f.HarvesterCert, &f.Labels.Species, &f.Labels.Harvest); err != nil {
		return f, err
	}
	if f.Photo != "" {
		f.Photo = "/photos/" + f.Photo
	}
	if f.Labels.Species == "" {
		f.Labels.Species = "Species"
	}
	if f.Labels.Harvest == "" {
		f.Labels.Harvest = "Harvest"
	}
	if f.DistributorBrands, err = list[Brand](brands); err != nil {
		return f, fmt.Errorf("brands of farm %s: %w", f.ID, err)
	}
	if f.Certs, err = list[Cert](certs); err != nil {
		return f, fmt.Errorf("certs of farm %s: %w", f.ID, err)
	}
	return f, nil
}

// list reads a stored JSON list; what an element has beside the public fields
// is left behind.
func list[T any](stored string) ([]T, error) {
	all := []T{}
	if stored == "" {
		return all, nil
	}
	err := json.Unmarshal([]byte(stored), &all)
	if all == nil {
		all = []T{}
	}
	return all, err
}

func KeptFarm(ctx context.Context, tx *sqldb.Tx, farmID string) (f PublicFarm, err error) {
	doc, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT doc FROM tag_farms WHERE farm_id = $1", farmID)
	if err != nil {
		return f, fmt.Errorf("farm %s is neither there nor kept: %w", farmID, err)
	}
	return f, json.Unmarshal([]byte(doc), &f)
}

// KeepFarm stores the farm as the page shows it now, and counts that its tags
// changed: who makes or changes a tag calls it in the same transaction.
func KeepFarm(ctx context.Context, tx *sqldb.Tx, farmID string, now int64) error {
	f, err := liveFarm(ctx, tx, farmID)
	if err != nil {
		return err
	}
	doc, err := json.Marshal(f)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO tag_farms (farm_id, doc, kept_at) VALUES ($1, $2, $3)
		ON CONFLICT (farm_id) DO UPDATE SET doc = excluded.doc, kept_at = excluded.kept_at, generation = tag_farms.generation + 1`, farmID, string(doc), now)
	return err
}
