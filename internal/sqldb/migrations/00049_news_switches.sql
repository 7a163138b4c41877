-- +goose Up
-- Where a person is told of one kind of news of a farm; who has no row is told as the code says.
CREATE TABLE news_switches (
    farm_id TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    page    BOOLEAN NOT NULL,
    mail    BOOLEAN NOT NULL,
    PRIMARY KEY (farm_id, user_id, kind)
);
CREATE INDEX news_switches_user ON news_switches (user_id);

-- What the link in a mail is found by that stops the mails of its kind.
CREATE TABLE news_stops (
    hash    TEXT NOT NULL PRIMARY KEY,
    farm_id TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    made_at BIGINT NOT NULL
);
CREATE INDEX news_stops_farm ON news_stops (farm_id, user_id, kind);
CREATE INDEX news_stops_user ON news_stops (user_id);

-- +goose Down
DROP TABLE news_stops;
DROP TABLE news_switches;
