-- +goose Up
-- The processes that work on this database, each in a row that it writes again and again.
CREATE TABLE copies (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,   -- host and process, for a person
    files      TEXT NOT NULL,   -- which place it keeps files in; equal for copies that share one
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);

-- +goose Down
DROP TABLE copies;
