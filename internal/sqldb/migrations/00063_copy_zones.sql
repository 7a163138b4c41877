-- +goose Up
-- Version of the table of time zones that a copy uses; empty for a copy of the release before.
ALTER TABLE copies ADD COLUMN zones TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE copies DROP COLUMN zones;
