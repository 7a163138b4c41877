-- +goose Up
-- From where a user has signed in. Failed tries from elsewhere do not close the account there.
CREATE TABLE known_networks (
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    network     TEXT NOT NULL,
    seen_at     BIGINT NOT NULL,           -- when the user last signed in from it
    tries       BIGINT NOT NULL DEFAULT 0, -- since then, within the time that began at tries_since
    tries_since BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, network)
);
CREATE INDEX known_networks_seen ON known_networks (seen_at);

-- +goose Down
DROP TABLE known_networks;
