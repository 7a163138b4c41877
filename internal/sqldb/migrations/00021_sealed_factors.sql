-- +goose Up
-- The secret of a second factor, encrypted with a key that is not in the database. The column secret is empty where this is set,
-- unless the release before must still read it.
ALTER TABLE second_factors ADD COLUMN sealed TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE second_factors DROP COLUMN sealed;
