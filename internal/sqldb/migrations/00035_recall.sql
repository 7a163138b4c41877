-- +goose Up
-- The book of a recall, or of a drill of one. Nothing here refers to farms or users, and no row is ever removed:
-- the book outlives all that it is about, and carries the names of its time.
CREATE TABLE recall_books (
    id          TEXT PRIMARY KEY,          -- of a recall, that in recalls
    kind        TEXT NOT NULL CHECK (kind IN ('recall', 'drill')),
    farm_id     TEXT NOT NULL,             -- whose drill it is; empty for one of staff, and for a recall
    party       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    class       TEXT NOT NULL,             -- I, II or III; empty while there is none
    choice      TEXT NOT NULL,             -- JSON
    declared_at BIGINT NOT NULL,
    declared_by TEXT NOT NULL,             -- user's name
    followed_at BIGINT,                    -- when what it reaches was entered first
    ended_at    BIGINT,
    ended_by    TEXT NOT NULL DEFAULT '',
    end_reason  TEXT NOT NULL DEFAULT '',
    result      TEXT NOT NULL DEFAULT ''   -- JSON: how a drill went
);
CREATE INDEX recall_books_kind ON recall_books (kind, declared_at);

-- Who is to be told: the firms whose tags are reached, and those whom they shipped to.
CREATE TABLE recall_parties (
    recall_id   TEXT NOT NULL REFERENCES recall_books (id),
    id          TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('firm', 'consignee')),
    farm_id     TEXT NOT NULL,             -- the firm, or the one that shipped
    farm_name   TEXT NOT NULL,
    party_key   TEXT NOT NULL,             -- what tells one consignee of a firm from another
    name        TEXT NOT NULL,
    email       TEXT NOT NULL,
    phone       TEXT NOT NULL,
    address     TEXT NOT NULL,
    cert        TEXT NOT NULL,
    added_at    BIGINT NOT NULL,
    released_at BIGINT,                    -- since when the recall reaches it no more
    PRIMARY KEY (recall_id, id),
    UNIQUE (recall_id, farm_id, party_key)
);

-- What was shipped of reached tags, copied.
CREATE TABLE recall_lines (
    recall_id   TEXT NOT NULL REFERENCES recall_books (id),
    event_id    TEXT NOT NULL,             -- the shipment
    party_id    TEXT NOT NULL,
    tag_id      TEXT NOT NULL,
    day         BIGINT NOT NULL,
    unit        TEXT NOT NULL,
    shipped     BIGINT NOT NULL CHECK (shipped > 0), -- in the parts of the unit
    released_at BIGINT,
    PRIMARY KEY (recall_id, event_id)
);
CREATE INDEX recall_lines_party ON recall_lines (recall_id, party_id, tag_id);

-- Append-only: what became of what was shipped. A correction is an entry that takes another back.
CREATE TABLE recall_accounts (
    recall_id TEXT NOT NULL REFERENCES recall_books (id),
    id        TEXT NOT NULL,
    party_id  TEXT NOT NULL,
    tag_id    TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('returned', 'destroyed', 'sold')),
    amount    BIGINT NOT NULL,             -- in the parts of the unit; below nothing where it takes another back
    reverses  TEXT,
    note      TEXT NOT NULL,
    at        BIGINT NOT NULL,
    username  TEXT NOT NULL,
    PRIMARY KEY (recall_id, id),
    UNIQUE (recall_id, reverses)
);
CREATE INDEX recall_accounts_party ON recall_accounts (recall_id, party_id, tag_id);

-- A mail to a party, or a call that somebody noted.
CREATE TABLE recall_notices (
    id           TEXT PRIMARY KEY,
    recall_id    TEXT NOT NULL REFERENCES recall_books (id),
    party_id     TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('notice', 'released', 'ended', 'call')),
    email        TEXT NOT NULL,
    token_hash   TEXT UNIQUE,              -- digest of what opens its page
    sent_at      BIGINT NOT NULL,
    username     TEXT NOT NULL,            -- who had it sent; empty for the first, that nobody asked for
    delivered_at BIGINT,
    failed_at    BIGINT,
    trouble      TEXT NOT NULL DEFAULT '',
    acked_at     BIGINT,
    acked_by     TEXT NOT NULL DEFAULT '',
    answer       TEXT NOT NULL DEFAULT ''  -- JSON: note and counts
);
CREATE INDEX recall_notices_party ON recall_notices (recall_id, party_id, id);
CREATE INDEX recall_notices_open ON recall_notices (sent_at) WHERE delivered_at IS NULL;

-- Append-only: what was done to a recall, and why.
CREATE TABLE recall_history (
    recall_id TEXT NOT NULL REFERENCES recall_books (id),
    id        TEXT NOT NULL,
    at        BIGINT NOT NULL,
    username  TEXT NOT NULL,               -- empty for the platform itself
    action    TEXT NOT NULL,
    doc       TEXT NOT NULL,               -- JSON
    PRIMARY KEY (recall_id, id)
);

-- A farm asks for a recall, which only staff declare.
CREATE TABLE recall_requests (
    id          TEXT PRIMARY KEY,
    farm_id     TEXT NOT NULL,
    farm_name   TEXT NOT NULL,
    choice      TEXT NOT NULL,             -- JSON
    reason      TEXT NOT NULL,
    asked_at    BIGINT NOT NULL,
    asked_by    TEXT NOT NULL,
    answer      TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'declared', 'declined')),
    answered_at BIGINT,
    answered_by TEXT NOT NULL DEFAULT '',
    why         TEXT NOT NULL DEFAULT '',
    recall_id   TEXT
);
CREATE INDEX recall_requests_open ON recall_requests (answer, asked_at);
CREATE INDEX recall_requests_farm ON recall_requests (farm_id, asked_at);

-- +goose Down
DROP TABLE recall_requests;
DROP TABLE recall_history;
DROP TABLE recall_notices;
DROP TABLE recall_accounts;
DROP TABLE recall_lines;
DROP TABLE recall_parties;
DROP TABLE recall_books;
