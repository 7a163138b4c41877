package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// schemaMark asks for what is another one after anything of the schema was changed: a row that is new
// or changed has a newer xmin, and one that is gone is missing in the count.
func schemaMark() string {
	const ours = 16384 // what the server was made with has smaller oids
	marks := []string{"(SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = current_database())"}
	for _, catalog := range []string{"pg_class", "pg_attribute", "pg_constraint", "pg_trigger", "pg_proc", "pg_type", "pg_namespace"} {
		oid := "oid"
		if catalog == "pg_attribute" {
			oid = "attrelid"
		}
		marks = append(marks, fmt.Sprintf("(SELECT concat(count(*), ' ', max(CAST(CAST(xmin AS TEXT) AS BIGINT))) FROM %s WHERE %s >= %d)", catalog, oid, ours))
	}
	return "SELECT concat_ws(', ', " + strings.Join(marks, ", ") + ")"
}

// mostBytes is the size up to which the planner takes a table that was never analyzed for as large as an empty one.
const mostBytes = 10 * 8192

// emptying takes the schema's mark, the largest size of a table and the statements that insert what the
// migrations insert. As a replica the transaction has no trigger run, so no reference is looked up.
const emptying = `DO $do$ DECLARE one regclass; BEGIN
	PERFORM set_config('session_replication_role', 'replica', true);
	IF (%s) <> %s THEN RAISE 'the schema was changed'; END IF;
	FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0 LOOP
		IF pg_relation_size(one) > %d THEN RAISE '%% has become large', one; END IF;
		EXECUTE format('DELETE FROM %%s', one);
	END LOOP;
	%s
END $do$`

// emptyingOf gives the statements that make a copy of the database what it is now.
func emptyingOf(ctx context.Context, db *sql.DB) (string, error) {
	var mark, tables, seeds string
	if err := db.QueryRowContext(ctx, schemaMark()).Scan(&mark); err != nil {
		return "", err
	}
	if err := db.QueryRowContext(ctx, `SELECT string_agg(format('SELECT %L AS name, json_agg(t) AS rows FROM %s t', oid::regclass, oid::regclass), ' UNION ALL ')
		FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`).Scan(&tables); err != nil {
		return "", err
	}
	const insert = "INSERT INTO %1$s SELECT * FROM json_populate_recordset(NULL::%1$s, %2$L);"
	if err := db.QueryRowContext(ctx, "SELECT string_agg(format("+quoted(insert)+", name, rows), E'\n') FROM (SELECT name, CAST(rows AS TEXT) AS rows FROM ("+tables+") AS a) AS b WHERE rows IS NOT NULL").
		Scan(&seeds); err != nil {
		return "", err
	}
	return fmt.Sprintf(emptying, schemaMark(), quoted(mark), mostBytes, seeds), nil
}
