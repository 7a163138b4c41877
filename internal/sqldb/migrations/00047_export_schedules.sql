-- +goose Up
-- Exports that a person has mailed every week or month.
CREATE TABLE export_schedules (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id         TEXT NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    query      TEXT NOT NULL, -- JSON
    email      TEXT NOT NULL,
    every      TEXT NOT NULL CHECK (every IN ('week', 'month')),
    on_day     BIGINT NOT NULL, -- of the week, Monday is 1; or of the month
    at_hour    BIGINT NOT NULL, -- in the farm's time zone
    state      TEXT NOT NULL CHECK (state IN ('active', 'paused', 'stopped')),
    message    TEXT NOT NULL DEFAULT '', -- why it stopped, for a person
    next_day   BIGINT NOT NULL, -- on which it is mailed next: the period of that export
    next_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, id)
);
CREATE INDEX export_schedules_due ON export_schedules (next_at) WHERE state = 'active';
CREATE INDEX export_schedules_user ON export_schedules (user_id);

-- Of which schedule an export is, and for which day; no schedule has two for one day. And
-- what the link in its mail is found by that stops the schedule.
ALTER TABLE exports ADD COLUMN schedule_id TEXT;
ALTER TABLE exports ADD COLUMN schedule_day BIGINT;
ALTER TABLE exports ADD COLUMN stop_hash TEXT;
CREATE UNIQUE INDEX exports_schedule ON exports (farm_id, schedule_id, schedule_day);
CREATE UNIQUE INDEX exports_stop ON exports (stop_hash);

-- +goose Down
DROP INDEX exports_stop;
DROP INDEX exports_schedule;
ALTER TABLE exports DROP COLUMN stop_hash;
ALTER TABLE exports DROP COLUMN schedule_day;
ALTER TABLE exports DROP COLUMN schedule_id;
DROP TABLE export_schedules;
