-- +goose Up
-- A farm that is being emptied: what was recorded on it is hidden at once and
-- removed in pieces. The row goes with the last piece.
CREATE TABLE farm_emptying (
    farm_id  TEXT PRIMARY KEY REFERENCES farms (id),
    deletes  BOOLEAN NOT NULL, -- the farm goes too; else it stays, clean
    user_id  TEXT NOT NULL,    -- who asked
    begun_at BIGINT NOT NULL,
    expected BIGINT NOT NULL,  -- rows to remove, about
    removed  BIGINT NOT NULL DEFAULT 0
);

-- Entries and activities that are stored and do not count: their numbers lie
-- beyond the farm's newest one, and whatever reads the book stops at that.
CREATE TABLE ledger_staged (
    farm_id   TEXT PRIMARY KEY REFERENCES farms (id),
    upload_id TEXT NOT NULL,   -- whose they are; empty where they only wait to be removed
    attempt   BIGINT NOT NULL, -- the run of the upload
    first_seq BIGINT NOT NULL,
    last_seq  BIGINT NOT NULL
);

-- +goose Down
DROP TABLE ledger_staged;
DROP TABLE farm_emptying;
