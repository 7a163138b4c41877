-- +goose Up
-- A browser in which somebody stays signed in: it opens sessions without the password.
CREATE TABLE stays (
    id          TEXT NOT NULL PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name_hash   TEXT NOT NULL UNIQUE, -- of the half of the cookie that stays the same
    key_hash    TEXT NOT NULL,        -- of the half that every use replaces
    former_hash TEXT NOT NULL,        -- of the key before, for an answer that was lost
    turned_at   BIGINT NOT NULL,      -- when the key was given out
    created_at  BIGINT NOT NULL,
    used_at     BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    ip          TEXT NOT NULL,        -- from where it was used last
    device      TEXT NOT NULL         -- with what, in words
);
CREATE INDEX stays_user ON stays (user_id);
CREATE INDEX stays_expires ON stays (expires_at);
ALTER TABLE sessions ADD COLUMN stay_id TEXT NOT NULL DEFAULT ''; -- of the stay that it belongs to, if any

-- +goose Down
ALTER TABLE sessions DROP COLUMN stay_id;
DROP TABLE stays;
