-- +goose Up
-- Append-only: the recall that each generation is about, so that a process learns which pages are out of date.
-- An empty one, or none, is about anything.
CREATE TABLE recall_changes (
    generation BIGINT PRIMARY KEY,
    recall_id  TEXT NOT NULL
);
CREATE INDEX recall_changes_recall ON recall_changes (recall_id, generation);
CREATE INDEX recall_tags_recall ON recall_tags (recall_id, tag_id);

-- +goose Down
DROP INDEX recall_tags_recall;
DROP TABLE recall_changes;
