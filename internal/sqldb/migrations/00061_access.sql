-- +goose Up

-- A farm's card at the payment provider that a job is to remove, empty without one.
ALTER TABLE billing_customers ADD COLUMN removing TEXT NOT NULL DEFAULT '';

-- How often a former remember-me token opened a session since the present one replaced it.
ALTER TABLE stays ADD COLUMN former_uses INTEGER NOT NULL DEFAULT 0;

-- +goose Down

ALTER TABLE stays DROP COLUMN former_uses;
ALTER TABLE billing_customers DROP COLUMN removing;
