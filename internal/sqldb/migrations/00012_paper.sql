-- +goose Up
-- When a farm was last reminded to set up its tagging subscription.
CREATE TABLE tagging_reminders (
    farm_id TEXT PRIMARY KEY REFERENCES farms (id) ON DELETE CASCADE,
    sent_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE tagging_reminders;
