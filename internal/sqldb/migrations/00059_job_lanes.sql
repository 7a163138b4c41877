-- +goose Up
-- Of the jobs in one lane, such as the mail to one domain, a process runs only a few at a time.
ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN first_due_at BIGINT; -- kept over retries; NULL of an older release: created_at
CREATE INDEX jobs_lane ON jobs (kind, due_at, id, lane);
DROP INDEX jobs_kind;

-- +goose Down
CREATE INDEX jobs_kind ON jobs (kind, due_at, id);
DROP INDEX jobs_lane;
ALTER TABLE jobs DROP COLUMN first_due_at;
ALTER TABLE jobs DROP COLUMN lane;
