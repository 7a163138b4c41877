-- +goose Up
-- How much of the farm a link opens: 1 record, 2 see reports too, 3 manage. A release before this
-- one lets everybody who is linked manage.
ALTER TABLE farm_users ADD COLUMN level INTEGER NOT NULL DEFAULT 3;

-- Who was asked by mail to come, until they have: to a farm, or, where that is NULL, to the platform.
-- The link in the mail is found by its digest; a row stays for a while after its end, to be counted.
CREATE TABLE invitations (
    id          TEXT NOT NULL PRIMARY KEY,
    token_hash  TEXT NOT NULL UNIQUE,
    farm_id     TEXT REFERENCES farms (id) ON DELETE CASCADE,
    level       INTEGER NOT NULL DEFAULT 0,
    email       TEXT NOT NULL,
    email_key   TEXT NOT NULL,
    invited_by  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    ended_at    BIGINT -- accepted or taken back; NULL while it is open
);
CREATE INDEX invitations_farm ON invitations (farm_id, created_at);
CREATE INDEX invitations_by ON invitations (invited_by, created_at);

-- What was done to a farm, the newest first: its history.
CREATE INDEX audit_subject ON audit (subject_id, at, id);

-- The farm that staff look at as its manager sees it, in a session that does nothing else. A release
-- before this one takes it for any session of theirs.
ALTER TABLE sessions ADD COLUMN viewing TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE sessions DROP COLUMN viewing;
DROP INDEX audit_subject;
DROP TABLE invitations;
ALTER TABLE farm_users DROP COLUMN level;
