package news

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

const selectNews = "SELECT id, user_id, kind, ref, state, on_day, subject, told_at, read_at IS NOT NULL, over_at IS NOT NULL FROM news WHERE "

func scanNews(r sqldb.Row) (n News, err error) {
	err = r.Scan(&n.ID, &n.userID, &n.Kind, &n.Ref, &n.State, &n.On, &n.Subject, &n.ToldAt, &n.Read, &n.Over)
	return n, err
}

// holding is what people were told of farms that still holds, by farm.
func holding(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]News, error) {
	all := map[string][]News{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (n News, err error) {
		var farmID string
		err = r.Scan(&farmID, &n.ID, &n.userID, &n.Kind, &n.Ref, &n.State, &n.On)
		all[farmID] = append(all[farmID], n)
		return n, err
	}, "SELECT farm_id, id, user_id, kind, ref, state, on_day FROM news WHERE over_at IS NULL AND farm_id IN ("+sqldb.In(1, len(farmIDs))+")", sqldb.Args(farmIDs)...)
	return all, err
}

// tally changes with every change of what the people of a farm were told: what was told
// is never taken back, and what is over stays so.
type tally struct{ told, over int64 }

func tallyOf(ctx context.Context, tx *sqldb.Tx, farmID string) (tally, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (t tally, err error) {
		err = r.Scan(&t.told, &t.over)
		return t, err
	}, "SELECT count(*), count(over_at) FROM news WHERE farm_id = $1", farmID)
}

func insert(ctx context.Context, tx *sqldb.Tx, farmID string, n News, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO news (farm_id, id, user_id, kind, ref, state, on_day, subject, told_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
		farmID, sqldb.NewID(), n.userID, n.Kind, n.Ref, n.State, n.On, n.Subject, sqldb.Millis(now))
	return err
}

func end(ctx context.Context, tx *sqldb.Tx, farmID, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE news SET over_at = $3 WHERE farm_id = $1 AND id = $2 AND over_at IS NULL", farmID, id, sqldb.Millis(now))
	return err
}

// listOf is what a person was told of a farm, the latest first.
func listOf(ctx context.Context, tx *sqldb.Tx, farmID, userID string, slice page.Slice) ([]News, error) {
	return sqldb.All(ctx, tx, scanNews, selectNews+"farm_id = $1 AND user_id = $2 ORDER BY told_at DESC, id DESC LIMIT $3 OFFSET $4",
		farmID, userID, slice.Limit, slice.Offset())
}

// countOf counts what a person was told of a farm, and what of that holds and is unread.
func countOf(ctx context.Context, tx *sqldb.Tx, farmID, userID string) (total, unread int, err error) {
	_, err = sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) { return struct{}{}, r.Scan(&total, &unread) },
		"SELECT count(*), count(CASE WHEN read_at IS NULL AND over_at IS NULL THEN 1 END) FROM news WHERE farm_id = $1 AND user_id = $2", farmID, userID)
	return total, unread, err
}

// setRead notes the pieces of news that a person has read, or not; those of others stay.
func setRead(ctx context.Context, tx *sqldb.Tx, farmID, userID string, ids []string, at any) error {
	_, err := tx.Exec(ctx, "UPDATE news SET read_at = $3 WHERE farm_id = $1 AND user_id = $2 AND id IN ("+sqldb.In(4, len(ids))+")",
		append([]any{farmID, userID, at}, sqldb.Args(ids)...)...)
	return err
}
