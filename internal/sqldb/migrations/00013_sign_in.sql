-- +goose Up
ALTER TABLE sessions ADD COLUMN ip TEXT NOT NULL DEFAULT '';            -- from where it was opened
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';        -- with what, in words
ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;    -- when the password was given; 0 where a ticket opened it

-- Single sign-on: a ticket opens one session.
CREATE TABLE sso_tickets (
    ticket_hash TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    farm_id     TEXT NOT NULL,
    expires_at  BIGINT NOT NULL,
    session_id  TEXT NOT NULL DEFAULT '' -- that it opened; empty before
);
CREATE INDEX sso_tickets_user ON sso_tickets (user_id);
CREATE INDEX sso_tickets_expires ON sso_tickets (expires_at);

-- Failed sign-ins with unknown names, stored so that they take as long as those of users.
CREATE TABLE strangers (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX strangers_at ON strangers (at);

CREATE TABLE second_factors (
    user_id      TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT NOT NULL,             -- base32, as authenticator apps take it
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT NOT NULL DEFAULT 0, -- 0 before the first code: not in force yet
    last_step    BIGINT NOT NULL DEFAULT 0  -- of the newest code that was used: it and older ones are void
);

CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- +goose Down
DROP TABLE recovery_codes;
DROP TABLE second_factors;
DROP TABLE strangers;
DROP TABLE sso_tickets;
ALTER TABLE sessions DROP COLUMN proved_at;
ALTER TABLE sessions DROP COLUMN device;
ALTER TABLE sessions DROP COLUMN ip;
