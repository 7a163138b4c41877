-- +goose Up
-- A printer of a farm says itself that it takes every paper: it may be off sale.
UPDATE paper_printers SET printer = replace(printer, '"name":"TSC DA220"', '"name":"TSC DA220","everyPaper":true')
WHERE printer NOT LIKE '%"everyPaper"%';

-- +goose Down
UPDATE paper_printers SET printer = replace(printer, '"name":"TSC DA220","everyPaper":true', '"name":"TSC DA220"');
