-- +goose Up
-- Each kind is looked for by itself, so that one with a long queue hides no other.
CREATE INDEX jobs_kind ON jobs (kind, due_at, id);

-- +goose Down
DROP INDEX jobs_kind;
