-- +goose Up
-- What a user wants to see first of a farm.
CREATE TABLE dashboards (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    squares    TEXT NOT NULL, -- JSON list
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, user_id)
);

-- Spreadsheets that people asked for. Nothing here refers to farms or users: a
-- row must outlive them until its file is removed.
CREATE TABLE exports (
    farm_id     TEXT NOT NULL,
    id          TEXT NOT NULL,
    user_id     TEXT NOT NULL, -- who asked
    metric      TEXT NOT NULL,
    query       TEXT NOT NULL, -- JSON
    email       TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    percent     BIGINT NOT NULL DEFAULT 0,
    row_count   BIGINT NOT NULL DEFAULT 0,
    bytes       BIGINT NOT NULL DEFAULT 0,
    message     TEXT NOT NULL DEFAULT '', -- what went wrong, for a person
    file_name   TEXT NOT NULL DEFAULT '', -- that people see
    token_hash  TEXT NOT NULL UNIQUE,     -- of the download link
    kept        BOOLEAN NOT NULL DEFAULT FALSE, -- files of it may lie in the bucket
    created_at  BIGINT NOT NULL,
    finished_at BIGINT, -- NULL while it is not
    expires_at  BIGINT, -- NULL where there is nothing to download
    PRIMARY KEY (farm_id, id)
);
CREATE INDEX exports_user ON exports (user_id, created_at);
CREATE INDEX exports_created ON exports (created_at);

-- What reports read of a farm's ledger, packed for a quick start. Disposable:
-- whatever is missing here is read from the entries.
CREATE TABLE ledger_segments (
    farm_id  TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    part     BIGINT NOT NULL, -- 0, 1, 2 …: the parts follow one another
    upto_seq BIGINT NOT NULL, -- of the newest entry in it
    epoch    BIGINT NOT NULL, -- of the farm's ledger; another one makes it worthless
    format   BIGINT NOT NULL, -- of data
    data     BYTEA NOT NULL,
    PRIMARY KEY (farm_id, part)
);

-- +goose Down
DROP TABLE ledger_segments;
DROP TABLE exports;
DROP TABLE dashboards;
