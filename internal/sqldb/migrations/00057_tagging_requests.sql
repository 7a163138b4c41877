-- +goose Up
-- That a farm without tagging asked for it, and whether somebody has answered: the latest
-- request of each.
CREATE TABLE tagging_requests (
    farm_id     TEXT NOT NULL PRIMARY KEY REFERENCES farms (id) ON DELETE CASCADE,
    asked_at    BIGINT NOT NULL,
    user_id     TEXT NOT NULL, -- who asked
    username    TEXT NOT NULL, -- as it was then
    outcome     TEXT NOT NULL, -- empty while it waits; answered, begun or withdrawn
    answered_at BIGINT
);
CREATE INDEX tagging_requests_waiting ON tagging_requests (asked_at) WHERE outcome = '';

-- +goose Down
DROP TABLE tagging_requests;
