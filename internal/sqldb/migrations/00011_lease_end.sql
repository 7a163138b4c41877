-- +goose Up
ALTER TABLE leases ADD COLUMN ended_on TEXT NOT NULL DEFAULT ''; -- YYYY-MM-DD, the last day in use
ALTER TABLE leases ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- An export of a farm that was emptied: nobody sees it, its row waits for its
-- file to be removed.
ALTER TABLE exports ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;

-- For removing a book: what refers to a row that is removed is found without
-- reading all that was removed before it.
CREATE INDEX entries_activity ON entries (farm_id, activity_seq);
CREATE INDEX balances_lot ON balances (farm_id, lot_id);

-- +goose Down
DROP INDEX balances_lot;
DROP INDEX entries_activity;
ALTER TABLE exports DROP COLUMN withdrawn;
ALTER TABLE leases DROP COLUMN version;
ALTER TABLE leases DROP COLUMN ended_on;
