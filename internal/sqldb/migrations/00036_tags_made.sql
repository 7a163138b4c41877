-- +goose Up
-- The tags that were made since: a recall is followed on from where it was.
CREATE INDEX tags_created ON tags (created_at);

-- +goose Down
DROP INDEX tags_created;
