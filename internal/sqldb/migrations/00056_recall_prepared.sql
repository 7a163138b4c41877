-- +goose Up
-- Which tags a recall names is stored in pieces and comes to count at once: a row counts while recalls.named is
-- in [since, until). A recall whose named is 0 is being prepared; the release before takes it for one that has ended,
-- and tags that a correction is to add for added.
ALTER TABLE recalls ADD COLUMN named BIGINT NOT NULL DEFAULT 1;
ALTER TABLE recalls ADD COLUMN naming BIGINT NOT NULL DEFAULT 1; -- the last value of named that was prepared, or is being
ALTER TABLE recall_tags ADD COLUMN since BIGINT NOT NULL DEFAULT 1;
ALTER TABLE recall_tags ADD COLUMN until BIGINT NOT NULL DEFAULT 9223372036854775807;

-- +goose Down
ALTER TABLE recall_tags DROP COLUMN until;
ALTER TABLE recall_tags DROP COLUMN since;
ALTER TABLE recalls DROP COLUMN naming;
ALTER TABLE recalls DROP COLUMN named;
