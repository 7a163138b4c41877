-- +goose Up
-- Tags and recalls are never deleted, and nothing here refers to farms: a tag
-- outlives its farm.
CREATE TABLE tags (
    id         TEXT PRIMARY KEY,
    farm_id    TEXT NOT NULL,
    type       TEXT NOT NULL CHECK (type IN ('FARM', 'DISTRIBUTOR')),
    doc        TEXT NOT NULL, -- JSON: what the tag tells, and its item
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX tags_farm ON tags (farm_id, id);

-- Append-only: what a tag told in each of its versions, and who said so.
CREATE TABLE tag_versions (
    tag_id  TEXT NOT NULL REFERENCES tags (id),
    version BIGINT NOT NULL,
    doc     TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    made_by TEXT NOT NULL, -- user, empty for the platform itself
    PRIMARY KEY (tag_id, version)
);

-- Append-only: what a tag was made from.
CREATE TABLE tag_parents (
    tag_id    TEXT NOT NULL REFERENCES tags (id),
    parent_id TEXT NOT NULL REFERENCES tags (id),
    PRIMARY KEY (tag_id, parent_id),
    CHECK (tag_id <> parent_id)
);

-- What the tag page shows of a farm, for when the farm is gone.
CREATE TABLE tag_farms (
    farm_id TEXT PRIMARY KEY,
    doc     TEXT NOT NULL, -- JSON
    kept_at BIGINT NOT NULL
);

CREATE TABLE recalls (
    id         TEXT PRIMARY KEY,
    party      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT NOT NULL, -- user, empty for the platform itself
    lifted_at  BIGINT,        -- NULL while it stands
    lifted_by  TEXT NOT NULL DEFAULT ''
);

CREATE TABLE recall_tags (
    tag_id    TEXT NOT NULL REFERENCES tags (id),
    recall_id TEXT NOT NULL REFERENCES recalls (id),
    PRIMARY KEY (tag_id, recall_id)
);

-- One row, counted up by every recall and every lifting.
CREATE TABLE recall_generation (
    id         BIGINT PRIMARY KEY CHECK (id = 1),
    generation BIGINT NOT NULL
);
INSERT INTO recall_generation (id, generation) VALUES (1, 0);

-- +goose Down
DROP TABLE recall_generation;
DROP TABLE recall_tags;
DROP TABLE recalls;
DROP TABLE tag_farms;
DROP TABLE tag_parents;
DROP TABLE tag_versions;
DROP TABLE tags;
