-- +goose Up
CREATE TABLE farms (
    id                    TEXT PRIMARY KEY,
    name                  TEXT NOT NULL,
    name_key              TEXT NOT NULL, -- folded, for the sort by name
    search_key            TEXT NOT NULL, -- folded name and company name, for the search
    company_name          TEXT NOT NULL DEFAULT '',
    owner                 TEXT NOT NULL DEFAULT '',
    email                 TEXT NOT NULL DEFAULT '',
    phone                 TEXT NOT NULL DEFAULT '',
    website               TEXT NOT NULL DEFAULT '',
    address1              TEXT NOT NULL DEFAULT '',
    address2              TEXT NOT NULL DEFAULT '',
    city                  TEXT NOT NULL DEFAULT '',
    state                 TEXT NOT NULL DEFAULT '',
    zip                   TEXT NOT NULL DEFAULT '',
    country               TEXT NOT NULL DEFAULT '',
    type                  TEXT NOT NULL DEFAULT '',
    activities            TEXT NOT NULL DEFAULT '[]', -- JSON list
    features              TEXT NOT NULL DEFAULT '{}', -- JSON map of flag to true
    time_zone             TEXT NOT NULL,
    photo                 TEXT NOT NULL DEFAULT '',   -- name of the blob
    dealer                TEXT NOT NULL DEFAULT '',
    grower_names          TEXT NOT NULL DEFAULT '',
    cert                  TEXT NOT NULL DEFAULT '',
    harvester_cert        TEXT NOT NULL DEFAULT '',
    certs                 TEXT NOT NULL DEFAULT '[]', -- JSON list
    distributor_brands    TEXT NOT NULL DEFAULT '[]', -- JSON list
    species_label         TEXT NOT NULL DEFAULT 'Species',
    harvest_label         TEXT NOT NULL DEFAULT 'Harvest',
    tagging_active        TEXT NOT NULL DEFAULT 'false' CHECK (tagging_active IN ('true', 'false', 'pending')),
    tagging_setup_invoice TEXT NOT NULL DEFAULT '',
    paper_discount        BOOLEAN NOT NULL DEFAULT FALSE,
    version               BIGINT NOT NULL DEFAULT 1,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL
);
CREATE INDEX farms_name ON farms (name_key, id);

CREATE TABLE farm_users (
    farm_id    TEXT NOT NULL REFERENCES farms (id),
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, user_id)
);
CREATE INDEX farm_users_user ON farm_users (user_id, farm_id);

CREATE TABLE leases (
    farm_id            TEXT NOT NULL REFERENCES farms (id),
    id                 TEXT NOT NULL,
    name               TEXT NOT NULL,
    name_key           TEXT NOT NULL,
    date_of_issue      TEXT NOT NULL DEFAULT '', -- YYYY-MM-DD
    date_of_expiration TEXT NOT NULL DEFAULT '',
    size               TEXT NOT NULL DEFAULT '',
    lines              TEXT NOT NULL DEFAULT '[]', -- JSON list of lines with their spots
    location           TEXT NOT NULL DEFAULT '',
    created_at         BIGINT NOT NULL,
    PRIMARY KEY (farm_id, id),
    UNIQUE (farm_id, name_key)
);

-- +goose Down
DROP TABLE leases;
DROP TABLE farm_users;
DROP TABLE farms;
