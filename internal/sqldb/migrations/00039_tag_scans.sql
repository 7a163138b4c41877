-- +goose Up
-- How often the page of a tag was looked at, by day in UTC and country; nothing of a person. No foreign keys: like
-- the tags, the counts outlive their farm, and they are removed by their age alone.
CREATE TABLE tag_scans (
    farm_id TEXT NOT NULL,   -- of the tag
    day     BIGINT NOT NULL,
    tag_id  TEXT NOT NULL,
    country TEXT NOT NULL,   -- two letters; empty where it is not known
    scans   BIGINT NOT NULL CHECK (scans > 0),
    hours   BIGINT NOT NULL, -- a bit for each hour of the day in which there were any
    PRIMARY KEY (farm_id, day, tag_id, country)
);
CREATE INDEX tag_scans_day ON tag_scans (day);

-- +goose Down
DROP TABLE tag_scans;
