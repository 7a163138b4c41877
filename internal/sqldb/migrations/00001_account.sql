-- +goose Up
CREATE TABLE users (
    id              TEXT PRIMARY KEY,
    username        TEXT NOT NULL,
    username_key    TEXT NOT NULL UNIQUE, -- folded, so that Admin and admin are one name
    email           TEXT NOT NULL,
    email_key       TEXT NOT NULL UNIQUE,
    first_name      TEXT NOT NULL DEFAULT '',
    middle_name     TEXT NOT NULL DEFAULT '',
    last_name       TEXT NOT NULL DEFAULT '',
    password_hash   TEXT NOT NULL,
    is_active       BOOLEAN NOT NULL DEFAULT TRUE,
    is_root         BOOLEAN NOT NULL DEFAULT FALSE,
    is_admin        BOOLEAN NOT NULL DEFAULT FALSE,
    is_farmmanager  BOOLEAN NOT NULL DEFAULT FALSE,
    failed_sign_ins BIGINT NOT NULL DEFAULT 0,
    locked_until    BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL
);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    token_hash   TEXT NOT NULL UNIQUE,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE password_resets (
    key_hash   TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id, created_at);

-- +goose Down
DROP TABLE password_resets;
DROP TABLE sessions;
DROP TABLE users;
