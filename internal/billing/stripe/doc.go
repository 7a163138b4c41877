// Package stripe is the few requests that package billing makes to Stripe, over
// net/http, and the check of what Stripe sends. It keeps nothing and decides
// nothing. Every call that changes something takes an idempotency key.
//
// Why this is not Stripe's own library: docs/decisions/0009-stripe-without-its-library.md.
package stripe
