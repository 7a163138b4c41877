-- +goose Up
-- The Monday of the week of which a person was last sent the summary of a farm, or since
-- which they are its person: no week is summed up twice.
CREATE TABLE news_weeks (
    farm_id TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    monday  BIGINT NOT NULL,
    PRIMARY KEY (farm_id, user_id)
);
CREATE INDEX news_weeks_user ON news_weeks (user_id);

-- +goose Down
DROP TABLE news_weeks;
