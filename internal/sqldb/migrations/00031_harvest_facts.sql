-- +goose Up
-- What is known of a harvest beside its animals: landing, buyer, price, temperatures. JSON, NULL where nothing is.
ALTER TABLE activities ADD COLUMN facts TEXT;

-- +goose Down
ALTER TABLE activities DROP COLUMN facts;
