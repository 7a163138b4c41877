package people

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const sweepJob = "people.sweep"

// row is a stored invitation; farmID is empty where it is to the platform.
type row struct {
	id, digest, farmID string
	level              farm.Level
	email, by          string
	created, expires   int64
}

func insert(ctx context.Context, tx *sqldb.Tx, r row) error {
	_, err := tx.Exec(ctx, `INSERT INTO invitations (id, token_hash, farm_id, level, email, email_key, invited_by, created_at, expires_at)
		VALUES ($1, $2, NULLIF($3, ''), $4, $5, $6, $7, $8, $9)`,
		r.id, r.digest, r.farmID, r.level, r.email, sqldb.Fold(r.email), r.by, r.created, r.expires)
	return err
}

const columns = "id, COALESCE(farm_id, ''), level, email, invited_by, created_at, expires_at"

func scan(r sqldb.Row) (one row, err error) {
	return one, r.Scan(&one.id, &one.farmID, &one.level, &one.email, &one.by, &one.created, &one.expires)
}

// byDigest gives an open invitation.
func byDigest(ctx context.Context, tx *sqldb.Tx, digest string, now time.Time) (row, error) {
	return sqldb.One(ctx, tx, scan, "SELECT "+columns+" FROM invitations WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2 AND expires_at <= $3",
		digest, sqldb.Millis(now), skew.Latest(now, life))
}

// byID gives an invitation to that farm, or to the platform where farmID is empty.
func byID(ctx context.Context, tx *sqldb.Tx, farmID, id string) (row, error) {
	one, err := sqldb.One(ctx, tx, scan, "SELECT "+columns+" FROM invitations WHERE id = $1 AND COALESCE(farm_id, '') = $2", id, farmID)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "No such invitation.")
	}
	return one, err
}

// end ends an invitation; false where it was over.
func end(ctx context.Context, tx *sqldb.Tx, id string, now time.Time) (won bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE invitations SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL", id, sqldb.Millis(now))
	return n > 0, err
}

// EndAll ends every invitation, for a restored backup, in which those that were accepted or taken
// back since would be good again.
func EndAll(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE invitations SET ended_at = $1 WHERE ended_at IS NULL", sqldb.Millis(now))
	return err
}

// endOlder ends what is open for the address at the same farm.
func endOlder(ctx context.Context, tx *sqldb.Tx, farmID, email string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE invitations SET ended_at = $3 WHERE email_key = $2 AND COALESCE(farm_id, '') = $1 AND ended_at IS NULL", farmID, sqldb.Fold(email), sqldb.Millis(now))
	return err
}

// openOf gives the open invitations to a farm, or to the platform, the newest first.
func openOf(ctx context.Context, tx *sqldb.Tx, farmID string, now time.Time) ([]Invitation, error) {
	open, err := sqldb.All(ctx, tx, func(r sqldb.Row) (i Invitation, err error) {
		var level farm.Level
		err = r.Scan(&i.ID, &i.Email, &level, &i.By, &i.CreatedAt, &i.ExpiresAt)
		i.May = level.String()
		return i, err
	}, `SELECT i.id, i.email, i.level, u.username, i.created_at, i.expires_at FROM invitations i JOIN users u ON u.id = i.invited_by
		WHERE COALESCE(i.farm_id, '') = $1 AND i.ended_at IS NULL AND i.expires_at > $2 ORDER BY i.id DESC`, farmID, sqldb.Millis(now))
	if open == nil {
		open = []Invitation{}
	}
	return open, err
}

// issuedBy returns the open invitations of a user.
func issuedBy(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) ([]account.Issued, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (account.Issued, error) {
		one := account.Issued{Kind: "invitation"}
		return one, r.Scan(&one.ID, &one.Name, &one.FarmID, &one.FarmName, &one.At)
	}, `SELECT i.id, i.email, COALESCE(i.farm_id, ''), COALESCE(f.name, ''), i.created_at FROM invitations i LEFT JOIN farms f ON f.id = i.farm_id
		WHERE i.invited_by = $1 AND i.ended_at IS NULL AND i.expires_at > $2 ORDER BY i.id`, userID, sqldb.Millis(now))
}

// refuseMany is a fault where more would be a flood: of one person, to one address, or open at
// one farm.
func refuseMany(ctx context.Context, tx *sqldb.Tx, by, farmID, email string, now time.Time) error {
	since, latest := sqldb.Millis(now.Add(-kept)), skew.Latest(now, 0)
	for _, limit := range []struct {
		most  int
		words string
		query string
		args  []any
	}{
		{perDay, "You have invited many people today. Please go on tomorrow.",
			"SELECT count(*) FROM invitations WHERE invited_by = $1 AND created_at > $2 AND created_at <= $3", []any{by, since, latest}},
		{perAddress, "This address was invited several times today. Please wait a day before you do it again.",
			"SELECT count(*) FROM invitations WHERE COALESCE(farm_id, '') = $1 AND email_key = $2 AND created_at > $3 AND created_at <= $4",
			[]any{farmID, sqldb.Fold(email), since, latest}},
		{maxOpen, "Many invitations wait for an answer. Take some back first.",
			"SELECT count(*) FROM invitations WHERE farm_id = $1 AND email_key <> $2 AND ended_at IS NULL AND expires_at > $3", []any{farmID, sqldb.Fold(email), sqldb.Millis(now)}},
	} {
		n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], limit.query, limit.args...)
		if err != nil {
			return err
		}
		if n >= limit.most {
			return fault.New(fault.TooMany, limit.words)
		}
	}
	return nil
}

// sweep deletes what is over and need not be counted any more.
func (s *Service) sweep(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		before := sqldb.Millis(s.now().Add(-kept))
		_, err := tx.Exec(ctx, "DELETE FROM invitations WHERE created_at <= $1 AND (expires_at <= $1 OR ended_at IS NOT NULL)", before)
		return err
	})
}
