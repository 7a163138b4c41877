// Package billing keeps the invoices of farms and the money that was paid for
// them. The books are ours, whoever collects: an invoice keeps the names, lines
// and prices of its day, in integer cents, and outlives its farm.
//
// [Service.Issue], [Service.Void] and [Service.Refund] run in the transaction of
// the package above that bills a farm, and call no network; they ask for no right,
// which that package has done. A [State] only ever goes forward, and each change
// is told to the [Listener] once, in the transaction that stores it. An invoice is
// paid once and refunded once: the key of invoice_payments says so to the
// database.
//
// Who collects stands behind one small interface. By hand, the default, people
// move the money and staff who set prices note it; the demo has a button. With
// Stripe (cards.go) jobs speak to it outside of transactions: [Service.SettleByJobs]
// looks at Stripe's invoice, makes the books follow the money and then asks for
// what the books want. Each request has a key that was stored before (call.go), and a
// process may end anywhere. [Service.Webhook] takes what Stripe sends as a hint to
// look; [Service.Reconcile] compares the books.
//
// Nothing is rounded here: lines come in whole cents. Recording a harvest never
// waits for a payment: package ledger does not import this one.
package billing
