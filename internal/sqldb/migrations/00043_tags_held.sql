-- +goose Up
-- What a tag holds in other units than its own, as a ceiling: it was counted in them
-- before, or those that it was made of were. JSON: the unit, and in its parts what
-- came in and what of that is left. NULL where nothing is known, as of tags of the
-- releases before.
ALTER TABLE tags ADD COLUMN held TEXT;
ALTER TABLE tag_parents ADD COLUMN held TEXT; -- what of that went over

-- +goose Down
ALTER TABLE tag_parents DROP COLUMN held;
ALTER TABLE tags DROP COLUMN held;
