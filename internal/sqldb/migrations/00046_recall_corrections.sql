-- +goose Up
-- Append-only: the tags that a recall in force came to name, or names no more, at a generation of recalls. Only their
-- pages and those of what was made of them are out of date then, and not those of all that the recall reaches.
CREATE TABLE recall_corrections (
    generation BIGINT NOT NULL,
    tag_id     TEXT NOT NULL,
    PRIMARY KEY (generation, tag_id)
);

-- +goose Down
DROP TABLE recall_corrections;
