-- +goose Up
ALTER TABLE users ADD COLUMN version BIGINT NOT NULL DEFAULT 1;      -- counts up with every change that an editor sees
ALTER TABLE users ADD COLUMN last_seen_at BIGINT NOT NULL DEFAULT 0; -- 0 for never

CREATE TABLE admin_groups (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE,        -- folded
    permissions TEXT NOT NULL DEFAULT '{}',  -- JSON, name to whether it is given
    version     BIGINT NOT NULL DEFAULT 1,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);

CREATE TABLE admin_group_members (
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id TEXT NOT NULL REFERENCES admin_groups (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, group_id)
);
CREATE INDEX admin_group_members_group ON admin_group_members (group_id);

-- Append-only. Nothing here refers to users or farms: what they did outlives them.
CREATE TABLE audit (
    id           TEXT PRIMARY KEY,
    at           BIGINT NOT NULL,
    user_id      TEXT NOT NULL, -- who did it, empty for the platform itself
    username     TEXT NOT NULL, -- as it was then
    action       TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id   TEXT NOT NULL,
    subject_name TEXT NOT NULL, -- as it was then
    detail       TEXT NOT NULL, -- JSON
    ip           TEXT NOT NULL,
    search_key   TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_action ON audit (action, at, id);

-- +goose Down
DROP TABLE audit;
DROP TABLE admin_group_members;
DROP TABLE admin_groups;
ALTER TABLE users DROP COLUMN last_seen_at;
ALTER TABLE users DROP COLUMN version;
