-- +goose Up
-- Append-only: what was counted. The difference to the ledger is in the entries: that of the count
-- itself, and those with which later recordings re-adjust it.
CREATE TABLE counts (
    farm_id        TEXT NOT NULL,
    seq            BIGINT NOT NULL,  -- of its activity
    counted        BIGINT NOT NULL,  -- living animals that were found
    after_removals BOOLEAN NOT NULL, -- it was taken after the losses, harvests and moves out of its day
    died           BOOLEAN NOT NULL, -- animals that it did not find died; otherwise they are missing
    client_at      BIGINT NOT NULL,  -- Unix milliseconds by the client's clock, 0 if it gave none
    line           BIGINT NOT NULL,  -- row of its sheet, 0 if it came from none
    PRIMARY KEY (farm_id, seq),
    FOREIGN KEY (farm_id, seq) REFERENCES activities (farm_id, seq)
);

-- Number of the count whose difference the entry changes. The entry belongs to the activity that
-- was recorded later with an earlier day.
ALTER TABLE entries ADD COLUMN readjusts BIGINT;
CREATE INDEX entries_readjusts ON entries (farm_id, readjusts) WHERE readjusts IS NOT NULL;

INSERT INTO counts (farm_id, seq, counted, after_removals, died, client_at, line)
SELECT a.farm_id, a.seq,
    (SELECT CAST(SUM(e.delta) AS BIGINT) FROM entries e
        WHERE e.farm_id = c.farm_id AND e.lot_id = c.lot_id AND e.lease_id = c.lease_id AND e.day <= c.day AND e.seq <= c.seq),
    EXISTS (SELECT 1 FROM entries e
        WHERE e.farm_id = c.farm_id AND e.lot_id = c.lot_id AND e.lease_id = c.lease_id AND e.day = c.day AND e.seq < c.seq
            AND e.delta < 0 AND e.kind IN ('move', 'harvest', 'loss')),
    FALSE, 0, 0
FROM activities a JOIN entries c ON c.farm_id = a.farm_id AND c.seq = a.seq
WHERE a.kind = 'adjust' AND a.reverses IS NULL;

-- Animals that a count does not find died, unless the count says otherwise.
ALTER TABLE farms ADD COLUMN missing_died BOOLEAN NOT NULL DEFAULT FALSE;

-- What a sheet's upload says of its counts, as the table counts has it.
ALTER TABLE uploads ADD COLUMN missing TEXT NOT NULL DEFAULT '';
ALTER TABLE uploads ADD COLUMN counts_after BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE uploads DROP COLUMN counts_after;
ALTER TABLE uploads DROP COLUMN missing;
ALTER TABLE farms DROP COLUMN missing_died;
DROP INDEX entries_readjusts;
ALTER TABLE entries DROP COLUMN readjusts;
DROP TABLE counts;
