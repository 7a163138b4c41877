// Package paper is the floor for the tagging subscription: printers, paper and
// their prices, prints that use paper up, reminders, and shipments that
// package billing charges for. A farm's subscription state is stored by package
// farm, whose screens show it.
//
// [Service.Subscribe] begins a subscription with a setup order, whose invoice
// makes it active when it is paid. From then on prints lower the stock of a type
// ([Service.Print]), and a job takes each step that the stock calls for: it
// reminds, orders, invoices (machine.go). Package billing tells of payments
// (listener.go), and staff mark what they ship as sent ([Service.Send]), which
// raises the stock. docs/paper.md draws the states.
//
// Prices are data with a history ([PriceList]), cost.go makes the lines of every
// order from them, and the same lines are those of its invoice.
package paper
