-- +goose Up
-- The length from which a farm sells, in tenths of a millimetre: three inches unless it says otherwise.
ALTER TABLE farms ADD COLUMN market_size BIGINT NOT NULL DEFAULT 760;

-- +goose Down
ALTER TABLE farms DROP COLUMN market_size;
