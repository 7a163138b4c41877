-- +goose Up
-- What was made from a tag: a recall is followed from the recalled tags on, to
-- tell the farms that it reaches.
CREATE INDEX tag_parents_parent ON tag_parents (parent_id);

-- +goose Down
DROP INDEX tag_parents_parent;
