-- +goose Up
-- What a tag stands for, in the smallest parts of its unit; NULL for a tag that states no quantity. What of it
-- is not yet in another tag or shipped is its remainder.
ALTER TABLE tags ADD COLUMN unit TEXT;
ALTER TABLE tags ADD COLUMN quantity BIGINT;
ALTER TABLE tags ADD COLUMN remainder BIGINT CHECK (remainder BETWEEN 0 AND quantity);
ALTER TABLE tags ADD COLUMN made_by TEXT;        -- kind of the event that made it
ALTER TABLE tags ADD COLUMN made_on BIGINT;      -- day of that
-- Where the animals come from; NULL where several were mixed, or nobody said.
ALTER TABLE tags ADD COLUMN harvest_day BIGINT;
ALTER TABLE tags ADD COLUMN origin_area TEXT;    -- id of the growing area, or its name as it was typed, folded
ALTER TABLE tags ADD COLUMN origin_cert TEXT;
ALTER TABLE tags ADD COLUMN mixed BOOLEAN;       -- of several origins
ALTER TABLE tags ADD COLUMN wet_stored BOOLEAN;  -- in wet storage
ALTER TABLE tags ADD COLUMN search_key TEXT;
ALTER TABLE tag_parents ADD COLUMN quantity BIGINT; -- taken from the parent, in the parts of its unit; NULL where it is not known

-- Append-only: the harvest that a tag took from the book, copied, as the book may be cleaned.
CREATE TABLE tag_harvests (
    tag_id   TEXT NOT NULL REFERENCES tags (id),
    farm_id  TEXT NOT NULL,
    lease_id TEXT NOT NULL,
    lot_id   TEXT NOT NULL,
    day      BIGINT NOT NULL,
    animals  BIGINT NOT NULL CHECK (animals > 0),
    area     TEXT NOT NULL, -- name of the growing area
    lot      TEXT NOT NULL, -- JSON: group and lot
    PRIMARY KEY (tag_id, lease_id, lot_id, day)
);
CREATE INDEX tag_harvests_place ON tag_harvests (farm_id, lot_id, lease_id, day);

-- Append-only: what a firm did with its tags. An event that made a tag is named by that tag, any other by the
-- tag that it happened to.
CREATE TABLE tag_events (
    farm_id  TEXT NOT NULL,
    id       TEXT NOT NULL,
    event_key TEXT NOT NULL,  -- the client's
    digest   TEXT NOT NULL,  -- of the content, to tell a repetition from a clash
    tag_id   TEXT NOT NULL REFERENCES tags (id),
    kind     TEXT NOT NULL,
    day      BIGINT NOT NULL,
    quantity BIGINT,         -- shipped, in the parts of the tag's unit
    party_key TEXT NOT NULL, -- who got it, folded; empty where nobody did
    doc      TEXT NOT NULL,  -- JSON: time, consignee, temperature, note …
    at       BIGINT NOT NULL, -- when it was recorded
    user_id  TEXT NOT NULL,
    username TEXT NOT NULL,  -- as it was then
    PRIMARY KEY (farm_id, id),
    UNIQUE (farm_id, event_key)
);
CREATE INDEX tag_events_tag ON tag_events (tag_id, id);
CREATE INDEX tag_events_kind ON tag_events (farm_id, kind, id);

-- +goose Down
DROP TABLE tag_events;
DROP TABLE tag_harvests;
ALTER TABLE tag_parents DROP COLUMN quantity;
ALTER TABLE tags DROP COLUMN search_key;
ALTER TABLE tags DROP COLUMN wet_stored;
ALTER TABLE tags DROP COLUMN mixed;
ALTER TABLE tags DROP COLUMN origin_cert;
ALTER TABLE tags DROP COLUMN origin_area;
ALTER TABLE tags DROP COLUMN harvest_day;
ALTER TABLE tags DROP COLUMN made_on;
ALTER TABLE tags DROP COLUMN made_by;
ALTER TABLE tags DROP COLUMN remainder;
ALTER TABLE tags DROP COLUMN quantity;
ALTER TABLE tags DROP COLUMN unit;
