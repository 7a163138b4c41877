-- +goose Up
-- Calls that made something, so that a repeated one makes nothing more.
CREATE TABLE idempotency_keys (
    user_id    TEXT NOT NULL,
    key_hash   TEXT NOT NULL,
    digest     TEXT NOT NULL, -- of method, path and body, keyed: a body may hold a password
    answer     TEXT NOT NULL, -- JSON
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- +goose Down
DROP TABLE idempotency_keys;
