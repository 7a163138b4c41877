-- +goose Up
-- What was chosen to be recalled: tags made later that it means are recalled, too. Empty for a recall of named
-- tags by an earlier release.
ALTER TABLE recalls ADD COLUMN choice TEXT NOT NULL DEFAULT ''; -- JSON
CREATE INDEX tag_harvests_lot ON tag_harvests (lot_id, day);
CREATE INDEX tag_harvests_lease ON tag_harvests (lease_id, day, area);
CREATE INDEX tag_harvests_day ON tag_harvests (day, farm_id);
CREATE INDEX tags_cert ON tags (origin_cert, harvest_day);
-- Tags that state in words where they come from, and have no copy of a harvest.
CREATE INDEX tags_in_words ON tags (harvest_day) WHERE made_by IS NULL OR made_by = 'receive';

-- +goose Down
DROP INDEX tags_in_words;
DROP INDEX tags_cert;
DROP INDEX tag_harvests_day;
DROP INDEX tag_harvests_lease;
DROP INDEX tag_harvests_lot;
ALTER TABLE recalls DROP COLUMN choice;
