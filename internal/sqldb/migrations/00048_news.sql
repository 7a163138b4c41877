-- +goose Up
-- What a farm tells its people, each of them once for as long as it holds.
CREATE TABLE news (
    farm_id TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id      TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    ref     TEXT NOT NULL, -- of what: the id of a growing area, a certificate, a recall; the type of paper
    state   TEXT NOT NULL, -- soon, expired, low, stopped, held; empty of a recall
    on_day  TEXT NOT NULL, -- YYYY-MM-DD on which it expires, or empty
    subject TEXT NOT NULL, -- what it is called
    told_at BIGINT NOT NULL,
    read_at BIGINT,
    over_at BIGINT,        -- when it was found to hold no more
    PRIMARY KEY (farm_id, id)
);
CREATE UNIQUE INDEX news_once ON news (farm_id, user_id, kind, ref, state, on_day) WHERE over_at IS NULL;
CREATE INDEX news_user ON news (user_id);

-- +goose Down
DROP TABLE news;
