-- +goose Up
ALTER TABLE farms ADD COLUMN location TEXT NOT NULL DEFAULT '';
ALTER TABLE farms ADD COLUMN setup_fee BIGINT NOT NULL DEFAULT 0; -- cents
ALTER TABLE farms ADD COLUMN shipping_address TEXT NOT NULL DEFAULT '{}'; -- JSON

-- Names are sorted and searched in the memory of each process, which learns
-- from these numbers what has changed since it looked.
ALTER TABLE farms ADD COLUMN list_seq BIGINT NOT NULL DEFAULT 0;
CREATE INDEX farms_list_seq ON farms (list_seq);
CREATE TABLE farm_list (
    id  BIGINT PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL -- of the newest change
);
INSERT INTO farm_list (id, seq) VALUES (1, 0);
CREATE TABLE farm_list_removed (
    farm_id TEXT PRIMARY KEY,
    seq     BIGINT NOT NULL
);
CREATE INDEX farm_list_removed_seq ON farm_list_removed (seq);
DROP INDEX farms_name;
ALTER TABLE farms DROP COLUMN name_key;
ALTER TABLE farms DROP COLUMN search_key;

-- +goose Down
ALTER TABLE farms ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
ALTER TABLE farms ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE INDEX farms_name ON farms (name_key, id);
DROP TABLE farm_list_removed;
DROP TABLE farm_list;
DROP INDEX farms_list_seq;
ALTER TABLE farms DROP COLUMN list_seq;
ALTER TABLE farms DROP COLUMN shipping_address;
ALTER TABLE farms DROP COLUMN setup_fee;
ALTER TABLE farms DROP COLUMN location;
