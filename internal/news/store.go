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

// holding is what people were told of farms that still holds, or rests since no longer than
// an instant, by farm.
func holding(ctx context.Context, tx *sqldb.Tx, farmIDs []string, since time.Time) (map[string][]News, error) {
	all := map[string][]News{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (n News, err error) {
		var farmID string
		err = r.Scan(&farmID, &n.ID, &n.userID, &n.Kind, &n.Ref, &n.State, &n.On, &n.Over)
		all[farmID] = append(all[farmID], n)
		return n, err
	}, "SELECT farm_id, id, user_id, kind, ref, state, on_day, over_at IS NOT NULL FROM news WHERE (over_at IS NULL OR kind IN ('"+kindMortality+"', '"+kindUpload+"') AND over_at > $1) AND farm_id IN ("+sqldb.In(2, len(farmIDs))+") ORDER BY over_at IS NOT NULL, over_at DESC, id",
		append([]any{sqldb.Millis(since)}, sqldb.Args(farmIDs)...)...)
	return all, err
}

// tally changes with what the people of a farm were told, which is never taken back, and with
// what is over of it. What went on again may make two tallies equal: then one round ends what
// the next finds to hold, and nothing is told for it.
type tally struct{ told, over int64 }

func tallyOf(ctx context.Context, tx *sqldb.Tx, farmID string) (tally, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (t tally, err error) {
		err = r.Scan(&t.told, &t.over)
		return t, err
	}, "SELECT count(*), count(over_at) FROM news WHERE farm_id = $1", farmID)
}

// insert notes what a person is told; fresh says that they were not told before.
func insert(ctx context.Context, tx *sqldb.Tx, farmID string, n News, now time.Time) (fresh bool, err error) {
	rows, err := tx.Exec(ctx, `INSERT INTO news (farm_id, id, user_id, kind, ref, state, on_day, subject, told_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
		farmID, sqldb.NewID(), n.userID, n.Kind, n.Ref, n.State, n.On, n.Subject, sqldb.Millis(now))
	return rows > 0, err
}

// goOn has what was over hold again.
func goOn(ctx context.Context, tx *sqldb.Tx, farmID, id string) error {
	_, err := tx.Exec(ctx, "UPDATE news SET over_at = NULL WHERE farm_id = $1 AND id = $2 AND "+notTold, farmID, id)
	return err
}

// notTold leaves out what another process has told the person meanwhile.
const notTold = `NOT EXISTS (SELECT 1 FROM news o WHERE o.farm_id = news.farm_id AND o.user_id = news.user_id
	AND o.kind = news.kind AND o.ref = news.ref AND o.state = news.state AND o.on_day = news.on_day AND o.over_at IS NULL)`

func end(ctx context.Context, tx *sqldb.Tx, farmID, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE news SET over_at = $3 WHERE farm_id = $1 AND id = $2 AND over_at IS NULL", farmID, id, sqldb.Millis(now))
	return err
}

// onPage leaves out the kinds that the person has switched off.
const onPage = " AND NOT EXISTS (SELECT 1 FROM news_switches s WHERE s.farm_id = news.farm_id AND s.user_id = news.user_id AND s.kind = news.kind AND NOT s.page)"

// which are the pieces of news of a hearer's, by the arguments that the second value has.
func (h hearer) which() (string, []any) {
	if h.all {
		return "farm_id = $1 AND user_id = $2" + onPage, []any{h.farmID, h.userID}
	}
	return "farm_id = $1 AND user_id = $2 AND kind = '" + kindRecall + "'" + onPage, []any{h.farmID, h.userID}
}

// listOf is what a person was told of a farm, the latest first.
func listOf(ctx context.Context, tx *sqldb.Tx, h hearer, slice page.Slice) ([]News, error) {
	which, args := h.which()
	return sqldb.All(ctx, tx, scanNews, selectNews+which+" ORDER BY told_at DESC, id DESC LIMIT $3 OFFSET $4", append(args, slice.Limit, slice.Offset())...)
}

// countOf counts what a person was told of a farm, and what of that holds and is unread.
func countOf(ctx context.Context, tx *sqldb.Tx, h hearer) (total, unread int, err error) {
	which, args := h.which()
	_, err = sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) { return struct{}{}, r.Scan(&total, &unread) },
		"SELECT count(*), count(CASE WHEN read_at IS NULL AND over_at IS NULL THEN 1 END) FROM news WHERE "+which, args...)
	return total, unread, err
}

// setRead notes the pieces of news that a person has read, or not; those of others stay.
func setRead(ctx context.Context, tx *sqldb.Tx, h hearer, ids []string, at any) error {
	_, err := tx.Exec(ctx, "UPDATE news SET read_at = $3 WHERE farm_id = $1 AND user_id = $2 AND id IN ("+sqldb.In(4, len(ids))+")",
		append([]any{h.farmID, h.userID, at}, sqldb.Args(ids)...)...)
	return err
}
