// Package stripetest is a Stripe for tests that remembers: customers, invoices
// that are paid once, refunds, saved cards, keys of idempotency with their saved
// answers, the hosted pages, and the events that it would send. [Fake.Fail] makes a
// call fail in one of the ways in which they do. Only tests
// import it, and the command stripefake, which is it for tests in a browser.
package stripetest
