package farm

import (
	"context"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

// Grower is a farm as those who keep track of shellfish want it named.
type Grower struct {
	Name          string
	HarvesterCert string // its certificate where it has none as a harvester
	Phone         string
	Address       string // in one line, without state and country
	State         string
	Country       string
	Type          string
}

// GrowerOf gives the farm. It asks for no right: who calls it has passed the gate.
func GrowerOf(ctx context.Context, tx *sqldb.Tx, farmID string) (Grower, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (g Grower, err error) {
		var cert, line1, line2, city, zip string
		if err := r.Scan(&g.Name, &g.HarvesterCert, &cert, &g.Phone, &line1, &line2, &city, &zip, &g.State, &g.Country, &g.Type); err != nil {
			return g, err
		}
		if g.HarvesterCert == "" {
			g.HarvesterCert = cert
		}
		var parts []string
		for _, part := range []string{line1, line2, city, zip} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		g.Address = strings.Join(parts, ", ")
		return g, nil
	}, "SELECT name, harvester_cert, cert, phone, address1, address2, city, zip, state, country, type FROM farms WHERE id = $1", farmID)
}
