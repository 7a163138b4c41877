-- +goose Up
-- A farm takes back what it asked for, before anybody has answered.
ALTER TABLE recall_requests ADD COLUMN withdrawn_at BIGINT;
ALTER TABLE recall_requests ADD COLUMN withdrawn_by TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE recall_requests DROP COLUMN withdrawn_by;
ALTER TABLE recall_requests DROP COLUMN withdrawn_at;
