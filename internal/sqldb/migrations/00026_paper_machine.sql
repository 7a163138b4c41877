-- +goose Up
CREATE TABLE tagging_subscriptions (
    farm_id  TEXT PRIMARY KEY REFERENCES farms (id) ON DELETE CASCADE,
    settings TEXT NOT NULL -- JSON
);

CREATE TABLE paper_printers (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id         TEXT NOT NULL,
    position   BIGINT NOT NULL,
    printer    TEXT NOT NULL,    -- JSON
    order_id   TEXT NOT NULL,    -- with which it was charged
    is_charged BOOLEAN NOT NULL, -- never again
    is_removed BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (farm_id, id)
);

-- What a farm has of each type. The tags left are shipped - printed, and may be
-- less than nothing.
CREATE TABLE paper_stock (
    farm_id        TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    type           TEXT NOT NULL,
    shipped        BIGINT NOT NULL DEFAULT 0, -- tags, with adjustments
    printed        BIGINT NOT NULL DEFAULT 0, -- tags
    next_reminder  BIGINT NOT NULL DEFAULT 0, -- tags left
    next_finalized BIGINT NOT NULL DEFAULT 0, -- tags left
    state          TEXT NOT NULL DEFAULT 'idle' CHECK (state IN ('idle', 'stocked', 'reminded', 'ordered', 'stopped')),
    custom_told    TEXT NOT NULL DEFAULT '',  -- of which custom rolls the team was told that half is left
    PRIMARY KEY (farm_id, type)
);

CREATE TABLE paper_prints (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    batch_id   TEXT NOT NULL,
    prints     TEXT NOT NULL, -- JSON, sorted, to know the same batch by
    who        TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, batch_id)
);

CREATE TABLE paper_adjustments (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id         TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('byDate', 'customPaperRolls')),
    type       TEXT NOT NULL,
    delta      BIGINT NOT NULL, -- tags by date, rolls of custom paper
    reason     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, id)
);

CREATE TABLE paper_holds (
    farm_id    TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    type       TEXT NOT NULL,
    order_id   TEXT NOT NULL, -- that is not paid for; empty where staff placed it
    reason     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, type, order_id)
);

CREATE TABLE paper_orders (
    farm_id      TEXT NOT NULL REFERENCES farms (id) ON DELETE CASCADE,
    id           TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('setup', 'printers', 'refill', 'more')),
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'unpaid', 'ready', 'sent', 'cancelled')),
    invoice_id   TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '{}', -- JSON, as it was when it was ordered
    tell_team    BOOLEAN NOT NULL,           -- by mail, when it is to be sent
    note         TEXT NOT NULL DEFAULT '',   -- why it was cancelled
    search_key   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    sent_at      BIGINT,
    carrier      TEXT NOT NULL DEFAULT '',
    tracking     TEXT NOT NULL DEFAULT '',
    sent_by      TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (farm_id, id)
);
CREATE INDEX paper_orders_state ON paper_orders (state, id);

-- The types whose paper is in the parcel of an order.
CREATE TABLE paper_order_types (
    farm_id  TEXT NOT NULL,
    order_id TEXT NOT NULL,
    type     TEXT NOT NULL,
    PRIMARY KEY (farm_id, order_id, type),
    FOREIGN KEY (farm_id, order_id) REFERENCES paper_orders (farm_id, id) ON DELETE CASCADE
);

CREATE TABLE paper_order_lines (
    farm_id     TEXT NOT NULL,
    order_id    TEXT NOT NULL,
    position    BIGINT NOT NULL,
    type        TEXT NOT NULL,
    roll        TEXT NOT NULL,
    rolls       BIGINT NOT NULL,
    tags        BIGINT NOT NULL,
    printer     TEXT NOT NULL,
    description TEXT NOT NULL,
    cents       BIGINT NOT NULL,
    PRIMARY KEY (farm_id, order_id, position),
    FOREIGN KEY (farm_id, order_id) REFERENCES paper_orders (farm_id, id) ON DELETE CASCADE
);

-- +goose Down
DROP TABLE paper_order_lines;
DROP TABLE paper_order_types;
DROP TABLE paper_orders;
DROP TABLE paper_holds;
DROP TABLE paper_adjustments;
DROP TABLE paper_prints;
DROP TABLE paper_stock;
DROP TABLE paper_printers;
DROP TABLE tagging_subscriptions;
