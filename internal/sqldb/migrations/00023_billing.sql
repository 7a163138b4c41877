-- +goose Up
-- What farms are billed, in our own books, whoever collects the money. Invoices
-- outlive their farm, so nothing here refers to one: a row carries the names and
-- prices of its day. Every amount is in cents.
CREATE TABLE invoices (
    farm_id         TEXT NOT NULL,
    id              TEXT NOT NULL,
    number          BIGINT NOT NULL UNIQUE, -- without gaps, for people
    issue_key       TEXT NOT NULL UNIQUE,   -- one invoice for what is billed, however often that is retried
    kind            TEXT NOT NULL,          -- what it is for, in the words of who issued it
    title           TEXT NOT NULL,
    bill_to         TEXT NOT NULL,          -- name and address, one line each
    email           TEXT NOT NULL,          -- where its mails go
    total           BIGINT NOT NULL CHECK (total >= 0),
    state           TEXT NOT NULL CHECK (state IN ('open', 'paid', 'void', 'refunded')),
    provider        TEXT NOT NULL,          -- who collects it
    automatic       BOOLEAN NOT NULL,       -- the saved card is charged; otherwise the farm pays on the page
    created_at      BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    paid_at         BIGINT,
    voided_at       BIGINT,
    refunded_at     BIGINT,
    refund_asked_at BIGINT,                 -- the provider is to give the money back
    note            TEXT NOT NULL DEFAULT '', -- why it was voided or refunded
    attempts        BIGINT NOT NULL DEFAULT 0, -- failed charges
    next_attempt_at BIGINT,                 -- NULL when no charge is to come
    trouble         TEXT NOT NULL DEFAULT '', -- why the last charge failed, for a person
    remote_id       TEXT NOT NULL DEFAULT '', -- the provider's invoice
    remote_payment  TEXT NOT NULL DEFAULT '', -- the provider's payment of it
    pay_url         TEXT NOT NULL DEFAULT '', -- the provider's page
    work_at         BIGINT,                 -- when the provider is to be spoken to next; NULL when there is nothing to say
    work_failures   BIGINT NOT NULL DEFAULT 0, -- since it last answered
    PRIMARY KEY (farm_id, id)
);
CREATE UNIQUE INDEX invoices_id ON invoices (id);
CREATE INDEX invoices_work ON invoices (work_at);
CREATE INDEX invoices_remote ON invoices (remote_id);
CREATE INDEX invoices_remote_payment ON invoices (remote_payment);

CREATE TABLE invoice_lines (
    farm_id     TEXT NOT NULL,
    invoice_id  TEXT NOT NULL,
    position    BIGINT NOT NULL, -- 1, 2, 3 …
    description TEXT NOT NULL,
    cents       BIGINT NOT NULL,
    PRIMARY KEY (farm_id, invoice_id, position),
    FOREIGN KEY (farm_id, invoice_id) REFERENCES invoices (farm_id, id)
);

-- Money that moved: an invoice is paid once, and its payment given back once.
CREATE TABLE invoice_payments (
    farm_id    TEXT NOT NULL,
    invoice_id TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('payment', 'refund')),
    cents      BIGINT NOT NULL CHECK (cents >= 0),
    provider   TEXT NOT NULL, -- through whom
    reference  TEXT NOT NULL, -- of the bank, the cheque or the provider
    who        TEXT NOT NULL, -- noted it
    at         BIGINT NOT NULL,
    PRIMARY KEY (farm_id, invoice_id, kind),
    FOREIGN KEY (farm_id, invoice_id) REFERENCES invoices (farm_id, id)
);

-- +goose Down
DROP TABLE invoice_payments;
DROP TABLE invoice_lines;
DROP TABLE invoices;
