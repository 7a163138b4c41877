-- +goose Up
-- Keys by which a farm's own programs call the API, in the name of whoever made them.
CREATE TABLE farm_keys (
    farm_id      TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id           TEXT NOT NULL,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    token_hash   TEXT NOT NULL UNIQUE, -- nobody can see the token again
    rights       TEXT NOT NULL,        -- with spaces between them
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    ended_at     BIGINT,
    PRIMARY KEY (farm_id, id)
);
CREATE INDEX farm_keys_user ON farm_keys (user_id);

-- +goose Down
DROP TABLE farm_keys;
