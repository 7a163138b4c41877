-- +goose Up
CREATE TABLE animal_groups (
    farm_id          TEXT NOT NULL REFERENCES farms (id),
    id               TEXT NOT NULL,
    oyster_type      TEXT NOT NULL,
    seed_source      TEXT NOT NULL,
    year             BIGINT NOT NULL, -- 0 where not known
    month            BIGINT NOT NULL CHECK (month BETWEEN 0 AND 12), -- 0 where not known
    date_planted     BIGINT NOT NULL, -- day, 0 where not known
    location_planted TEXT NOT NULL,
    PRIMARY KEY (farm_id, id),
    UNIQUE (farm_id, oyster_type, seed_source, year, month, date_planted, location_planted)
);

CREATE TABLE lots (
    farm_id    TEXT NOT NULL,
    id         TEXT NOT NULL,
    group_id   TEXT NOT NULL,
    size_label TEXT NOT NULL,
    mesh_size  TEXT NOT NULL,
    nickname   TEXT NOT NULL,
    PRIMARY KEY (farm_id, id),
    UNIQUE (farm_id, group_id, size_label, mesh_size, nickname),
    FOREIGN KEY (farm_id, group_id) REFERENCES animal_groups (farm_id, id)
);

-- One row per farm: writers of a farm queue on it.
CREATE TABLE farm_state (
    farm_id      TEXT PRIMARY KEY REFERENCES farms (id),
    seq          BIGINT NOT NULL, -- of the newest entry
    dims_version BIGINT NOT NULL, -- grows when groups or lots are added
    epoch        BIGINT NOT NULL  -- grows when a clean removes the entries
);

-- Append-only: what people did. An activity has the seq of its first entry.
CREATE TABLE activities (
    farm_id  TEXT NOT NULL REFERENCES farms (id),
    seq      BIGINT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('plant', 'adjust', 'size', 'move', 'harvest', 'loss')),
    day      BIGINT NOT NULL,
    at       BIGINT NOT NULL, -- when it was recorded
    user_id  TEXT NOT NULL,   -- who recorded it, empty for the platform itself
    idem_key TEXT NOT NULL,
    digest   TEXT NOT NULL,   -- of the content, to tell a repetition from a clash
    reverses BIGINT,          -- seq of the activity that this one undoes
    note     TEXT NOT NULL,
    PRIMARY KEY (farm_id, seq),
    UNIQUE (farm_id, idem_key),
    FOREIGN KEY (farm_id, reverses) REFERENCES activities (farm_id, seq)
);
CREATE UNIQUE INDEX activities_reverses ON activities (farm_id, reverses) WHERE reverses IS NOT NULL;

-- Append-only: what an activity changed, place by place. The only truth of reports.
CREATE TABLE entries (
    farm_id      TEXT NOT NULL,
    seq          BIGINT NOT NULL, -- grows; an upload that was staged leaves gaps
    activity_seq BIGINT NOT NULL,
    day          BIGINT NOT NULL,
    lease_id     TEXT NOT NULL,
    lot_id       TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('plant', 'adjust', 'size', 'move', 'harvest', 'loss')),
    delta        BIGINT NOT NULL, -- animals
    size_sum     BIGINT NOT NULL, -- tenths of a millimetre, over the measured animals
    size_n       BIGINT NOT NULL, -- measured animals
    containers   BIGINT NOT NULL,
    PRIMARY KEY (farm_id, seq),
    FOREIGN KEY (farm_id, activity_seq) REFERENCES activities (farm_id, seq)
    -- lease and lot are guarded by the balance that every entry has, at no cost per entry
);
CREATE INDEX entries_lot ON entries (farm_id, lot_id, day);

-- The sums of the entries, kept with every write.
CREATE TABLE balances (
    farm_id    TEXT NOT NULL,
    lease_id   TEXT NOT NULL,
    lot_id     TEXT NOT NULL,
    on_hand    BIGINT NOT NULL CHECK (on_hand >= 0),
    containers BIGINT NOT NULL CHECK (containers >= 0),
    last_day   BIGINT NOT NULL, -- of the latest entry
    PRIMARY KEY (farm_id, lease_id, lot_id),
    FOREIGN KEY (farm_id, lease_id) REFERENCES leases (farm_id, id),
    FOREIGN KEY (farm_id, lot_id) REFERENCES lots (farm_id, id)
);

-- +goose Down
DROP TABLE balances;
DROP TABLE entries;
DROP TABLE activities;
DROP TABLE farm_state;
DROP TABLE lots;
DROP TABLE animal_groups;
