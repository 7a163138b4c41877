-- +goose Up
-- What was written of a firm's tags since, for the graph that each process keeps.
CREATE INDEX tags_written ON tags (farm_id, updated_at);

-- +goose Down
DROP INDEX tags_written;
