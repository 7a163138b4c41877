-- +goose Up
-- A run that stages says again and again that it is alive. What a dead one has left
-- is removed when it is in somebody's way. A live one may hold the farm, so that
-- nobody else records on it and the run can finish.
ALTER TABLE ledger_staged ADD COLUMN alive_until BIGINT NOT NULL DEFAULT 0; -- Unix milliseconds
ALTER TABLE ledger_staged ADD COLUMN holds BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE ledger_staged DROP COLUMN holds;
ALTER TABLE ledger_staged DROP COLUMN alive_until;
