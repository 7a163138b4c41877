-- +goose Up
-- The write that ends a recall looks whether its book is what was added up, for which it counts all that is in it: by
-- indexes alone. None of these serves those who look for what is not released.
CREATE INDEX recall_lines_released ON recall_lines (recall_id, released_at) WHERE released_at IS NOT NULL;
CREATE INDEX recall_parties_released ON recall_parties (recall_id, released_at) WHERE released_at IS NOT NULL;
CREATE INDEX recall_notices_acked ON recall_notices (recall_id, acked_at) WHERE acked_at IS NOT NULL;

-- +goose Down
DROP INDEX recall_notices_acked;
DROP INDEX recall_parties_released;
DROP INDEX recall_lines_released;
