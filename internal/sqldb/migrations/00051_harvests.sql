-- +goose Up
-- The harvests of some days: for sales and for tags.
CREATE INDEX entries_harvest ON entries (farm_id, day) WHERE kind = 'harvest';

-- +goose Down
DROP INDEX entries_harvest;
