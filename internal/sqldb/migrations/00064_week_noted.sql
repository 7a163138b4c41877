-- +goose Up
-- When a week was noted, so that one that was noted while a clock was ahead is known; 0 of an older release.
ALTER TABLE news_weeks ADD COLUMN noted_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE news_weeks DROP COLUMN noted_at;
