-- +goose Up
-- Sheets on their way into a ledger, and what became of them.
CREATE TABLE uploads (
    farm_id     TEXT NOT NULL REFERENCES farms (id),
    id          TEXT NOT NULL,
    user_id     TEXT NOT NULL,             -- who uploaded it
    filename    TEXT NOT NULL,
    format      TEXT NOT NULL CHECK (format IN ('csv', 'xlsx')),
    mode        TEXT NOT NULL CHECK (mode IN ('all', 'skip')),
    preview     BOOLEAN NOT NULL,          -- it stops after the check, until somebody confirms
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'checking', 'preview', 'recording', 'done', 'cancelled', 'failed')),
    once_key    TEXT,                      -- what makes a repeated request this one; NULL when it would be another
    attempts    BIGINT NOT NULL DEFAULT 0, -- runs begun; a run may only write while it is the newest
    row_count   BIGINT NOT NULL DEFAULT 0,
    recorded    BIGINT NOT NULL DEFAULT 0, -- activities
    skipped     BIGINT NOT NULL DEFAULT 0, -- activities that were recorded before
    refused     BIGINT NOT NULL DEFAULT 0, -- rows
    summary     TEXT NOT NULL DEFAULT '',  -- JSON, once it was checked
    errors      TEXT NOT NULL DEFAULT '[]', -- JSON, the first of the refused rows
    message     TEXT NOT NULL DEFAULT '',  -- a sentence for a person
    created_at  BIGINT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (farm_id, id),
    UNIQUE (farm_id, once_key)
);
CREATE INDEX uploads_farm ON uploads (farm_id, created_at);
CREATE INDEX uploads_state ON uploads (state, created_at);

-- What is too large for a row that is often read; gone with its purpose.
CREATE TABLE upload_files (
    farm_id   TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('sheet', 'refused')),
    content   BYTEA NOT NULL,
    PRIMARY KEY (farm_id, upload_id, kind),
    FOREIGN KEY (farm_id, upload_id) REFERENCES uploads (farm_id, id) ON DELETE CASCADE
);

-- Apart from the upload, so that telling how far it is never collides with
-- the transaction that records it.
CREATE TABLE upload_progress (
    farm_id      TEXT NOT NULL,
    upload_id    TEXT NOT NULL,
    row_count    BIGINT NOT NULL,
    done         BIGINT NOT NULL, -- rows
    percent      BIGINT NOT NULL,
    seconds_left BIGINT,          -- NULL while nobody can tell
    PRIMARY KEY (farm_id, upload_id),
    FOREIGN KEY (farm_id, upload_id) REFERENCES uploads (farm_id, id) ON DELETE CASCADE
);

-- +goose Down
DROP TABLE upload_progress;
DROP TABLE upload_files;
DROP TABLE uploads;
