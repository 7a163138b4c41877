-- +goose Up
-- A run that stages says over and over that it lives; what one has left that
-- lives no more is removed when it is in somebody's way. While it lives it may
-- hold the farm, so that nobody else records on it and it comes to its end.
ALTER TABLE ledger_staged ADD COLUMN alive_until BIGINT NOT NULL DEFAULT 0; -- Unix milliseconds
ALTER TABLE ledger_staged ADD COLUMN holds BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE ledger_staged DROP COLUMN holds;
ALTER TABLE ledger_staged DROP COLUMN alive_until;
