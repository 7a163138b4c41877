-- +goose Up
-- Each print of labels, once by the client's id: what was asked for, and the digest of the file that was given.
CREATE TABLE label_prints (
    farm_id    TEXT NOT NULL,
    print_id   TEXT NOT NULL,
    asked      TEXT NOT NULL,
    digest     TEXT NOT NULL,
    labels     BIGINT NOT NULL,
    username   TEXT NOT NULL,
    printed_at BIGINT NOT NULL,
    PRIMARY KEY (farm_id, print_id)
);

-- +goose Down
DROP TABLE label_prints;
