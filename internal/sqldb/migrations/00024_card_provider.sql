-- +goose Up
-- Counts what a provider is to hear of an invoice, so that nothing new is taken for said.
ALTER TABLE invoices ADD COLUMN work_seq BIGINT NOT NULL DEFAULT 0;

-- What the provider is asked to do, written before it is asked: however often the
-- call is repeated, it carries this key and is done once.
CREATE TABLE provider_calls (
    farm_id    TEXT NOT NULL,
    invoice_id TEXT NOT NULL, -- empty for a call about the farm
    step       TEXT NOT NULL,
    call_key   TEXT NOT NULL,
    made_at    BIGINT NOT NULL,
    doubtful   BOOLEAN NOT NULL DEFAULT FALSE, -- the provider failed, and would say so again to this key
    answer     TEXT NOT NULL DEFAULT '',       -- id of what it made; empty until it has answered
    PRIMARY KEY (farm_id, invoice_id, step)
);

-- Farms as the card provider knows them.
CREATE TABLE billing_customers (
    farm_id   TEXT PRIMARY KEY,
    remote_id TEXT NOT NULL UNIQUE,
    method_id TEXT NOT NULL DEFAULT '', -- of the saved card; empty without one
    card      TEXT NOT NULL DEFAULT '', -- for people: kind, last four digits, month and year of its end
    looked_at BIGINT NOT NULL DEFAULT 0
);

-- What the provider told us, once per event.
CREATE TABLE provider_events (
    event_id    TEXT PRIMARY KEY,
    kind        TEXT NOT NULL,
    object_id   TEXT NOT NULL,
    created_at  BIGINT NOT NULL, -- by the provider's clock
    received_at BIGINT NOT NULL
);
CREATE INDEX provider_events_received ON provider_events (received_at);

-- +goose Down
DROP TABLE provider_events;
DROP TABLE billing_customers;
DROP TABLE provider_calls;
ALTER TABLE invoices DROP COLUMN work_seq;
