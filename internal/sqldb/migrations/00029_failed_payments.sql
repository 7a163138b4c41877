-- +goose Up
-- What was charged in vain is counted whenever staff look at their work.
CREATE INDEX invoices_open ON invoices (attempts) WHERE state = 'open';

-- +goose Down
DROP INDEX invoices_open;
