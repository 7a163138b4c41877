-- +goose Up
-- Each animal counts once: passed is how much of a line the consignee delivered to another company, where it counts
-- instead. A line without a shipment is a receipt; its event_id is "received tag:parent tag".
ALTER TABLE recall_lines ADD COLUMN passed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX recall_lines_passed ON recall_lines (recall_id, passed) WHERE passed > 0;

-- A consignee that is one of the reached firms: the id of that firm among the parties.
ALTER TABLE recall_parties ADD COLUMN same_as TEXT NOT NULL DEFAULT '';
CREATE INDEX recall_parties_same ON recall_parties (recall_id, same_as) WHERE same_as <> '';

-- Why a recall ended with product unaccounted for.
ALTER TABLE recall_books ADD COLUMN open_reason TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE recall_books DROP COLUMN open_reason;
DROP INDEX recall_parties_same;
ALTER TABLE recall_parties DROP COLUMN same_as;
DROP INDEX recall_lines_passed;
ALTER TABLE recall_lines DROP COLUMN passed;
