-- +goose Up
-- What was given with a sheet because the sheet itself leaves it out.
ALTER TABLE uploads ADD COLUMN animal_type TEXT NOT NULL DEFAULT '';
ALTER TABLE uploads ADD COLUMN area_prefix TEXT NOT NULL DEFAULT ''; -- with the space at its end, if any

-- +goose Down
ALTER TABLE uploads DROP COLUMN area_prefix;
ALTER TABLE uploads DROP COLUMN animal_type;
