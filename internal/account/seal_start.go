package account

import (
	"context"
	"log/slog"

	"github.com/merroir/merroir/internal/sqldb"
)

// storedFactor is a second factor as it is stored.
type storedFactor struct{ userID, plain, sealed string }

func scanStoredFactor(r sqldb.Row) (f storedFactor, err error) {
	return f, r.Scan(&f.userID, &f.plain, &f.sealed)
}

const factorsAtOnce = 200 // in a transaction

// SealFactors encrypts the secrets that are stored in plain or under an older
// key. The server calls it when it starts; an error means that some cannot be
// opened with the keys at hand, and the server must not start, or people would
// be locked out. With Options.PlainSecrets they are stored in plain text again too.
func (s *Service) SealFactors(ctx context.Context) error {
	total := 0
	for after := ""; ; {
		last, changed, err := s.sealSome(ctx, after)
		if err != nil {
			return err
		}
		total += changed
		if last == "" {
			break
		}
		after = last
	}
	if total > 0 {
		slog.InfoContext(ctx, "second factors were encrypted", "number", total)
	}
	return nil
}

// sealSome encrypts the secrets of the next users after that id. It gives the last
// of them, nobody where there are no more, and how many secrets it changed.
func (s *Service) sealSome(ctx context.Context, after string) (last string, changed int, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		last, changed = "", 0
		rows, err := sqldb.All(ctx, tx, scanStoredFactor, "SELECT user_id, secret, sealed FROM second_factors WHERE user_id > $1 ORDER BY user_id LIMIT $2", after, factorsAtOnce)
		if err != nil {
			return err
		}
		for _, row := range rows {
			resealed, err := s.reseal(ctx, tx, row)
			if err != nil {
				return err
			}
			if resealed {
				changed++
			}
			last = row.userID
		}
		return nil
	})
	return last, changed, err
}

// reseal brings a stored secret into the form in which it should be stored.
func (s *Service) reseal(ctx context.Context, tx *sqldb.Tx, row storedFactor) (changed bool, err error) {
	secret, err := s.sealer.openFactor(row)
	if err != nil {
		return false, err
	}
	plain := s.plainCopy(secret)
	if s.sealer.isCurrent(row.sealed) && row.plain == plain {
		return false, nil
	}
	sealed, err := s.sealer.seal(row.userID, secret)
	if err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, "UPDATE second_factors SET secret = $2, sealed = $3 WHERE user_id = $1", row.userID, plain, sealed)
	return true, err
}

// openFactor gives the secret. A copy of the previous release, which has only the
// plain column, may have written that since: then the sealed one is older.
func (s *sealer) openFactor(row storedFactor) (string, error) {
	if row.plain != "" {
		return row.plain, nil
	}
	return s.open(row.userID, row.sealed)
}

// plainCopy is what the column of the previous release holds.
func (s *Service) plainCopy(secret string) string {
	if s.plainSecrets {
		return secret
	}
	return ""
}
