-- +goose Up
-- The key by which a count has its turn among those of its day: that of the count that it corrects; its own where it is empty.
ALTER TABLE counts ADD COLUMN turn_key TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE counts DROP COLUMN turn_key;
