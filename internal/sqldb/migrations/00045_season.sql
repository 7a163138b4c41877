-- +goose Up
-- Tenths of a percent a month above which mortality within an interval is too much, 0 for no mark;
-- and the month with which the farm's season begins.
ALTER TABLE farms ADD COLUMN mortality_mark BIGINT NOT NULL DEFAULT 0;
ALTER TABLE farms ADD COLUMN season_month BIGINT NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE farms DROP COLUMN season_month;
ALTER TABLE farms DROP COLUMN mortality_mark;
