-- +goose Up
-- Notices to an address are limited over all recalls of the last day.
CREATE INDEX recall_notices_sent ON recall_notices (sent_at);

-- +goose Down
DROP INDEX recall_notices_sent;
