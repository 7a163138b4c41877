-- +goose Up
-- Counted up whenever a tag of the farm is made or changed: which recalls reach a
-- farm is remembered for as long as that, its growing areas and the recalls stay.
ALTER TABLE tag_farms ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tag_farms DROP COLUMN generation;
