-- +goose Up
CREATE TABLE jobs (
    id          TEXT PRIMARY KEY,
    kind        TEXT NOT NULL,
    args        TEXT NOT NULL,             -- JSON; emptied when the job is done
    unique_key  TEXT UNIQUE,               -- NULL where any number may exist
    state       TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'failed')),
    due_at      BIGINT,                    -- from when it may be taken: ready, its start; running, the end of its lease; finished, NULL
    attempts    BIGINT NOT NULL DEFAULT 0, -- tries begun
    claim       BIGINT NOT NULL DEFAULT 0, -- counts the takings; whoever holds an older one may no longer write
    last_error  TEXT NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX jobs_due ON jobs (due_at);
CREATE INDEX jobs_finished ON jobs (state, finished_at);

CREATE TABLE job_schedules (
    kind    TEXT PRIMARY KEY,
    next_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE job_schedules;
DROP TABLE jobs;
