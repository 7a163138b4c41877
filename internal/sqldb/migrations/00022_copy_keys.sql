-- +goose Up
-- Which key a copy encrypts secrets with, by the key's id; empty for a copy of the release before.
ALTER TABLE copies ADD COLUMN key_id TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE copies DROP COLUMN key_id;
