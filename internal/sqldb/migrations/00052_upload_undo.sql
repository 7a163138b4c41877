-- +goose Up
ALTER TABLE uploads ADD COLUMN first_seq BIGINT;                      -- of what it recorded; NULL where that is nothing, or is not known
ALTER TABLE uploads ADD COLUMN last_seq BIGINT;
ALTER TABLE uploads ADD COLUMN undoes TEXT NOT NULL DEFAULT '';       -- the upload that this one undoes; it has no file then
ALTER TABLE uploads ADD COLUMN undone_by TEXT NOT NULL DEFAULT '';    -- the one that undid this one
ALTER TABLE uploads ADD COLUMN reason TEXT NOT NULL DEFAULT '';       -- why it is undone
ALTER TABLE uploads ADD COLUMN obstacles TEXT NOT NULL DEFAULT '[]';  -- JSON, what kept it from being undone

-- +goose Down
ALTER TABLE uploads DROP COLUMN obstacles;
ALTER TABLE uploads DROP COLUMN reason;
ALTER TABLE uploads DROP COLUMN undone_by;
ALTER TABLE uploads DROP COLUMN undoes;
ALTER TABLE uploads DROP COLUMN last_seq;
ALTER TABLE uploads DROP COLUMN first_seq;
