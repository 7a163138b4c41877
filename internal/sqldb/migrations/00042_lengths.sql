-- +goose Up
-- The lengths of a size sample beside their mean: JSON, [from, to, animals] in tenths of a millimetre. NULL where only the mean is known.
ALTER TABLE activities ADD COLUMN lengths TEXT;

-- +goose Down
ALTER TABLE activities DROP COLUMN lengths;
