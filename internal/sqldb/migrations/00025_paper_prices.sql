-- +goose Up
-- What the tagging subscription charges by, with history: the list of the latest
-- day that has come is in force, of one day the newest. None is ever changed.
CREATE TABLE paper_prices (
    id         TEXT PRIMARY KEY,
    from_day   BIGINT NOT NULL, -- days since 1970-01-01, in UTC
    prices     TEXT NOT NULL,   -- JSON
    username   TEXT NOT NULL,   -- who set them
    created_at BIGINT NOT NULL
);
CREATE INDEX paper_prices_from ON paper_prices (from_day, id);

-- +goose Down
DROP TABLE paper_prices;
