// Package billing is the floor for invoices and payments: the card provider
// and an offline one behind one small interface, and the inbox of their
// webhooks. Prices come from the server alone, a charge is made once whatever
// is retried, and recording a harvest never waits for a payment: package ledger
// does not import this one.
package billing
