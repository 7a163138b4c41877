-- +goose Up
-- A tag received by scanning has the place of the harvest that it came from; one on paper has it in words, of
-- two lines, or none. Most receipts are not on paper.
DROP INDEX tags_in_words;
CREATE INDEX tags_in_words ON tags (harvest_day) WHERE made_by IS NULL OR made_by = 'receive' AND (origin_area = '' OR origin_area LIKE '%
%');

-- +goose Down
DROP INDEX tags_in_words;
CREATE INDEX tags_in_words ON tags (harvest_day) WHERE made_by IS NULL OR made_by = 'receive';
